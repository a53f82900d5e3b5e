import ArgumentParser
import Foundation
import Glibc
import Mixer

/// The mixer as a program that is measured, in the words of `Peers/client.h`: the same work, the same clock, the same
/// talk with the driver.
struct MixerClient: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "mixer", shouldDisplay: false)

    @Argument var voices: Int
    @Flag var limiter = false

    /// Long enough for the clock, short enough for the programs to share the machine's bad moments.
    private static let blockSeconds = 0.010

    func run() throws {
        let work = try MixerWork(voices: voices, limiter: limiter)
        write(work.energy(ofPeriods: 8))
        var periods = 1
        while seconds({ work.render(periods: periods) }) < Self.blockSeconds { periods *= 2 }
        while getchar() != EOF {
            let seconds = seconds { work.render(periods: periods) }
            write(seconds * 1e9 / Double(periods * MixerWork.period * voices))
        }
    }

    private func seconds(_ body: () -> Void) -> Double {
        let clock = Clock(id: CLOCK_THREAD_CPUTIME_ID)
        let started = clock.seconds
        body()
        return clock.seconds - started
    }

    private func write(_ value: Double) {
        FileHandle.standardOutput.write(Data("\(value)\n".utf8))
    }
}

/// Voices in a mixer.
struct MixerWork {
    static let period = 256
    private static let rate = 48_000

    private let mixer: Mixer
    private let output: UnsafeMutablePointer<Float>

    /// The work's memory stays as long as the process.
    init(voices: Int, limiter: Bool) throws {
        var configuration = MixerConfiguration()
        if !limiter { configuration.limiter = nil }
        mixer = try Mixer(configuration)
        output = Self.lines(Self.period * 2)
        let samples = Self.noise(frames: Self.rate, seed: 1)
        for voice in 0..<voices {
            let clip = try Clip(samples: samples, frameCount: Self.rate, channelCount: 2, sampleRate: Self.rate)
            var start = VoiceStart(voice: VoiceID(UInt32(voice)), clip: clip, bus: BusID(0))
            start.loops = true
            start.gain = Self.gain(of: voice)
            try send(.start(start, at: 0))
        }
    }

    func render(periods: Int) {
        for _ in 0..<periods { renderPeriod() }
    }

    /// The sum of the squares of the rendered frames, by which equal work is recognised.
    func energy(ofPeriods count: Int) -> Double {
        var energy = 0.0
        for _ in 0..<count {
            renderPeriod()
            for index in 0..<Self.period * 2 { energy += Double(output[index]) * Double(output[index]) }
        }
        return energy
    }

    private func renderPeriod() { mixer.render(into: output, frames: Self.period) }

    private func send(_ command: Command) throws {
        let outcome = mixer.send(command)
        guard outcome == .queued else { throw BenchmarkError("The mixer answered a start with \(outcome).") }
    }

    /// Whole 128ths, because SDL_mixer has no others.
    private static func gain(of voice: Int) -> Float { Float(1 + voice % 2) / 128 }

    /// White noise up to a quarter of full scale, the same for all programs.
    private static func noise(frames: Int, seed: UInt32) -> UnsafeMutablePointer<Float> {
        let samples = lines(frames * 2)
        var seed = seed
        for index in 0..<frames * 2 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            samples[index] = Float(Int32(bitPattern: seed)) * (0.25 / 2_147_483_648)
        }
        return samples
    }

    /// Samples that begin on a line of the cache.
    private static func lines(_ count: Int) -> UnsafeMutablePointer<Float> {
        UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 64)
            .bindMemory(to: Float.self, capacity: count)
    }
}
