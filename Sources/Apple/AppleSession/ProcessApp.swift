public import Foundation
@_exported public import SessionPolicy
import Synchronization

/// The app of this process on its device, shared by all of Apple's names.
///
/// Makes no decisions: opens the app on first use, forwards calls and distributes notices. Any thread.
public final class ProcessApp: Sendable {
    /// The app of this process.
    public static let shared = ProcessApp()

    private struct Observer {
        let id: UInt64
        /// The number of the last notice decided before the observation began; only later ones are delivered.
        var since: UInt64
        let isAhead: Bool
        let handler: @Sendable (AppNotice.Message) -> Void
    }

    private struct State {
        var observers: [Observer] = []
        var last: UInt64 = 0
        var waitForPermission: [@Sendable (Bool) -> Void] = []
        var lastFacts: SessionFacts?
        var losses = 0
        var notice: UInt64 = 0
        var preferredRate = 0.0
        var preferredDuration = 0.0
        /// The number of devices that the app has been on: several in a test.
        var devices = 0
        /// The closures that reset what the process has one of.
        var resets: [@Sendable () -> Void] = []
    }

    /// The device, or nil before it is first asked for.
    private let opened = Mutex<Result<any AppleBackend, any Error>?>(nil)
    private let state = Mutex(State())

    private func follow(_ backend: any AppleBackend) {
        let since = backend.lastNotice
        let number = state.withLock { state in
            state.devices += 1
            if !state.observers.contains(where: { $0.id == 0 }), let session = SessionObserver.linked {
                state.observers.append(Observer(id: 0, since: since, isAhead: false, handler: session.receive))
            }
            return state.devices
        }
        backend.observe { [unowned self] notice in
            if state.withLock({ $0.devices }) == number { receive(notice) }
        }
    }

    /// Moves the app to a new device, as if the process had just started: objects that play or record become invalid, and
    /// singletons return to their initial state. For tests.
    package func begin(on backend: any AppleBackend) {
        let resets = state.withLock { state in
            state.observers.removeAll(where: \.isAhead)
            for index in state.observers.indices { state.observers[index].since = 0 }
            (state.waitForPermission, state.lastFacts) = ([], nil)
            (state.preferredRate, state.preferredDuration) = (0, 0)
            state.losses += 1
            return state.resets
        }
        opened.withLock { $0 = .success(backend) }
        follow(backend)
        for reset in resets { reset() }
    }

    /// Calls a closure whenever the app moves to a new device, to reset a singleton.
    public func whenItBegins(_ reset: @escaping @Sendable () -> Void) { state.withLock { $0.resets.append(reset) } }

    /// Returns the backend, for code that creates sounds.
    ///
    /// - Throws: `DeviceFailure` if there is no device.
    public func backend() throws -> any AppleBackend {
        try opened.withLock { opened in
            if let opened { return opened }
            let made = Result {
                let backend = try DeviceEntry.linked.makeBackend()
                follow(backend)
                return backend
            }
            opened = made
            return made
        }.get()
    }

    /// Calls code of the app asynchronously. On the main queue it is an operation, so that observers on that queue are called
    /// directly: in a program with an asynchronous `main` no main thread serves the queue, and Foundation would deadlock.
    ///
    /// - Parameters:
    ///   - queue: The queue; nil for the main queue, on which Apple calls delegates and posts notifications.
    ///   - work: The code.
    public func enqueue(on queue: DispatchQueue? = nil, _ work: @escaping @Sendable () -> Void) {
        let queue = queue === DispatchQueue.main ? nil : queue
        if (try? backend().accepts(work, on: queue)) == true { return }
        if let queue { queue.async(execute: work) } else { OperationQueue.main.addOperation(work) }
    }

    /// Prints a line on standard error that says what would end the program on a phone. With `AUDIOSESSION_STRICT=1` ends the
    /// program here too. A test on a phone reports it.
    ///
    /// - Parameters:
    ///   - place: The function, as Apple names it.
    ///   - sentence: What is wrong with the call.
    public func raise(_ place: String, _ sentence: String) {
        let exception = "\(place): \(sentence). On a phone this ends the program."
        FileHandle.standardError.write(Data((exception + "\n").utf8))
        // Read each time, because programs and tests may change the environment.
        if ProcessInfo.processInfo.environment["AUDIOSESSION_STRICT"] == "1" {
            preconditionFailure("AUDIOSESSION_STRICT=1")
        }
        (try? opened.withLock { $0 }?.get())?.report(exception: exception)
    }

