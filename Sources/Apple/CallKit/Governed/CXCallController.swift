internal import AppleSession
internal import Dispatch
public import Foundation

/// Requests actions that the user takes in the program's own interface. Any thread.
open class CXCallController: NSObject, @unchecked Sendable {
    private let queue: DispatchQueue?
    /// An observer of the device's calls.
    public let callObserver = CXCallObserver()

    /// Creates a controller whose completions run on the main queue.
    public override init() { queue = nil }

    /// Creates a controller whose completions run on a queue.
    public init(queue: DispatchQueue) { self.queue = queue }

    /// Requests a transaction, which the provider's delegate then performs.
    ///
    /// - Parameter completion: Called on the controller's queue with nil, or with the reason of the refusal.
    open func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        let order = CallCenter.shared.request(transaction)
        ProcessApp.shared.enqueue(on: queue) {
            switch order {
            case .success(let provider):
                completion(nil)
                provider.perform(transaction)
            case .failure(let error): completion(error)
            }
        }
    }

    /// Requests a transaction, which the provider's delegate then performs.
    ///
    /// - Throws: The reason of the refusal.
    open func request(_ transaction: CXTransaction) async throws {
        try CallCenter.shared.request(transaction).get().perform(transaction)
    }

    /// Requests several actions as one transaction.
    open func requestTransaction(with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void) {
        request(CXTransaction(actions: actions), completion: completion)
    }

    /// Requests several actions as one transaction.
    open func requestTransaction(with actions: [CXAction]) async throws {
        try await request(CXTransaction(actions: actions))
    }

    /// Requests one action.
    open func requestTransaction(with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        request(CXTransaction(action: action), completion: completion)
    }

    /// Requests one action.
    open func requestTransaction(with action: CXAction) async throws {
        try await request(CXTransaction(action: action))
    }
}
