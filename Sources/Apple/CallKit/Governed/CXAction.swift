internal import AppleSession
public import Foundation
internal import Synchronization

/// An action on a call. The provider's delegate performs it and calls `fulfill()` or `fail()`. Any thread.
open class CXAction: NSObject, @unchecked Sendable {
    private struct State {
        var isComplete = false
        var order: CallOrder?
        var deadline: Date
    }

    /// The unique identifier of the action.
    public let uuid = UUID()
    private let state = Mutex(State(deadline: .distantFuture))

    /// Creates an action.
    public override init() { super.init() }

    /// The time at which the action fails unless the delegate has completed it before.
    open var timeoutDate: Date { state.withLock { $0.deadline } }
    /// Whether the action was fulfilled, has failed or has timed out.
    open var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Reports that the action succeeded.
    open func fulfill() { complete(.fulfilled) }

    /// Reports that the action failed.
    open func fail() { complete(.failed) }

    /// Begins the action, once.
    /// - Returns: False if it has begun before.
    func begin(_ order: CallOrder, deadline: Date) -> Bool {
        state.withLock { state in
            guard state.order == nil, !state.isComplete else { return false }
            (state.order, state.deadline) = (order, deadline)
            return true
        }
    }

    var isFresh: Bool { state.withLock { $0.order == nil && !$0.isComplete } }

    /// Ends the action, once.
    /// - Returns: False if it has ended before.
    @discardableResult
    func complete(_ end: CallOrder.End) -> Bool {
        let (isFirst, order) = state.withLock { state in
            defer { state.isComplete = true }
            return (!state.isComplete, state.order)
        }
        if isFirst, let order { CallCenter.shared.complete(self, order, end) }
        return isFirst
    }

    func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {
        switch self {
        case let action as CXStartCallAction: delegate.provider(provider, perform: action)
        case let action as CXAnswerCallAction: delegate.provider(provider, perform: action)
        case let action as CXEndCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetHeldCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetMutedCallAction: delegate.provider(provider, perform: action)
        case let action as CXSetGroupCallAction: delegate.provider(provider, perform: action)
        case let action as CXPlayDTMFCallAction: delegate.provider(provider, perform: action)
        default: break
        }
    }

    /// Returns the phase into which the action moves its call, or nil if it does not concern the device.
    func consequence(in phase: Call.Phase?) -> CallPhase? { nil }
}

/// An action on one call.
open class CXCallAction: CXAction, @unchecked Sendable {
    /// The call.
    public let callUUID: UUID

    /// Creates an action on a call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }
}

/// Starts a call.
open class CXStartCallAction: CXCallAction, @unchecked Sendable {
    private let details: Mutex<(handle: CXHandle, contact: String?, isVideo: Bool)>

    /// Creates an action that starts a call.
    public init(call callUUID: UUID, handle: CXHandle) {
        details = Mutex((handle, nil, false))
        super.init(call: callUUID)
    }

    /// The address of the other side.
    open var handle: CXHandle {
        get { details.withLock { $0.handle } }
        set { details.withLock { $0.handle = newValue } }
    }
    /// The identifier of the called contact.
    open var contactIdentifier: String? {
        get { details.withLock { $0.contact } }
        set { details.withLock { $0.contact = newValue } }
    }
    /// Whether the call has video.
    open var isVideo: Bool {
        get { details.withLock { $0.isVideo } }
        set { details.withLock { $0.isVideo = newValue } }
    }

    /// Reports that the call has started. The date is ignored in favor of the device's time.
    open func fulfill(withDateStarted dateStarted: Date) { fulfill() }

    override func consequence(in phase: Call.Phase?) -> CallPhase? { .outgoing }
}

/// Answers a call.
open class CXAnswerCallAction: CXCallAction, @unchecked Sendable {
    /// Reports that the call is connected. The date is ignored in favor of the device's time.
    open func fulfill(withDateConnected dateConnected: Date) { fulfill() }

    override func consequence(in phase: Call.Phase?) -> CallPhase? { .answered }
}

/// Ends a call, or declines it.
open class CXEndCallAction: CXCallAction, @unchecked Sendable {
    /// Reports that the call has ended. The date is ignored in favor of the device's time.
    open func fulfill(withDateEnded dateEnded: Date) { fulfill() }

    override func consequence(in phase: Call.Phase?) -> CallPhase? { phase == .incoming ? .declined : .ended }
}

/// Holds or resumes a call.
open class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
    private let flag: Mutex<Bool>

    /// Creates an action that holds or resumes a call.
    public init(call callUUID: UUID, onHold: Bool) {
        flag = Mutex(onHold)
        super.init(call: callUUID)
    }

    /// Whether the call is put on hold.
    open var isOnHold: Bool {
        get { flag.withLock { $0 } }
        set { flag.withLock { $0 = newValue } }
    }

    override func consequence(in phase: Call.Phase?) -> CallPhase? { isOnHold ? .held : .unheld }
}

/// Mutes or unmutes a call.
open class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
    private let flag: Mutex<Bool>

    /// Creates an action that mutes or unmutes a call.
    public init(call callUUID: UUID, muted: Bool) {
        flag = Mutex(muted)
        super.init(call: callUUID)
    }

    /// Whether the call is muted.
    open var isMuted: Bool {
        get { flag.withLock { $0 } }
        set { flag.withLock { $0 = newValue } }
    }

    override func consequence(in phase: Call.Phase?) -> CallPhase? { isMuted ? .muted : .unmuted }
}

/// Groups or ungroups a call. Groups count only toward the configuration's limits.
open class CXSetGroupCallAction: CXCallAction, @unchecked Sendable {
    private let other: Mutex<UUID?>

    /// Creates an action that groups or ungroups a call.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        other = Mutex(callUUIDToGroupWith)
        super.init(call: callUUID)
    }

    /// The call to group with, or nil to ungroup.
    open var callUUIDToGroupWith: UUID? {
        get { other.withLock { $0 } }
        set { other.withLock { $0 = newValue } }
    }
}

/// Sends DTMF tones to the other side; the device plays none.
open class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
    /// How tones are sent.
    public enum ActionType: Int, Sendable {
        /// Sends one tone as a key is pressed.
        case singleTone = 1
        /// Sends all tones, after a pause.
        case softPause = 2
        /// Sends all tones after the user confirms.
        case hardPause = 3
    }

    private let tones: Mutex<(digits: String, type: ActionType)>

    /// Creates an action that sends tones.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        tones = Mutex((digits, type))
        super.init(call: callUUID)
    }

    /// The keys.
    open var digits: String {
        get { tones.withLock { $0.digits } }
        set { tones.withLock { $0.digits = newValue } }
    }
    /// How the tones are sent.
    open var type: ActionType {
        get { tones.withLock { $0.type } }
        set { tones.withLock { $0.type = newValue } }
    }
}

/// A group of actions performed together. Any thread.
open class CXTransaction: NSObject, @unchecked Sendable {
    /// The unique identifier of the transaction.
    public let uuid = UUID()
    private let list: Mutex<[CXAction]>

    /// Creates a transaction without actions.
    public override convenience init() { self.init(actions: []) }
    /// Creates a transaction of some actions.
    public init(actions: [CXAction]) { list = Mutex(actions) }
    /// Creates a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// The actions, in order.
    open var actions: [CXAction] { list.withLock { $0 } }
    /// Whether all its actions are complete.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }
    /// Appends an action.
    open func addAction(_ action: CXAction) { list.withLock { $0.append(action) } }
}