    // MARK: Calls

    /// Performs a call.
    ///
    /// - Throws: `DeviceFailure` if it is refused, or if the host does not answer.
    @discardableResult
    public func perform(_ call: AppCall) throws -> CallOutcome { try backend().perform(call) }

    /// The duration of a vibration, in seconds. Apple does not document it.
    private static let vibration = 0.4

    /// Vibrates, if the device can, and calls a closure on a background thread when done.
    public func vibrate(then end: @escaping @Sendable () -> Void) {
        do {
            try perform(.vibrate)
            try backend().after(Self.vibration, end)
        } catch { enqueue(on: .global(), end) }
    }

    /// The facts of the session; the last known ones if the host does not answer.
    public var facts: SessionFacts {
        if let facts = try? backend().facts() {
            state.withLock { $0.lastFacts = facts }
            return facts
        }
        return state.withLock { $0.lastFacts } ?? .beforeAnyDevice
    }

    /// The categories of the rule book in force.
    public var categories: [Category] { (try? backend().vocabulary.categories.cases) ?? Category.allCases }

    /// The modes that the rule book in force supports.
    public var modes: [Mode] { (try? backend().vocabulary.modes.cases) ?? Mode.allCases }

    // MARK: Hardware

    /// The latencies of the hardware behind the app's route in seconds; 0 if unknown.
    public var latencies: (output: Double, input: Double) { (try? backend().latencies) ?? (0, 0) }

    /// The hardware's buffer duration in seconds.
    public var bufferDuration: Double { Double(bufferFrames) / DeviceFormat.rate }

    /// The inputs that the category and its options allow, active or not, or nil if there are none.
    public var availableInputs: [PortFacts]? {
        let inputs = facts.availableInputs
        return inputs.isEmpty ? nil : inputs
    }

    /// The preferred input while it is available.
    public var preferredInput: PortFacts? { facts.preferredInput }

    /// Returns whether the system of the rule book in force has a feature.
    public func has(_ feature: Feature) -> Bool { (try? backend().vocabulary.features.contains(feature)) ?? false }

    // MARK: Wishes

    /// The preferred sample rate; 0 if none is set. Only read back: the hardware keeps its rate.
    public var preferredSampleRate: Double {
        get { state.withLock { $0.preferredRate } }
        set { state.withLock { $0.preferredRate = newValue } }
    }

    /// The preferred buffer duration in seconds; 0 if none is set.
    public var preferredBufferDuration: Double {
        get { state.withLock { $0.preferredDuration } }
        set { state.withLock { $0.preferredDuration = newValue } }
    }

    /// The hardware's buffer size in frames at 48 kHz: the power of two from 256 to 4,096 nearest to the preference, 1,024 by
    /// default.
    public var bufferFrames: Int {
        let wanted = preferredBufferDuration * DeviceFormat.rate
        guard wanted > 0, wanted.isFinite else { return 1_024 }
        return [256, 512, 1_024, 2_048, 4_096].min { abs(Double($0) - wanted) < abs(Double($1) - wanted) } ?? 1_024
    }

    /// Passes a preference to the device.
    ///
    /// - Returns: False if the system does not support the preference, which is then ignored.
    /// - Throws: `DeviceFailure` if it is refused, or if the host does not answer.
    @discardableResult
    public func wish(_ wish: AppCall) throws -> Bool {
        if let feature = wish.feature, try !backend().vocabulary.features.contains(feature) { return false }
        try perform(wish)
        return true
    }

    /// Starts receiving notices of the device's calls.
    public func followCalls() { try? backend().followCalls() }

    /// Sets the Now Playing info; nil clears it.
    public func setNowPlaying(_ info: NowPlayingInfo?) { try? backend().setNowPlaying(info) }

    // MARK: Notices

