internal import AppleSession
internal import Dispatch
public import Foundation

/// A snapshot of a call of the device: the phone's own, this app's or another's.
open class CXCall: NSObject, @unchecked Sendable {
    /// The unique identifier of the call; the program's own one for its calls.
    public let uuid: UUID
    /// Whether the call is outgoing.
    public let isOutgoing: Bool
    /// Whether the call is on hold.
    public let isOnHold: Bool
    /// Whether the other side has been reached.
    public let hasConnected: Bool
    /// Whether the call is over.
    public let hasEnded: Bool

    init(_ facts: CallFacts, hasConnected: Bool) {
        uuid = facts.uuid
        isOutgoing = facts.isOutgoing
        isOnHold = facts.phase == .held
        self.hasConnected = hasConnected
        hasEnded = facts.phase == nil
    }

    /// Returns whether another object represents the same call.
    open func isEqual(to call: CXCall) -> Bool { uuid == call.uuid }
    /// Returns whether another object represents the same call.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CXCall).map(isEqual(to:)) ?? false }
    /// The hash of the identifier.
    open override var hash: Int { uuid.uuidString.hash }
}

/// An observer of the device's calls: the phone's own, and those of apps. Any thread.
open class CXCallObserver: NSObject, @unchecked Sendable {
    private let listener = DelegateHolder<any CXCallObserverDelegate>()

    /// Creates an observer.
    public override init() {
        super.init()
        CallCenter.shared.add(self)
    }

    /// The calls that are not over, in the order in which they began.
    open var calls: [CXCall] {
        ProcessApp.shared.facts.calls.map { CXCall($0, hasConnected: $0.phase == .answered || $0.phase == .held) }
    }

    /// Sets the delegate.
    ///
    /// - Parameter queue: The queue on which the delegate is called, or nil for the main queue.
    open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        listener.set(delegate, queue: queue)
    }

    func tell(_ call: CXCall) {
        listener.tell(of: self) { $1.callObserver($0, callChanged: call) }
    }
}

/// The delegate of an observer of calls.
public protocol CXCallObserverDelegate: AnyObject {
    /// Called when a call has begun, changed or ended.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

extension CallFacts {
    /// The identifier: the program's own for its calls, else one that is stable while the call lasts.
    var uuid: UUID {
        if isOwn, let uuid = uid.flatMap(UUID.init(uuidString:)) { return uuid }
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        // A UUID of version 8, whose contents are custom.
        return UUID(
            uuid: (
                0xCA, 0x11, 0, 0, 0, 0, 0x80, 0, 0x80 | bytes[0] & 0x3F, bytes[1], bytes[2], bytes[3], bytes[4],
                bytes[5],
                bytes[6], bytes[7]
            ))
    }
}
