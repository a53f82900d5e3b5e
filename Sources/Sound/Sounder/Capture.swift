import ALSADevice
package import SessionPolicy
import Synchronization
package import SystemSupport

/// Receives the frames that a process captures. Members are called without locks, on the capture's thread, or on the
/// thread that advances a manual clock.
package protocol CaptureReceiver: AnyObject, Sendable {
    /// Receives frames.
    ///
    /// - Parameters:
    ///   - samples: Interleaved stereo; full scale is 1.
    ///   - input: The input that the frames come from, and the apps that they are for.
    func receive(_ samples: [Float], from input: SceneInput)
    func end(of input: SceneInput)
    func fail(_ input: SceneInput, reason: String)
    /// Called when capturing has ended, to finish the recording.
    func finish()
}

extension CaptureReceiver {
    /// Does nothing by default.
    package func finish() {}
}

/// Captures for one process: while a scene names an input, its frames go to a receiver. Its own thread reads the
/// device, or the thread that advances a manual clock.
package final class Capture: Sendable {
    /// Frames per second.
    package static let rate = 48_000
    private static let block = 1_024
    /// The polling interval in nanoseconds.
    private static let round: Int64 = 20_000_000

    /// The device that is open for capture, and the input that it captures.
    private struct Reader: ~Copyable {
        var input: SceneInput?
        var device: (any InputDevice)?
    }

    /// The requested input, set under the arbiter's lock.
    private struct Wanted {
        var input: SceneInput?
        /// Whether to retry a device that could not be opened or was lost.
        var triesAgain = false
    }

    private let wanted = Mutex(Wanted())
    private let reader: Mutex<Reader>
    private let wakeSignal: WakeSignal
    private let isOver = Atomic(false)
    /// True while the thread runs; the signal is raised at its end.
    private let isRunning = Atomic(false)
    private let hasEnded: WakeSignal
    /// The device's period in frames, or that of the last device.
    private let periodFrames = Atomic(256)
    private let now: @Sendable () -> MachineTime
    private let open: InputOpener
    private let receiver: any CaptureReceiver

    /// Creates a capture; `run` starts its thread.
    /// - Parameters:
    ///   - now: The device's time.
    ///   - open: Opens a PCM for capture, on the capture's thread.
    package init(
        now: @escaping @Sendable () -> MachineTime,
        open: @escaping InputOpener,
        receiver: any CaptureReceiver
    ) throws(Shortage) {
        (wakeSignal, hasEnded) = (try WakeSignal(), try WakeSignal())
        (self.now, self.open, self.receiver) = (now, open, receiver)
        reader = Mutex(Reader())
    }

    /// Selects the input to capture from now on. May be called under locks.
    package func choose(_ input: SceneInput?) {
        let isNew = wanted.withLock { wanted in
            defer { wanted.input = input }
            return wanted.input != input
        }
        if isNew { wakeSignal.raise() }
    }

    /// Requests a retry of a device that was unavailable or lost.
    package func tryAgain() {
        let isWanted = wanted.withLock { wanted in
            wanted.triesAgain = wanted.input != nil
            return wanted.triesAgain
        }
        if isWanted { wakeSignal.raise() }
    }

    /// The maximum latency from the air to the receiver in seconds: a period and a polling interval.
    package var latency: Double {
        Double(periodFrames.load(ordering: .relaxed)) / Double(Self.rate) + MachineTime(nanoseconds: Self.round).seconds
    }

    /// Whether an input is or will be captured from.
    package var isBusy: Bool { wanted.withLock { $0.input != nil } || reader.withLock { $0.input != nil } }

    /// Starts the thread.
    package func run() throws(Shortage) {
        isRunning.store(true, ordering: .relaxed)
        do throws(Shortage) {
            try OrdinaryThread.start { [self] in
                while !isOver.load(ordering: .acquiring) {
                    follow()
                    let isIdle = reader.withLock { $0.input == nil }
                    wakeSignal.wait(nanoseconds: isIdle ? nil : Self.round)
                }
                choose(nil)
                follow()
                hasEnded.raise()
            }.detach()
        } catch {
            isRunning.store(false, ordering: .relaxed)
            throw error
        }
    }

    /// Ends capturing without waiting.
    package func end() {
        isOver.store(true, ordering: .releasing)
        wakeSignal.raise()
    }

    /// Ends capturing and waits until all frames have been delivered.
    package func close() {
        end()
        if isRunning.load(ordering: .relaxed) { return hasEnded.wait() }
        choose(nil)
        follow()
    }

    /// Opens, switches or ends the capture as requested, and delivers the frames captured so far.
    package func follow() {
        let (input, triesAgain) = wanted.withLock { wanted in
            defer { wanted.triesAgain = false }
            return (wanted.input, wanted.triesAgain)
        }
        // The receiver is called with no lock held.
        for call in reader.withLock({ follow(&$0, input, triesAgain) }) { call() }
    }

    // MARK: The device

    private func follow(_ reader: inout Reader, _ input: SceneInput?, _ triesAgain: Bool) -> [@Sendable () -> Void] {
        var calls: [@Sendable () -> Void] = []
        let receiver = receiver
        let last = reader.input
        reader.input = input
        let isMoved = last?.pcm != input?.pcm || (last == nil) != (input == nil)
        if let last, let device = reader.device {
            let lost = device.lost
            let ends = isMoved || lost != nil
            // The frames that the device still holds were recorded before the end and belong to the recording.
            if ends { device.stop() }
            let samples = Self.read(device)
            if !samples.isEmpty { calls.append { receiver.receive(samples, from: last) } }
            if let lost, let pcm = last.pcm {
                let reason = ALSAError(.capture, pcm: pcm, code: lost, kind: .gone).sentence
                calls.append { receiver.fail(last, reason: reason) }
            }
            if ends {
                reader.device = nil
                calls.append { receiver.end(of: last) }
            }
        }
        guard let input, isMoved || (triesAgain && reader.device == nil) else { return calls }
        do throws(ALSAError) { reader.device = try start(input) } catch {
            let reason = "Nothing is recorded: \(error)"
            calls.append { receiver.fail(input, reason: reason) }
        }
        return calls
    }

    private func start(_ input: SceneInput) throws(ALSAError) -> any InputDevice {
        let device: any InputDevice
        if let pcm = input.pcm {
            device = try open(pcm)
        } else {
            let now = now
            device = PacedInput { now().nanoseconds }
        }
        try device.start()
        periodFrames.store(device.periodFrames, ordering: .relaxed)
        return device
    }

    private static func read(_ device: any InputDevice) -> [Float] {
        var samples: [Float] = []
        let room = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
        defer { room.deallocate() }
        while true {
            let count = device.read(into: room, frames: block)
            samples += UnsafeBufferPointer(start: room, count: 2 * count)
            if count < block { return samples }
        }
    }
}
