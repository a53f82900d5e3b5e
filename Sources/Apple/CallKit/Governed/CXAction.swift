internal import AppleSession
public import Foundation
internal import Synchronization

/// Something that is to happen to a call: the provider's delegate does it, and says so by `fulfill` or `fail`. Any thread.
open class CXAction: NSObject, @unchecked Sendable {
    /// The progress of an action.
    private struct State {
        var isComplete = false
        var order: CallOrder?
        var deadline: Date
    }

    /// Tells the action from all others.
    public let uuid = UUID()
    private let state = Mutex(State(deadline: .distantFuture))

    /// Creates an action that no provider knows.
    public override init() { super.init() }

    /// The time at which the action fails unless the delegate has completed it before.
    open var timeoutDate: Date { state.withLock { $0.deadline } }
    /// Whether the delegate has said what came of it, or has taken too long.
    open var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Says that it is done.
    open func fulfill() { complete(.fulfilled) }

    /// Says that it cannot be done.
    open func fail() { complete(.failed) }

    /// Puts the action on its way, once.
    /// - Returns: False where it has been on its way already.
    func begin(_ order: CallOrder, deadline: Date) -> Bool {
        state.withLock { state in
            guard state.order == nil, !state.isComplete else { return false }
            (state.order, state.deadline) = (order, deadline)
            return true
        }
    }

    /// Whether the action has neither been requested nor completed.
    var isFresh: Bool { state.withLock { $0.order == nil && !$0.isComplete } }

    /// Ends the action, once.
    /// - Returns: False where it has ended before.
    @discardableResult
    func complete(_ end: CallOrder.End) -> Bool {
        let (isFirst, order) = state.withLock { state in
            defer { state.isComplete = true }
            return (!state.isComplete, state.order)
        }
        if isFirst, let order { CallCenter.shared.complete(self, order, end) }
        return isFirst
    }

    func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {}

    /// Returns the phase into which the action brings its call, or nil if the device knows of none.
    /// - Parameter phase: Where the call stands.
    func consequence(in phase: Call.Phase?) -> CallPhase? { nil }
}

/// An action on one call.
open class CXCallAction: CXAction, @unchecked Sendable {
    /// The call.
    public let callUUID: UUID

    /// Describes an action on a call.
    public init(call callUUID: UUID) {
        self.callUUID = callUUID
        super.init()
    }
}

/// Makes a call.
open class CXStartCallAction: CXCallAction, @unchecked Sendable {
    private let details: Mutex<(handle: CXHandle, contact: String?, isVideo: Bool)>

    /// Describes a call that is to be made.
    public init(call callUUID: UUID, handle: CXHandle) {
        details = Mutex((handle, nil, false))
        super.init(call: callUUID)
    }

    /// The address of the other side.
    open var handle: CXHandle {
        get { details.withLock { $0.handle } }
        set { details.withLock { $0.handle = newValue } }
    }
    /// The person's contact that is called.
    open var contactIdentifier: String? {
        get { details.withLock { $0.contact } }
        set { details.withLock { $0.contact = newValue } }
    }
    /// Whether the call has a picture.
    open var isVideo: Bool {
        get { details.withLock { $0.isVideo } }
        set { details.withLock { $0.isVideo = newValue } }
    }

    /// Says that the call has begun to be made; the device's time counts.
    open func fulfill(withDateStarted dateStarted: Date) { fulfill() }

    override func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }
    override func consequence(in phase: Call.Phase?) -> CallPhase? { .outgoing }
}

/// Answers a call.
open class CXAnswerCallAction: CXCallAction, @unchecked Sendable {
    /// Says that both sides hear each other; the device's time counts.
    open func fulfill(withDateConnected dateConnected: Date) { fulfill() }

    override func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }
    override func consequence(in phase: Call.Phase?) -> CallPhase? { .answered }
}

/// Ends a call, or declines it.
open class CXEndCallAction: CXCallAction, @unchecked Sendable {
    /// Says that the call is over; the device's time counts.
    open func fulfill(withDateEnded dateEnded: Date) { fulfill() }

    override func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }
    override func consequence(in phase: Call.Phase?) -> CallPhase? { phase == .incoming ? .declined : .ended }
}

/// Puts a call on hold, or takes it up again.
open class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
    private let flag: Mutex<Bool>

    /// Describes a hold.
    public init(call callUUID: UUID, onHold: Bool) {
        flag = Mutex(onHold)
        super.init(call: callUUID)
    }

    /// Whether the call is put on hold.
    open var isOnHold: Bool {
        get { flag.withLock { $0 } }
        set { flag.withLock { $0 = newValue } }
    }

    override func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }
    override func consequence(in phase: Call.Phase?) -> CallPhase? { isOnHold ? .held : .unheld }
}

/// Mutes a call, or lets its other side hear again.
open class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
    private let flag: Mutex<Bool>

    /// Describes a mute.
    public init(call callUUID: UUID, muted: Bool) {
        flag = Mutex(muted)
        super.init(call: callUUID)
    }

    /// Whether the call is muted.
    open var isMuted: Bool {
        get { flag.withLock { $0 } }
        set { flag.withLock { $0 = newValue } }
    }

    override func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }
    override func consequence(in phase: Call.Phase?) -> CallPhase? { isMuted ? .muted : .unmuted }
}

/// Joins a call with another, or takes it out of its group; only the limits of the configuration know of groups here.
open class CXSetGroupCallAction: CXCallAction, @unchecked Sendable {
    private let other: Mutex<UUID?>

    /// Describes a change of groups.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        other = Mutex(callUUIDToGroupWith)
        super.init(call: callUUID)
    }

    /// The call to be joined with; nil takes it out of its group.
    open var callUUIDToGroupWith: UUID? {
        get { other.withLock { $0 } }
        set { other.withLock { $0 = newValue } }
    }

    override func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }
}

/// Sends the tones of a keypad to the other side; the device plays none.
open class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
    /// The manner in which tones are sent.
    public enum ActionType: Int, Sendable {
        /// Sends one tone as a key is pressed.
        case singleTone = 1
        /// Sends all tones, after a pause.
        case softPause = 2
        /// Sends all tones, once the person says so.
        case hardPause = 3
    }

    private let tones: Mutex<(digits: String, type: ActionType)>

    /// Describes tones.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        tones = Mutex((digits, type))
        super.init(call: callUUID)
    }

    /// The keys.
    open var digits: String {
        get { tones.withLock { $0.digits } }
        set { tones.withLock { $0.digits = newValue } }
    }
    /// The manner in which the tones are sent.
    open var type: ActionType {
        get { tones.withLock { $0.type } }
        set { tones.withLock { $0.type = newValue } }
    }

    override func tell(_ delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }
}

/// Actions that belong together. Any thread.
open class CXTransaction: NSObject, @unchecked Sendable {
    /// Tells the transaction from all others.
    public let uuid = UUID()
    private let list: Mutex<[CXAction]>

    /// Creates a transaction without actions.
    public override convenience init() { self.init(actions: []) }
    /// Creates a transaction of some actions.
    public init(actions: [CXAction]) { list = Mutex(actions) }
    /// Creates a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }

    /// The actions, in the order in which they are done.
    open var actions: [CXAction] { list.withLock { $0 } }
    /// Whether all its actions have been done, or have failed.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }
    /// Adds an action behind the others.
    open func addAction(_ action: CXAction) { list.withLock { $0.append(action) } }
}
