import ALSADevice
import CALSA
import CPacedCard
import Glibc
import Mixer
import Testing

/// Renders the same stereo frame forever.
final class SteadySource {
    private let frame = UnsafeMutablePointer<Float>.allocate(capacity: 2)

    init(_ left: Float, _ right: Float) {
        frame[0] = left
        frame[1] = right
    }
    deinit { frame.deallocate() }

    var renderer: PeriodRenderer {
        PeriodRenderer(context: frame) { context, output, frames in
            let frame = context.assumingMemoryBound(to: Float.self)
            for index in 0..<2 * frames { output[index] = frame[index % 2] }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct FormatTests {
    @Test("Another rate is refused unless accepted")
    func otherRate() throws {
        let only44 = { (options: inout paced_card_options) in (options.rate_min, options.rate_max) = (44_100, 44_100) }
        let error = #expect(throws: ALSAError.self) { try TestCard(only44) }
        #expect(error?.kind == .unsuitable(reason: "48000 Hz; 44100 Hz is the nearest"))
        #expect(error?.remedy == "Put 'plug:' before its name, which converts.")
        #expect(try TestCard(acceptsOtherRate: true, only44).output.rate == 44_100)
    }

    @Test("A device chooses its own period")
    func aDeviceChoosesItsOwnPeriod() throws {
        let card = try TestCard { ($0.period_frames_min, $0.period_frames_max) = (441, 441) }
        let output = card.output
        #expect(output.periodFrames == 441)
        let source = CountingSource()
        try output.start(source.renderer)
        #expect(card.play(until: 2 * output.bufferFrames))
        output.stop(.drop)
        let delivered = card.delivered(as: Float.self)
        #expect(delivered == CountingSource.expected(frames: delivered.count / 2))
    }

    @Test("A card that takes no stereo floats is refused where nothing stands before it")
    func otherFormats() {
        let error = #expect(throws: ALSAError.self) { try TestCard(format: SND_PCM_FORMAT_S16_LE) }
        #expect(error?.kind == .unsuitable(reason: "samples as floats"))
        let mono = #expect(throws: ALSAError.self) { try TestCard { ($0.channels_min, $0.channels_max) = (1, 1) } }
        #expect(mono?.kind == .unsuitable(reason: "two channels"))
    }
}
