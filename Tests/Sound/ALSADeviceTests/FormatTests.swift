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
    /// The bytes that a card gets for one steady frame.
    private func deliver<Sample: BitwiseCopyable>(
        _ left: Float, _ right: Float, _ type: Sample.Type, format: snd_pcm_format_t,
        _ adjust: (inout paced_card_options) -> Void = { _ in }
    ) throws -> [Sample] {
        let card = try TestCard(format: format, adjust)
        let source = SteadySource(left, right)
        try card.output.start(source.renderer)
        #expect(card.wait(256))
        card.output.stop(.drop)
        return card.delivered(as: type)
    }

    @Test("Samples of 32 bits are written")
    func thirtyTwoBits() throws {
        let samples = try deliver(0.5, -1, Int32.self, format: SND_PCM_FORMAT_S32_LE)
        #expect(samples.prefix(4) == [0x4000_0000, .min, 0x4000_0000, .min])
        let clipped = try deliver(1.5, -1.5, Int32.self, format: SND_PCM_FORMAT_S32_LE)
        #expect(clipped.prefix(2) == [0x7FFF_FF80, .min])
        let broken = try deliver(.nan, .infinity, Int32.self, format: SND_PCM_FORMAT_S32_LE)
        #expect(broken.prefix(2) == [0, 0x7FFF_FF80])
    }

    @Test("Samples of 24 bits are written")
    func twentyFourBits() throws {
        let wide = try deliver(0.25, -0.5, Int32.self, format: SND_PCM_FORMAT_S24_LE)
        #expect(wide.prefix(2) == [0x20_0000, -0x40_0000])
        let packed = try deliver(0.25, -0.5, UInt8.self, format: SND_PCM_FORMAT_S24_3LE)
        #expect(packed.prefix(6) == [0, 0, 0x20, 0, 0, 0xC0])
        let clipped = try deliver(2, -2, UInt8.self, format: SND_PCM_FORMAT_S24_3LE)
        #expect(clipped.prefix(6) == [0xFF, 0xFF, 0x7F, 0, 0, 0x80])
    }

    @Test("Sixteen bits are dithered")
    func sixteenBitsAreDithered() throws {
        // A quarter of a step above 1000: plain rounding would say 1000 forever.
        let level: Float = 1000.25 / 32_768
        let samples = try deliver(level, -level, Int16.self, format: SND_PCM_FORMAT_S16_LE)
        let left = stride(from: 0, to: samples.count, by: 2).map { Int(samples[$0]) }
        let right = stride(from: 1, to: samples.count, by: 2).map { Int(samples[$0]) }
        #expect(Set(left).isSubset(of: [999, 1000, 1001]) && Set(left).count > 1)
        #expect(Set(right).isSubset(of: [-1001, -1000, -999]) && Set(right).count > 1)
        let mean = Double(left.reduce(0, +)) / Double(left.count)
        #expect(abs(mean - 1000.25) < 0.15)
    }

    @Test("Sixteen bits clip and keep silence")
    func sixteenBits() throws {
        let loud = try deliver(3, -3, Int16.self, format: SND_PCM_FORMAT_S16_LE)
        #expect(loud.prefix(2) == [.max, .min])
        let silent = try deliver(0, 0, Int16.self, format: SND_PCM_FORMAT_S16_LE)
        #expect(silent.allSatisfy { $0 == 0 })
    }

    @Test("One channel gets the mean")
    func oneChannelGetsTheMean() throws {
        let samples = try deliver(0.5, 0.25, Float.self, format: SND_PCM_FORMAT_FLOAT_LE) {
            ($0.channels_min, $0.channels_max) = (1, 1)
        }
        #expect(samples.prefix(3) == [0.375, 0.375, 0.375])
    }

    @Test("Eight channels get two and silence")
    func eightChannels() throws {
        let samples = try deliver(0.5, 0.25, Float.self, format: SND_PCM_FORMAT_FLOAT_LE) {
            ($0.channels_min, $0.channels_max) = (8, 8)
        }
        #expect(samples.prefix(10) == [0.5, 0.25, 0, 0, 0, 0, 0, 0, 0.5, 0.25])
    }

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

    @Test("A format we cannot make is refused")
    func aFormatWeCannotMakeIsRefused() {
        let error = #expect(throws: ALSAError.self) { try TestCard(format: SND_PCM_FORMAT_U8) }
        #expect(error?.kind == .unsuitable(reason: "float, 32-, 24- or 16-bit samples"))
    }
}
