import ALSADevice
import SessionCalls
import SessionPolicy
import SessionSound
import Synchronization

/// What a process captures: as long as a scene says so, frames go from the input in force to the recorders of its apps.
///
/// A thread of its own reads the device, and hands frames to whoever wants them without holding any lock; where time goes
/// by hand, whoever moves it does that.
final class Capture: Sendable {
    /// Frames per second.
    static let rate = 48_000
    private static let block = 1_024

    /// What is captured from.
    private struct Reader: ~Copyable {
        var input: SceneInput?
        var device: (any InputDevice)?
        /// Since when silence is captured in place of a device, and how many frames of it.
        var since: MachineTime?
        var taken: Int64 = 0
        /// The PCM that could not be had, which is not tried again until another one is in force.
        var refused: String?
    }

    private let wanted = Mutex<SceneInput?>(nil)
    private let tracks = Mutex<[RecorderTrack]>([])
    private let reader = Mutex(Reader())
    private let bell: Doorbell
    private let isOver = Atomic(false)
    private let now: @Sendable () -> MachineTime
    private let fail: @Sendable (_ app: String, _ reason: String) -> Void

    /// Prepares; `run` lets it go on by itself.
    ///
    /// - Parameters:
    ///   - now: The device's time.
    ///   - fail: Is told that an app's recording cannot go on, and why.
    /// - Throws: `Shortage` where what wakes its thread is not to be had.
    init(
        now: @escaping @Sendable () -> MachineTime, fail: @escaping @Sendable (_ app: String, _ reason: String) -> Void
    ) throws(Shortage) {
        bell = try Doorbell()
        (self.now, self.fail) = (now, fail)
    }

    /// Notes what is to be captured from now on; called under the device's lock.
    func take(_ input: SceneInput?) {
        let isNew = wanted.withLock { wanted in
            defer { wanted = input }
            return wanted != input
        }
        if isNew { bell.ring() }
    }

    func add(_ track: RecorderTrack) { tracks.withLock { $0.append(track) } }

    func remove(_ track: RecorderTrack) { tracks.withLock { $0.removeAll { $0 === track } } }

    /// Starts the thread.
    ///
    /// - Throws: `Shortage` where there is none.
    func run() throws(Shortage) {
        try OrdinaryThread.start { [self] in
            while !isOver.load(ordering: .acquiring) {
                follow()
                let isIdle = reader.withLock { $0.input == nil }
                bell.wait(nanoseconds: isIdle ? nil : 20_000_000)
            }
            reader.withLock { Self.stop(&$0) }
        }.detach()
    }

    func end() {
        isOver.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Opens, moves or ends the capture as it is wanted, and hands on what has been captured by now.
    func follow() {
        let input = wanted.withLock { $0 }
        var failure: (apps: [String], reason: String)?
        var pieces: [(apps: [String], samples: [Float])] = []
        reader.withLock { reader in
            if reader.input != input, let last = reader.input {
                // What was captured by then is theirs.
                if let samples = read(&reader) { pieces.append((last.apps, samples)) }
            }
            if reader.input?.pcm != input?.pcm || (reader.input == nil) != (input == nil) {
                Self.stop(&reader)
                if let input, let reason = start(&reader, input) { failure = (input.apps, reason) }
            }
            reader.input = input
            guard let input else { return }
            if let samples = read(&reader) { pieces.append((input.apps, samples)) }
            if let lost = reader.device?.lost, let pcm = input.pcm {
                failure = (input.apps, ALSAError(.capture, pcm: pcm, code: lost, kind: .gone).sentence)
                Self.stop(&reader)
            }
        }
        for (apps, samples) in pieces where !samples.isEmpty {
            for track in tracks.withLock({ $0 }) where apps.contains(track.app) { track.take(samples) }
        }
        if let failure { for app in failure.apps { fail(app, failure.reason) } }
    }

    // MARK: The device

    /// - Returns: Why nothing can be captured; nil where it can.
    private func start(_ reader: inout Reader, _ input: SceneInput) -> String? {
        guard let pcm = input.pcm else {
            (reader.since, reader.taken) = (now(), 0)
            return nil
        }
        do throws(ALSAError) {
            let device = try ALSAInput(pcm: pcm, rate: Self.rate)
            try device.start()
            reader.device = device
            return nil
        } catch {
            return "Nothing is recorded: \(error)"
        }
    }

    private static func stop(_ reader: inout Reader) {
        reader.device?.stop()
        (reader.device, reader.since) = (nil, nil)
    }

    private func read(_ reader: inout Reader) -> [Float]? {
        if let since = reader.since {
            let frames = now().nanoseconds(since: since) * Int64(Self.rate) / 1_000_000_000
            defer { reader.taken = frames }
            return [Float](repeating: 0, count: 2 * Int(max(0, frames - reader.taken)))
        }
        guard let device = reader.device else { return nil }
        var samples: [Float] = []
        while true {
            let room = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Self.block)
            defer { room.deallocate() }
            let count = device.read(into: room, frames: Self.block)
            samples += UnsafeBufferPointer(start: room, count: 2 * count)
            if count < Self.block { return samples }
        }
    }
}
