internal import AppleSession
internal import Foundation
internal import Synchronization

/// An action that a provider's delegate has been asked for.
struct CallOrder: Sendable {
    enum End { case fulfilled, failed, timedOut }

    /// The user's act, already performed, or nil if the program requests it: then it is performed when the action is fulfilled.
    let doing: CallAction?
    /// Whether the call has ended regardless of the delegate.
    var isOver = false
}

/// Mediates between the device and the program's providers. Makes no decisions: the device's notices become actions, and
/// fulfilled actions become calls of the app. No lock is held while either is called.
final class CallCenter: Sendable {
    static let shared = CallCenter()

    /// The time a delegate has for an action, in seconds of the device's time. Apple does not document it.
    private static let patience = 10.0

    fileprivate struct OwnCall {
        /// The device's identifier of the call, or nil if the call has none.
        let uid: String?
        weak var provider: CXProvider?
        var group: UUID
        /// The phase of the call, or nil before its start is fulfilled.
        var phase: Call.Phase?
    }

    /// The state of the system's activation of the session, as reported to the program.
    fileprivate enum Activation { case none, waits, told }

    fileprivate struct State {
        var isFollowing = false
        var providers: [Weak<CXProvider>] = []
        var observers: [Weak<CXCallObserver>] = []
        var calls: [UUID: OwnCall] = [:]
        var pending: [(transaction: CXTransaction, provider: Weak<CXProvider>)] = []
        var activation = Activation.none
        var connected: Set<UInt64> = []

        func call(of action: CXAction) -> OwnCall? { (action as? CXCallAction).flatMap { calls[$0.callUUID] } }
    }

    fileprivate struct Weak<Object: AnyObject>: @unchecked Sendable { weak var value: Object? }

    private let state = Mutex(State())

    // MARK: Who takes part

    func add(_ provider: CXProvider) {
        follow()
        state.withLock { $0.providers.append(Weak(value: provider)) }
    }

    func add(_ observer: CXCallObserver) {
        follow()
        state.withLock { state in
            state.observers.removeAll { $0.value == nil }
            state.observers.append(Weak(value: observer))
        }
    }

    func remove(_ provider: CXProvider) {
        let own = state.withLock { state in
            state.providers.removeAll { $0.value == nil || $0.value === provider }
            return state.calls.filter { $0.value.provider === provider }.keys
        }
        for uuid in own { report(ended: uuid) }
    }

    private func follow() {
        let isFirst = state.withLock { state in
            defer { state.isFollowing = true }
            return !state.isFollowing
        }
        guard isFirst else { return }
        ProcessApp.shared.observe { [self] message in handle(message) }
        ProcessApp.shared.followCalls()
        ProcessApp.shared.whenItBegins { [self] in
            state.withLock { $0 = State(isFollowing: true) }
            ProcessApp.shared.followCalls()
        }
    }

    // MARK: What the program says

    /// Registers an incoming call.
    /// - Returns: nil, or the reason of the refusal.
    func report(incoming uuid: UUID, by provider: CXProvider) -> CXErrorCodeIncomingCallError? {
        let isNew = state.withLock { state in
            guard state.calls[uuid] == nil else { return false }
            state.calls[uuid] = OwnCall(uid: uuid.uuidString, provider: provider, group: uuid, phase: .incoming)
            return true
        }
        guard isNew else { return CXErrorCodeIncomingCallError(.callUUIDAlreadyExists) }
        guard let failure = perform(.incoming, uuid) else { return nil }
        forget(uuid)
        return CXErrorCodeIncomingCallError(.unknown, userInfo: [NSLocalizedDescriptionKey: failure.sentence])
    }

    func report(ended uuid: UUID) {
        guard let call = state.withLock({ $0.calls[uuid] }) else { return }
        if let phase = call.phase { perform(phase == .incoming ? .missed : .remoteEnded, uuid) }
        forget(uuid)
    }

    func report(connected uuid: UUID) {
        guard state.withLock({ $0.calls[uuid]?.phase }) == .outgoing else { return }
        perform(.answered, uuid)
    }

