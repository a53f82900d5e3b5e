import ALSADevice
package import SessionPolicy
import Synchronization
package import SystemSupport

/// Receives the frames that a process captures. Each member is called with no lock held: on the capture's thread, or,
/// where time is moved by hand, on the thread that moves it.
package protocol CaptureReceiver: AnyObject, Sendable {
    /// Receives frames.
    ///
    /// - Parameters:
    ///   - samples: Interleaved stereo; full scale is 1.
    ///   - input: The input that the frames come from, and the apps that they are for.
    func receive(_ samples: [Float], from input: SceneInput)
    /// Learns that nothing more comes from an input.
    func end(of input: SceneInput)
    /// Learns that nothing can be captured from an input, or no more.
    func fail(_ input: SceneInput, reason: String)
    /// Finishes what it keeps: nothing is captured any more.
    func finish()
}

extension CaptureReceiver {
    /// Most keep nothing that has to be finished.
    package func finish() {}
}

/// Captures for one process: while a scene names an input, frames go from that input to a receiver.
///
/// A thread of its own reads the device. Where time is moved by hand, the thread that moves it reads the device.
package final class Capture: Sendable {
    /// Frames per second.
    package static let rate = 48_000
    private static let block = 1_024
    /// The time between two looks at the device, in nanoseconds.
    private static let round: Int64 = 20_000_000

    /// The device that is open for capture, and the input that it captures.
    private struct Reader: ~Copyable {
        var input: SceneInput?
        var device: (any InputDevice)?
    }

    /// The input that is to be captured from, noted under the arbiter's lock.
    private struct Wanted {
        var input: SceneInput?
        /// True if a device that could not be opened, or was lost, is to be tried again.
        var triesAgain = false
    }

    private let wanted = Mutex(Wanted())
    private let reader: Mutex<Reader>
    private let wakeSignal: WakeSignal
    private let isOver = Atomic(false)
    /// True while its thread runs; the signal is raised when the thread has ended.
    private let isRunning = Atomic(false)
    private let hasEnded: WakeSignal
    /// Frames that the device hands over at a time, or the last one did.
    private let periodFrames = Atomic(256)
    private let now: @Sendable () -> MachineTime
    private let open: InputOpener
    private let receiver: any CaptureReceiver

    /// Prepares; `run` lets it go on by itself.
    ///
    /// - Parameters:
    ///   - now: The device's time.
    ///   - open: Opens a PCM for capture, on the capture's thread.
    ///   - receiver: Gets the frames.
    /// - Throws: `Shortage` where the signal that wakes the thread is not to be had.
    package init(
        now: @escaping @Sendable () -> MachineTime,
        open: @escaping InputOpener,
        receiver: any CaptureReceiver
    ) throws(Shortage) {
        (wakeSignal, hasEnded) = (try WakeSignal(), try WakeSignal())
        (self.now, self.open, self.receiver) = (now, open, receiver)
        reader = Mutex(Reader())
    }

    /// Chooses the input that is captured from now on; may be called under locks.
    package func choose(_ input: SceneInput?) {
        let isNew = wanted.withLock { wanted in
            defer { wanted.input = input }
            return wanted.input != input
        }
        if isNew { wakeSignal.raise() }
    }

    /// Lets a device that could not be had, or was lost, be tried again.
    package func tryAgain() {
        let isWanted = wanted.withLock { wanted in
            wanted.triesAgain = wanted.input != nil
            return wanted.triesAgain
        }
        if isWanted { wakeSignal.raise() }
    }

    /// Seconds from the air to the receiver at most: a period of the device, and the round in which it is looked at.
    package var latency: Double {
        Double(periodFrames.load(ordering: .relaxed)) / Double(Self.rate) + MachineTime(nanoseconds: Self.round).seconds
    }

    /// True while an input is captured from, or is to be.
    package var isBusy: Bool { wanted.withLock { $0.input != nil } || reader.withLock { $0.input != nil } }

    /// Starts the thread.
    ///
    /// - Throws: `Shortage` where there is none.
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

    /// Ends it, without waiting.
    package func end() {
        isOver.store(true, ordering: .releasing)
        wakeSignal.raise()
    }

    /// Ends it, and waits until all that was captured has been handed over.
    package func close() {
        end()
        if isRunning.load(ordering: .relaxed) { return hasEnded.wait() }
        choose(nil)
        follow()
    }

    /// Opens, moves or ends the capture as it is wanted, and hands on what has been captured by now.
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
            device = SilentInput(rate: Self.rate) { now().nanoseconds }
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
