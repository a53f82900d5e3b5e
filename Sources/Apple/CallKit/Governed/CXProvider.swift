public import AVFAudio
internal import Dispatch
public import Foundation
internal import Synchronization

/// A program's calls, as the system knows them: what comes in is reported here, and what the person does at the system's
/// screen is told the delegate. Any thread.
open class CXProvider: NSObject, @unchecked Sendable {
    private struct State {
        var configuration: CXProviderConfiguration
        var delegate = WeakProviderDelegate()
        var queue: DispatchQueue?
    }

    private let state: Mutex<State>

    /// Creates a provider; a program has one.
    public init(configuration: CXProviderConfiguration) {
        state = Mutex(State(configuration: configuration))
        super.init()
        CallCenter.shared.add(self)
    }

    /// The configuration of the provider's calls.
    open var configuration: CXProviderConfiguration {
        get { state.withLock { $0.configuration } }
        set { state.withLock { $0.configuration = newValue } }
    }

    /// Says who does what the person wants, which is told `providerDidBegin(_:)` at once.
    ///
    /// - Parameter queue: Where the delegate is told; nil is the main queue.
    open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        let delegate = WeakProviderDelegate(value: delegate)
        state.withLock { ($0.delegate, $0.queue) = (delegate, queue) }
        tell { $0.providerDidBegin($1) }
    }

    /// Reports a call that comes in. The phone rings, or the call knocks.
    ///
    /// - Parameter completion: Told, where the delegate is told, nil or why the call is not taken.
    open func reportNewIncomingCall(
        with uuid: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let error = CallCenter.shared.report(incoming: uuid, by: self)
        enqueue { completion(error) }
    }

    /// Reports a call that comes in. The phone rings, or the call knocks.
    ///
    /// - Throws: Why the call is not taken.
    open func reportNewIncomingCall(with uuid: UUID, update: CXCallUpdate) async throws {
        if let error = CallCenter.shared.report(incoming: uuid, by: self) { throw error }
    }

    /// Reports what has changed about a call; no screen shows it here.
    open func reportCall(with uuid: UUID, updated update: CXCallUpdate) {}

    /// Reports that a call is over that neither the person nor the app has ended. The device's time counts.
    open func reportCall(with uuid: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        CallCenter.shared.report(ended: uuid)
    }

    /// Reports that a call that is made begins to ring at its other side; nothing sounds otherwise here for it.
    open func reportOutgoingCall(with uuid: UUID, startedConnectingAt dateStartedConnecting: Date?) {}

    /// Reports that the other side has answered. The device's time counts.
    open func reportOutgoingCall(with uuid: UUID, connectedAt dateConnected: Date?) {
        CallCenter.shared.report(connected: uuid)
    }

    /// Reports the payload of a notification as a call, which only the extension that receives notifications may do:
    /// refused with `invalidClientProcess`, because no such extension runs here.
    @preconcurrency
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let refusal = CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess)
        DispatchQueue.global().async { completion?(refusal) }
    }

    /// Reports the payload of a notification as a call.
    ///
    /// - Throws: `invalidClientProcess`, as above.
    open class func reportNewIncomingVoIPPushPayload(_ dictionaryPayload: [AnyHashable: Any]) async throws {
        throw CXErrorCodeNotificationServiceExtensionError(.invalidClientProcess)
    }

    /// The transactions whose actions are not all done.
    open var pendingTransactions: [CXTransaction] { CallCenter.shared.pendingTransactions(of: self) }

    /// The actions of a class on a call that are not done.
    open func pendingCallActions(of callActionClass: AnyClass, withCall callUUID: UUID) -> [CXCallAction] {
        pendingTransactions.flatMap(\.actions).compactMap { $0 as? CXCallAction }.filter {
            !$0.isComplete && $0.callUUID == callUUID && type(of: $0) == callActionClass
        }
    }

    /// Ends the provider and its calls; its delegate is told nothing more.
    open func invalidate() {
        state.withLock { $0.delegate = WeakProviderDelegate() }
        CallCenter.shared.remove(self)
    }

    /// Tells the delegate something, on its queue, if there is one by then.
    func tell(_ what: @escaping @Sendable (any CXProviderDelegate, CXProvider) -> Void) {
        enqueue { [weak self] in
            guard let self, let delegate = state.withLock({ $0.delegate }).value else { return }
            what(delegate, self)
        }
    }

    func perform(_ transaction: CXTransaction) {
        tell { delegate, provider in
            if delegate.provider(provider, execute: transaction) { return }
            for action in transaction.actions where !action.isComplete { action.tell(delegate, of: provider) }
        }
    }

    private func enqueue(_ work: @escaping @Sendable () -> Void) {
        if let queue = state.withLock({ $0.queue }) {
            queue.async(execute: work)
        } else {
            OperationQueue.main.addOperation(work)
        }
    }
}

private struct WeakProviderDelegate: @unchecked Sendable { weak var value: (any CXProviderDelegate)? }

/// Does what the person wants of a program's calls. What a delegate does not write fails, and an action that it neither
/// fulfills nor fails within ten seconds of the device's time is told `provider(_:timedOutPerforming:)`.
public protocol CXProviderDelegate: AnyObject {
    /// Called when all calls are over, because the device has begun again: nothing may be heard of them any more.
    func providerDidReset(_ provider: CXProvider)
    /// The provider is ready.
    func providerDidBegin(_ provider: CXProvider)
    /// Whether the delegate does the actions of a transaction all at once; else each is told by itself.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// A call is to be made.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// A call is to be answered.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// A call is to end.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// A call is to be put on hold, or taken up again.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// A call is to be muted, or not any more.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// A call is to be joined with another.
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// Called to send tones.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// An action counts as failed, because nothing was said of it in time.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The system has activated the session for a call: sound may begin.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The system has taken the session back: sound has ended.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

extension CXProviderDelegate {
    /// Does nothing.
    public func providerDidBegin(_ provider: CXProvider) {}
    /// Returns false: each action is told by itself.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fail() }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fail() }
    /// Fails the action; a call that the person has ended is over all the same.
    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fail() }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { action.fail() }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { action.fail() }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { action.fail() }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { action.fail() }
    /// Does nothing.
    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
    /// Does nothing.
    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
    /// Does nothing.
    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}
