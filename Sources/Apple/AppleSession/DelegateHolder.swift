public import Foundation
internal import Synchronization

/// The delegate of an object, held weakly, and the queue on which it is called. Any thread.
public final class DelegateHolder<Delegate>: Sendable {
    private struct State: @unchecked Sendable {
        weak var object: AnyObject?
        var queue: DispatchQueue?
    }

    private let state = Mutex(State())

    /// Creates a holder without a delegate, whose queue is the main one.
    public init() {}

    /// The delegate, or nil if it is gone.
    public var delegate: Delegate? {
        get { state.withLock { $0 }.object as? Delegate }
        set { set(newValue, queue: nil) }
    }

    /// Sets the delegate and its queue; nil is the main queue.
    public func set(_ delegate: Delegate?, queue: DispatchQueue?) {
        let state = State(object: delegate as AnyObject?, queue: queue)
        self.state.withLock { $0 = state }
    }

    /// Calls a closure on the queue of the delegate.
    public func enqueue(_ work: @escaping @Sendable () -> Void) {
        ProcessApp.shared.enqueue(on: state.withLock { $0.queue }, work)
    }

    /// Calls a closure on its queue with the delegate and its object, if both are still there.
    public func tell<Owner: AnyObject & Sendable>(
        of owner: Owner, _ what: @escaping @Sendable (Owner, Delegate) -> Void
    ) {
        enqueue { [weak owner] in
            if let owner, let delegate = self.delegate { what(owner, delegate) }
        }
    }
}
