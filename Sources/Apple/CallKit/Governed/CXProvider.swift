public import AVFAudio
internal import AppleSession
internal import Dispatch
public import Foundation
internal import Synchronization

/// The interface between a program's calls and the system: the program reports incoming calls, and the delegate performs the
/// user's actions. Any thread.
open class CXProvider: NSObject, @unchecked Sendable {
    private let settings: Mutex<CXProviderConfiguration>
    private let listener = DelegateHolder<any CXProviderDelegate>()

    /// Creates a provider. A program has one.
    public init(configuration: CXProviderConfiguration) {
        settings = Mutex(configuration)
        super.init()
        CallCenter.shared.add(self)
    }

    /// The configuration of the provider's calls.
    open var configuration: CXProviderConfiguration {
        get { settings.withLock { $0 } }
        set { settings.withLock { $0 = newValue } }
    }

    /// Sets the delegate and calls its `providerDidBegin(_:)`.
    ///
    /// - Parameter queue: The queue on which the delegate is called, or nil for the main queue.
    open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        listener.set(delegate, queue: queue)
        tell { $0.providerDidBegin($1) }
    }

    /// Reports an incoming call. The phone rings, or plays the call-waiting tone.
    ///
    /// - Parameter completion: Called on the delegate's queue with nil, or with the reason of the refusal.
    open func reportNewIncomingCall(
        with uuid: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let error = CallCenter.shared.report(incoming: uuid, by: self)
        listener.enqueue { completion(error) }
    }

    /// Reports an incoming call. The phone rings, or plays the call-waiting tone.
    ///
    /// - Throws: The reason of the refusal.
    open func reportNewIncomingCall(with uuid: UUID, update: CXCallUpdate) async throws {
        if let error = CallCenter.shared.report(incoming: uuid, by: self) { throw error }
    }

    /// Reports changed facts about a call. Without effect here.
    open func reportCall(with uuid: UUID, updated update: CXCallUpdate) {}

    /// Reports that a call has ended without an action. The date is ignored in favor of the device's time.
    open func reportCall(with uuid: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        CallCenter.shared.report(ended: uuid)
    }

    /// Reports that an outgoing call has started connecting. Without effect here.
    open func reportOutgoingCall(with uuid: UUID, startedConnectingAt dateStartedConnecting: Date?) {}

    /// Reports that an outgoing call is connected. The date is ignored in favor of the device's time.
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

    /// The incomplete transactions.
    open var pendingTransactions: [CXTransaction] { CallCenter.shared.pendingTransactions(of: self) }

    /// Returns the incomplete actions of a class on a call.
    open func pendingCallActions(of callActionClass: AnyClass, withCall callUUID: UUID) -> [CXCallAction] {
        pendingTransactions.flatMap(\.actions).compactMap { $0 as? CXCallAction }.filter {
            !$0.isComplete && $0.callUUID == callUUID && type(of: $0) == callActionClass
        }
    }

    /// Invalidates the provider and ends its calls; the delegate is not called any more.
    open func invalidate() {
        listener.delegate = nil
        CallCenter.shared.remove(self)
    }

    /// Calls the delegate on its queue, if it is still set by then.
    func tell(_ what: @escaping @Sendable (any CXProviderDelegate, CXProvider) -> Void) {
        listener.tell(of: self) { what($1, $0) }
    }

    func perform(_ transaction: CXTransaction) {
        tell { delegate, provider in
            if delegate.provider(provider, execute: transaction) { return }
            for action in transaction.actions where !action.isComplete { action.tell(delegate, of: provider) }
        }
    }
}

/// Performs actions on a program's calls. An action fails if the program has no method for it; an action that is not completed
/// within ten seconds of the device's time is passed to `provider(_:timedOutPerforming:)`.
public protocol CXProviderDelegate: AnyObject {
    /// Called after a reset of the device has ended all calls: the program must stop their sound.
    func providerDidReset(_ provider: CXProvider)
    /// Called when the provider is ready.
    func providerDidBegin(_ provider: CXProvider)
    /// Returns whether the delegate performs a transaction as a whole; if false, each action is passed separately.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// Called to start a call.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// Called to answer a call.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// Called to end a call.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// Called to hold or resume a call.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// Called to mute or unmute a call.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// Called to group or ungroup a call.
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// Called to send tones.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// Called when an action was not completed in time and counts as failed.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// Called when the system has activated the session for a call: sound may start.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// Called when the system has deactivated the session: sound must stop.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

extension CXProviderDelegate {
    /// Does nothing.
    public func providerDidBegin(_ provider: CXProvider) {}
    /// Returns false: each action is passed separately.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fail() }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fail() }
    /// Fails the action; a call that the user has ended is over nevertheless.
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
