import ALSADevice
import CALSA
import CPacedCard
import Glibc
import Mixer
import Testing

/// A paced card and the output that plays on it.
final class TestCard {
    let handle: OpaquePointer
    /// The PCM itself, for acts behind the output's back, which only a test performs.
    let pcm: OpaquePointer
    let output: ALSAOutput

    /// Opens a card and an output of 64-frame periods on it.
    init(
        format: snd_pcm_format_t = SND_PCM_FORMAT_FLOAT_LE, periods: Int = 4, acceptsOtherRate: Bool = false,
        patienceInMilliseconds: Int = 10_000,
        _ adjust: (inout paced_card_options) -> Void = { _ in }, clock: (@convention(c) () -> Int64)? = nil
    ) throws {
        var options = paced_card_options()
        options.format = format
        adjust(&options)
        var pcm: OpaquePointer?
        var error: CInt = 0
        let card = try #require(paced_card_open(options, &pcm, &error), "\(String(cString: snd_strerror(error)))")
        handle = card
        self.pcm = try #require(pcm)
        do {
            output = try ALSAOutput(
                adopting: self.pcm, name: "paced", periodFrames: 64, periods: periods,
                acceptsOtherRate: acceptsOtherRate, patienceInMilliseconds: patienceInMilliseconds, clock: clock)
        } catch {
            paced_card_release(card)
            throw error
        }
    }

    deinit { paced_card_release(handle) }

    /// Plays `frames` of what the output has delivered.
    func advance(_ frames: Int) -> Bool { paced_card_advance(handle, frames) }
    /// Frames that the card has played.
    var heard: Int { paced_card_heard(handle) }
    /// Waits until `frames` in all have been delivered.
    func wait(_ frames: Int) -> Bool { paced_card_wait(handle, frames) }

    /// Plays period after period, each as soon as the buffer is full again, until `frames` in all have been delivered.
    func play(until frames: Int) -> Bool {
        let step = output.periodFrames
        var delivered = min(frames, output.bufferFrames / step * step)
        while wait(delivered), delivered < frames {
            guard advance(step) else { return false }
            delivered = min(frames, delivered + step)
        }
        return paced_card_frames(handle) >= frames
    }

    /// Plays from now on all that it gets at once, so that draining ends.
    func playOut() { paced_card_play_out(handle) }

    var bytes: [UInt8] {
        let count = paced_card_bytes(handle, nil, 0)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = min(count, paced_card_bytes(handle, buffer.baseAddress, count))
        }
    }

    /// The frames that were delivered, as numbers of the type `Sample`.
    func delivered<Sample: BitwiseCopyable>(as type: Sample.Type) -> [Sample] {
        bytes.withUnsafeBytes { Array($0.bindMemory(to: type)) }
    }
}

/// Renders a count, and calls back at the beginning of each period, on the render thread.
final class WitnessedSource {
    private final class Context {
        var next = 0
        var periods = 0
        var last: UnsafeMutablePointer<Float>?
        let witness: (Int) -> Void
        init(_ witness: @escaping (Int) -> Void) { self.witness = witness }
    }

    private let context: Context

    /// - Parameter witness: Given the number of periods before.
    init(_ witness: @escaping (Int) -> Void) { context = Context(witness) }

    /// The address that the last period was rendered to; only while nothing plays.
    var last: UnsafeMutablePointer<Float>? { context.last }

    var renderer: PeriodRenderer {
        PeriodRenderer(context: Unmanaged.passUnretained(context).toOpaque()) { pointer, output, frames in
            let context = Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue()
            context.last = output
            context.witness(context.periods)
            for index in 0..<2 * frames { output[index] = Float(context.next + index) * 0x1p-23 }
            context.next += 2 * frames
            context.periods += 1
        }
    }
}

/// Renders a count: sample n of the stream is n / 2²³, so that every gap and every repetition shows.
final class CountingSource {
    private let next = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    /// - Parameter frame: The first frame of the count.
    init(from frame: Int = 0) { next.initialize(to: 2 * frame) }
    deinit { next.deallocate() }

    var renderer: PeriodRenderer {
        PeriodRenderer(context: next) { context, output, frames in
            let next = context.assumingMemoryBound(to: Int.self)
            for index in 0..<2 * frames { output[index] = Float(next.pointee + index) * 0x1p-23 }
            next.pointee += 2 * frames
        }
    }

    static func expected(frames: Int) -> [Float] { (0..<2 * frames).map { Float($0) * 0x1p-23 } }
}

/// Yields until a condition holds, for at most ten seconds.
///
/// - Returns: Whether it holds.
func soon(_ holds: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while !holds() {
        guard ContinuousClock.now < end else { return false }
        sched_yield()
    }
    return true
}