    /// Calls a closure with each notice decided from now on, in order, on a background thread.
    ///
    /// - Parameter isAhead: Whether it is called before the observers that notify the program: a player has stopped before the
    ///   program learns of the interruption.
    /// - Returns: The observer, for `forget(_:)`.
    @discardableResult
    public func observe(
        isAhead: Bool = false, _ handler: @escaping @Sendable (AppNotice.Message) -> Void
    ) -> UInt64 {
        let since = (try? backend().lastNotice) ?? 0
        return state.withLock { state in
            state.last += 1
            state.observers.append(Observer(id: state.last, since: since, isAhead: isAhead, handler: handler))
            return state.last
        }
    }

    /// Removes an observer.
    public func forget(_ observer: UInt64) { state.withLock { $0.observers.removeAll { $0.id == observer } } }

    private func receive(_ notice: AppNotice) {
        let message = notice.message
        if case .recordPermissionChanged(let permission) = message { answer(permission == .granted) }
        if message == .mediaServicesWereLost { state.withLock { $0.losses += 1 } }
        if message == .mediaServicesWereReset {
            state.withLock { ($0.preferredRate, $0.preferredDuration) = (0, 0) }
        }
        let observers = state.withLock { state in
            state.notice = notice.number
            return state.observers
        }
        func call(isAhead: Bool) {
            for observer in observers where observer.isAhead == isAhead && observer.since < notice.number {
                observer.handler(message)
            }
        }
        switch message {
        // A player that stops by itself reacts, and is not stopped by the program.
        case .interruptionBegan, .routeChanged, .mediaServicesWereLost:
            handle(notice.number) { call(isAhead: true) }
        default: call(isAhead: true)
        }
        call(isAhead: false)
    }

    /// The number of the notice whose observers are called now.
    public var notice: UInt64 { state.withLock { $0.notice } }

    /// Runs the program's code for a notice, of which the device may want to know.
    public func handle(_ notice: UInt64, _ work: () -> Void) {
        if let backend = try? backend() { backend.handle(notice, work) } else { work() }
    }

    /// The number of times that the media server has died under this process.
    fileprivate var losses: Int { state.withLock { $0.losses } }

    // MARK: Permission

    /// Asks the user for permission to record. The closure is called on a background thread.
    public func requestRecordPermission(_ answer: @escaping @Sendable (Bool) -> Void) {
        state.withLock { $0.waitForPermission.append(answer) }
        do {
            guard case .flag(let isGranted)? = try perform(.requestRecordPermission).answer else { return }
            enqueue(on: .global()) { self.answer(isGranted) }
        } catch {
            enqueue(on: .global()) { self.answer(false) }
        }
    }

    private func answer(_ isGranted: Bool) {
        let waiting = state.withLock { state in
            defer { state.waitForPermission = [] }
            return state.waitForPermission
        }
        for answer in waiting { answer(isGranted) }
    }
}

/// An observation of the device's notices, which ends when this object is released.
public final class NewsObservation: Sendable {
    private let number: UInt64

    /// Creates an observation ahead of the observers that notify the program.
    public init(_ handler: @escaping @Sendable (AppNotice.Message) -> Void) {
        number = ProcessApp.shared.observe(isAhead: true, handler)
    }

    deinit { ProcessApp.shared.forget(number) }
}

/// The media server's lifetime in which an object was created. Players and recorders become invalid when it ends (R-MS-1).
public struct MediaServerLife: Sendable {
    private let losses = ProcessApp.shared.losses

    /// Creates the current lifetime.
    public init() {}

    /// Whether the server has died since.
    public var isOver: Bool { ProcessApp.shared.losses != losses }
}

extension AppNotice.Message {
    /// Whether it ends what plays and records.
    public var stopsSounds: Bool {
        if case .interruptionBegan = self { true } else { self == .mediaServicesWereLost }
    }
}

extension SessionFacts {
    fileprivate static let beforeAnyDevice = SessionFacts(
        at: MachineTime(nanoseconds: 0), category: .soloAmbient, isLaunched: false, isInForeground: false,
        route: RouteFacts(outputs: [PortFacts(port: .builtInSpeaker, uid: "Speaker", name: "Speaker")], inputs: []),
        outputVolume: 0.5, slider: .level(0.5), otherAudioIsPlaying: false, secondaryAudioShouldBeSilencedHint: false,
        inputIsAvailable: true, recordPermission: .undetermined, mediaServicesAreLost: true)
}
