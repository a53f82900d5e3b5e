import Dispatch
@_exported public import SessionCalls
public import SessionDevice
@_exported public import SessionPolicy
import Synchronization

/// What was refused or went wrong, with the code of Apple's interfaces and a sentence that says what would work.
public struct DeviceFailure: Error, Hashable, Sendable {
    /// AVAudioSession's code.
    public let code: Int32
    /// What is wrong and what to do.
    public let sentence: String

    /// Describes a failure.
    public init(code: Int32, sentence: String) { (self.code, self.sentence) = (code, sentence) }

    /// 'msrv': nobody answers.
    public static let mediaServicesFailed: Int32 = 0x6D73_7276

    init(_ error: DeviceError) {
        code =
            switch error {
            case .refused(let refusal): refusal.code ?? 0x7768_6174
            case .unreachable, .forked: Self.mediaServicesFailed
            case .badValue, .file: -50
            }
        sentence = error.description
    }
}

/// The one app that this process is on its device, shared by all of Apple's names.
///
/// It decides nothing: it opens the app when it is first asked, hands calls on, and hands notices out. Any thread.
public final class ProcessApp: Sendable {
    /// The app of this process.
    public static let shared = ProcessApp()

    private struct State {
        var observers: [@Sendable (AppNotice.Message) -> Void] = []
        var waitForPermission: [@Sendable (Bool) -> Void] = []
        var lastFacts: SessionFacts?
        var isOnCall = false
    }

    private let opened: Result<AudioApp, DeviceError>
    private let state = Mutex(State())
    /// Where notices are told, in order, on a thread that is not the main one.
    private let queue = DispatchQueue(label: "audiosession.news")

    private init() {
        do throws(DeviceError) { opened = .success(try AudioApp.ofThisProcess()) } catch { opened = .failure(error) }
        guard case .success(let app) = opened else { return }
        app.onNotice(queue: queue) { notice in Self.shared.take(notice) }
    }

    /// The app itself, for those who make sounds on it.
    ///
    /// - Throws: `DeviceFailure` where there is no device.
    public func app() throws(DeviceFailure) -> AudioApp {
        switch opened {
        case .success(let app): return app
        case .failure(let error): throw DeviceFailure(error)
        }
    }

    // MARK: Calls

    /// Hands over a call.
    ///
    /// - Throws: `DeviceFailure` if it is refused, or if nobody answers.
    @discardableResult
    public func perform(_ call: AppCall) throws(DeviceFailure) -> CallOutcome {
        let app = try app()
        do throws(DeviceError) { return try app.perform(call) } catch { throw DeviceFailure(error) }
    }

    /// What the app may read now; where nobody answers, what it read last.
    public var facts: SessionFacts {
        if case .success(let app) = opened, let facts = try? app.facts() {
            state.withLock { $0.lastFacts = facts }
            return facts
        }
        return state.withLock { $0.lastFacts } ?? .beforeAnyDevice
    }

    // MARK: Notices

    /// Has a closure called with each notice from now on, in order, on a thread that is not the main one.
    public func observe(_ take: @escaping @Sendable (AppNotice.Message) -> Void) {
        state.withLock { $0.observers.append(take) }
    }

    private func take(_ notice: AppNotice) {
        if case .recordPermissionChanged(let permission) = notice.message {
            let waiting = state.withLock { state in
                defer { state.waitForPermission = [] }
                return state.waitForPermission
            }
            for answer in waiting { answer(permission == .granted) }
        }
        for observer in state.withLock({ $0.observers }) { observer(notice.message) }
    }

    // MARK: Permission

    /// Asks the person for the microphone; the answer comes on a thread that is not the main one.
    public func requestRecordPermission(_ answer: @escaping @Sendable (Bool) -> Void) {
        state.withLock { $0.waitForPermission.append(answer) }
        let outcome: CallOutcome?
        do throws(DeviceFailure) { outcome = try perform(.requestRecordPermission) } catch { outcome = nil }
        guard outcome?.answer != nil || outcome == nil else { return }
        let isGranted = outcome?.answer == .flag(true)
        queue.async {
            let waiting = self.state.withLock { state in
                defer { state.waitForPermission = [] }
                return state.waitForPermission
            }
            for answer in waiting { answer(isGranted) }
        }
    }
}

extension SessionFacts {
    /// What a session is before there is any device to ask.
    fileprivate static let beforeAnyDevice = SessionFacts(
        at: MachineTime(nanoseconds: 0), category: .soloAmbient, isLaunched: false, isInForeground: false,
        route: RouteFacts(outputs: [PortFacts(port: .builtInSpeaker, uid: "Speaker", name: "Speaker")], inputs: []),
        outputVolume: 0.5, slider: .level(0.5), otherAudioIsPlaying: false, secondaryAudioShouldBeSilencedHint: false,
        inputIsAvailable: true, recordPermission: .undetermined, mediaServicesAreLost: true)
}