    /// Begins a transaction that the program requests.
    /// - Returns: The provider that performs it, or the reason of the refusal.
    func request(_ transaction: CXTransaction) -> Result<CXProvider, CXErrorCodeRequestTransactionError> {
        let actions = transaction.actions
        let answer: Result<CXProvider, CXErrorCodeRequestTransactionError> = state.withLock { state in
            guard !actions.isEmpty else { return .failure(.init(.emptyTransaction)) }
            guard let first = state.firstProvider else {
                return .failure(.init(.unknownCallProvider))
            }
            var provider = first
            for action in actions {
                if let code = state.objection(to: action, first) { return .failure(.init(code)) }
                provider = state.call(of: action)?.provider ?? provider
            }
            for case let start as CXStartCallAction in actions {
                state.calls[start.callUUID] = OwnCall(
                    uid: start.callUUID.uuidString, provider: first, group: start.callUUID, phase: nil)
            }
            return .success(provider)
        }
        if case .success(let provider) = answer, !begin(transaction, CallOrder(doing: nil), provider) {
            return .failure(.init(.invalidAction))
        }
        return answer
    }

    func pendingTransactions(of provider: CXProvider) -> [CXTransaction] {
        state.withLock { $0.pending.filter { $0.provider.value === provider }.map(\.transaction) }
            .filter { !$0.isComplete }
    }

    /// Begins the actions of a transaction and sets their timeout before any delegate is called.
    private func begin(_ transaction: CXTransaction, _ order: CallOrder, _ provider: CXProvider) -> Bool {
        let actions = transaction.actions
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        guard actions.allSatisfy({ $0.begin(order, deadline: deadline) }) else { return false }
        state.withLock { $0.pending.append((transaction, Weak(value: provider))) }
        try? ProcessApp.shared.backend().after(Self.patience) { [weak provider] in
            for action in actions where action.complete(.timedOut) {
                provider?.tell { $0.provider($1, timedOutPerforming: action) }
            }
        }
        return true
    }

    private func ask(_ actions: [CXAction], _ order: CallOrder, _ provider: CXProvider) {
        let transaction = CXTransaction(actions: actions)
        if begin(transaction, order, provider) { provider.perform(transaction) }
    }

    func complete(_ action: CXAction, _ order: CallOrder, _ end: CallOrder.End) {
        guard let action = action as? CXCallAction else { return }
        switch (end, order.doing) {
        case _ where order.isOver: break
        case (.fulfilled, nil): carryOut(action)
        case (.fulfilled, _?): break
        case (_, nil): if action is CXStartCallAction { forget(action.callUUID) }
        case (_, let done?): undo(done, action.callUUID)
        }
        let provider = state.withLock { state in
            state.pending.removeAll { $0.transaction.isComplete || $0.provider.value == nil }
            guard state.activation == .waits, end == .fulfilled, !state.isComing else { return CXProvider?.none }
            state.activation = .told
            return state.providerOfCallOn
        }
        provider?.tell { $0.provider($1, didActivate: AVAudioSession.sharedInstance()) }
    }

    private func carryOut(_ action: CXCallAction) {
        let uuid = action.callUUID
        if let group = action as? CXSetGroupCallAction {
            state.withLock { state in
                let joined = group.callUUIDToGroupWith.flatMap { state.calls[$0]?.group } ?? uuid
                state.calls[uuid]?.group = joined
            }
        }
        guard let call = state.withLock({ $0.calls[uuid] }) else { return }
        // A call that never started ends silently.
        if action is CXEndCallAction, call.phase == nil { return forget(uuid) }
        guard let phase = action.consequence(in: call.phase) else { return }
        let failure = perform(phase, uuid)
        if action is CXEndCallAction { forget(uuid) }
        guard failure != nil, action is CXStartCallAction, let provider = call.provider else { return }
        // The device refuses this call, so it ends immediately.
        ask([CXEndCallAction(call: uuid)], CallOrder(doing: nil, isOver: true), provider)
        forget(uuid)
    }

    /// Reverts an act of the user that the program failed to perform, unless the call has ended.
    private func undo(_ done: CallAction, _ uuid: UUID) {
        guard state.withLock({ $0.calls[uuid] }) != nil else { return }
        switch done {
        case .start, .answer: perform(.ended, uuid)
        case .hold: perform(.unheld, uuid)
        case .unhold: perform(.held, uuid)
        case .mute: perform(.unmuted, uuid)
        case .unmute: perform(.muted, uuid)
        case .end: break
        }
    }

    @discardableResult
    private func perform(_ phase: CallPhase, _ uuid: UUID) -> DeviceFailure? {
        let call = state.withLock { $0.calls[uuid] }
        let uid = call == nil ? uuid.uuidString : call?.uid
        do { try ProcessApp.shared.perform(.call(phase, uid: uid)) } catch { return DeviceFailure(error) }
        // The device's notice about it has not arrived yet.
        let place: Call.Phase? =
            switch phase {
            case .outgoing: .outgoing
            case .answered, .unheld: .answered
            case .held: .held
            default: call?.phase
            }
        state.withLock { $0.calls[uuid]?.phase = place }
        return nil
    }

