import Glibc
import Mixer
import Synchronization
import Testing

/// The two threads of the mixer at once; `make tsan` watches them.
@Suite struct ThreadTests {
    /// The objects of the render thread: everything it touches stays alive until it has been joined.
    private final class Player: Sendable {
        let mixer: Mixer
        private let isOver = Atomic<Bool>(false)

        init(_ mixer: Mixer) { self.mixer = mixer }

        /// Renders on a thread of its own until `stop`, in periods of many lengths.
        func start() -> pthread_t {
            var thread = pthread_t()
            let context = Unmanaged.passRetained(self).toOpaque()
            let failure = pthread_create(
                &thread, nil,
                { context in
                    Unmanaged<Player>.fromOpaque(context!).takeRetainedValue().play()
                    return nil
                }, context)
            precondition(failure == 0, "no thread for the test")
            return thread
        }

        func stop(_ thread: pthread_t) {
            isOver.store(true, ordering: .releasing)
            pthread_join(thread, nil)
        }

        private func play() {
            let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * 480)
            defer { output.deallocate() }
            var noise = Noise(seed: 71)
            while !isOver.load(ordering: .acquiring) {
                mixer.render(into: output, frames: 1 + noise.next(below: 480))
                // The threads share a core where there is only one.
                sched_yield()
            }
        }
    }

    /// The commands and reports of the control thread.
    private struct Ledger {
        var sent = 0
        var started = 0
        var ended = 0
        var refusedStarts = 0

        mutating func read(_ report: Report) {
            switch report.event {
            case .ended: ended += 1
            case .refused(_, .unknownVoice): break
            case .refused: refusedStarts += 1
            case .starved: break
            }
        }
    }

    @Test("A hundred thousand commands from one thread to another: every start is answered, and no voice is left")
    func commandsAcrossThreads() throws {
        let bench = try MixerBench(limiter: LimiterConfiguration()) {
            ($0.maxVoices, $0.commandCapacity, $0.reportCapacity) = (49, 256, 128)
        }
        let clips = try [(1, 48_000), (2, 48_000), (6, 48_000), (2, 44_100)].map { channels, rate in
            try bench.keep([Float](repeating: 0.01, count: channels * 700), channels: channels, rate: rate)
        }
        let stream = try StreamedVoice(channelCount: 1, sampleRate: 44_100) { output, frames in
            output.update(repeating: 0.01, count: frames)
            return frames
        }
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(48), stream: stream, bus: BusID(7)), at: 0))
        let player = Player(bench.mixer)
        let thread = player.start()
        defer { player.stop(thread) }
        var ledger = Ledger()
        ledger.started = 1
        // A mixer that takes no command, or gives no report, fails the test instead of keeping it forever.
        let late = ContinuousClock.now + .seconds(60)
        func isLate() -> Bool { ContinuousClock.now > late }
        var noise = Noise(seed: 72)
        while ledger.sent < 100_000, !isLate() {
            let command = Self.command(&noise, clips, at: bench.mixer.renderedFrames)
            switch bench.mixer.send(command.command) {
            case .queued, .clamped:
                ledger.sent += 1
                if command.starts { ledger.started += 1 }
            case .full: sched_yield()
            case .invalid(let problem): Issue.record("refused where it was sent: \(problem)")
            }
            while let report = bench.mixer.nextReport() { ledger.read(report) }
            if ledger.sent.isMultiple(of: 512) { stream.fill() }
        }
        // The end of looping and streamed voices, after the last that may still begin; the rest ends by itself.
        let last = bench.mixer.renderedFrames + Self.latest
        for voice in Array(0..<UInt32(48)) + [48] {
            while bench.mixer.send(.release(VoiceID(voice), over: .step, at: last)) == .full, !isLate() {
                sched_yield()
            }
        }
        while ledger.ended + ledger.refusedStarts < ledger.started, !isLate() {
            guard let report = bench.mixer.nextReport() else {
                sched_yield()
                continue
            }
            ledger.read(report)
        }
        #expect(ledger.ended + ledger.refusedStarts == ledger.started)
        #expect(ledger.ended > 1_000 && ledger.refusedStarts > 1_000)
    }

    /// The number of frames by which a command is sent ahead of what has been rendered.
    private static let latest: Int64 = 500

    private static func command(
        _ noise: inout Noise, _ clips: [Clip], at now: Int64
    ) -> (command: Command, starts: Bool) {
        let ramp = Ramp(frames: noise.next(below: 300), shape: RampShape(rawValue: UInt8(noise.next(below: 3)))!)
        let id = UInt32(noise.next(below: 48))
        let frame = now - 100 + Int64(noise.next(below: 101 + Int(latest)))
        switch noise.next(below: 3) {
        case 0:
            let start = VoiceStart(id, clips[noise.next(below: clips.count)], bus: UInt16(id % 6)) {
                $0.loops = id % 9 == 0
                $0.fadeIn = ramp
            }
            return (.start(start, at: frame), true)
        case 1: return (.release(VoiceID(id), over: ramp, at: frame), false)
        default:
            return (.setGain(of: BusID(UInt16(id % 6)), stage: GainStage(2), to: 0.7, over: ramp, at: frame), false)
        }
    }
}
