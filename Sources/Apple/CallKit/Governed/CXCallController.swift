internal import Dispatch
public import Foundation

/// Asks for what the person does in the program's own screen, so that the system knows of it. Any thread.
open class CXCallController: NSObject, @unchecked Sendable {
    private let queue: DispatchQueue?
    /// An observer of the device's calls.
    public let callObserver = CXCallObserver()

    /// Creates a controller that answers on the main queue.
    public override init() { queue = nil }

    /// Creates a controller that answers on a queue.
    public init(queue: DispatchQueue) { self.queue = queue }

    /// Asks for a transaction. The provider's delegate then does its actions.
    ///
    /// - Parameter completion: Told, on the controller's queue, nil or why the transaction is not taken.
    open func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        let order = CallCenter.shared.request(transaction)
        let answer: @Sendable () -> Void = {
            switch order {
            case .success(let provider):
                completion(nil)
                provider.perform(transaction)
            case .failure(let error): completion(error)
            }
        }
        if let queue { queue.async(execute: answer) } else { OperationQueue.main.addOperation(answer) }
    }

    /// Asks for a transaction. The provider's delegate then does its actions.
    ///
    /// - Throws: Why the transaction is not taken.
    open func request(_ transaction: CXTransaction) async throws {
        try CallCenter.shared.request(transaction).get().perform(transaction)
    }

    /// Asks for some actions as one transaction.
    open func requestTransaction(with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void) {
        request(CXTransaction(actions: actions), completion: completion)
    }

    /// Asks for some actions as one transaction.
    open func requestTransaction(with actions: [CXAction]) async throws {
        try await request(CXTransaction(actions: actions))
    }

    /// Asks for one action.
    open func requestTransaction(with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        request(CXTransaction(action: action), completion: completion)
    }

    /// Asks for one action.
    open func requestTransaction(with action: CXAction) async throws {
        try await request(CXTransaction(action: action))
    }
}