    private func forget(_ uuid: UUID) { state.withLock { $0.calls[uuid] = nil } }

    // MARK: What the device says

    private func handle(_ message: AppNotice.Message) {
        switch message {
        case .callChanged(let call, let action): handle(call, action)
        case .callActivated:
            let provider = state.withLock { state in
                state.activation = state.isComing ? .waits : .told
                return state.activation == .told ? state.providerOfCallOn : nil
            }
            provider?.tell { $0.provider($1, didActivate: AVAudioSession.sharedInstance()) }
        case .callDeactivated:
            let provider = state.withLock { state in
                defer { state.activation = .none }
                return state.activation == .told ? state.firstProvider : nil
            }
            provider?.tell { $0.provider($1, didDeactivate: AVAudioSession.sharedInstance()) }
        case .deviceLost, .terminated: reset()
        default: break
        }
    }

    private func handle(_ call: CallFacts, _ action: CallAction?) {
        let uuid = call.uuid
        let (provider, observers, hasConnected) = state.withLock { state in
            if call.phase == .answered { state.connected.insert(call.number) }
            let hasConnected = state.connected.contains(call.number)
            if call.phase == nil { state.connected.remove(call.number) }
            let provider = state.calls[uuid]?.provider ?? state.firstProvider
            if call.isOwn, call.phase == nil {
                state.calls[uuid] = nil
            } else if call.isOwn {
                var own = state.calls[uuid] ?? OwnCall(uid: call.uid, provider: provider, group: uuid, phase: nil)
                own.phase = call.phase
                state.calls[uuid] = own
            }
            return (provider, state.observers.compactMap(\.value), hasConnected)
        }
        let shown = CXCall(call, hasConnected: hasConnected)
        for observer in observers { observer.tell(shown) }
        if let action, let provider {
            ask([action.action(on: uuid)], CallOrder(doing: action, isOver: action == .end), provider)
        }
    }

    /// Called when the device has gone or has ended the app, and all calls with it.
    private func reset() {
        let providers = state.withLock { state in
            (state.calls, state.connected, state.activation) = ([:], [], .none)
            return state.providers.compactMap(\.value)
        }
        for provider in providers { provider.tell { $0.providerDidReset($1) } }
    }
}

extension CallCenter.State {
    /// Whether a call is starting or being answered and its action is not fulfilled yet.
    fileprivate var isComing: Bool {
        pending.contains { item in
            item.transaction.actions.contains { action in
                guard !action.isComplete else { return false }
                return action is CXAnswerCallAction || action is CXStartCallAction
                    || (action as? CXSetHeldCallAction)?.isOnHold == false
            }
        }
    }

    fileprivate var providerOfCallOn: CXProvider? {
        calls.values.first { $0.phase == .answered || $0.phase == .outgoing }?.provider
            ?? firstProvider
    }

    fileprivate var firstProvider: CXProvider? { providers.lazy.compactMap(\.value).first }

    /// Returns the reason for refusing an action, or nil.
    fileprivate func objection(
        to action: CXAction, _ provider: CXProvider
    ) -> CXErrorCodeRequestTransactionError.Code? {
        guard action.isFresh, let call = action as? CXCallAction else { return .invalidAction }
        let limits = provider.configuration
        if call is CXStartCallAction {
            if calls[call.callUUID] != nil { return .callUUIDAlreadyExists }
            return Set(calls.values.map(\.group)).count >= limits.maximumCallGroups ? .maximumCallGroupsReached : nil
        }
        guard calls[call.callUUID] != nil else { return .unknownCallUUID }
        guard let other = (call as? CXSetGroupCallAction)?.callUUIDToGroupWith else { return nil }
        guard let group = calls[other]?.group else { return .unknownCallUUID }
        return calls.values.count { $0.group == group } >= limits.maximumCallsPerCallGroup ? .invalidAction : nil
    }
}

extension CallAction {
    fileprivate func action(on call: UUID) -> CXCallAction {
        switch self {
        case .start: CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: ""))
        case .answer: CXAnswerCallAction(call: call)
        case .end: CXEndCallAction(call: call)
        case .hold: CXSetHeldCallAction(call: call, onHold: true)
        case .unhold: CXSetHeldCallAction(call: call, onHold: false)
        case .mute: CXSetMutedCallAction(call: call, muted: true)
        case .unmute: CXSetMutedCallAction(call: call, muted: false)
        }
    }
}
