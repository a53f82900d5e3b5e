public import Foundation

extension NotificationCenter {
    /// Notifications as they come, as Foundation has them on the phone; the one of Linux does not.
    public final class Notifications: AsyncSequence, Sendable {
        public typealias Element = Notification

        private let stream: AsyncStream<Sent>

        fileprivate init(_ stream: AsyncStream<Sent>) { self.stream = stream }

        /// A notification on its way; those of this package hold nothing that another thread may not read.
        fileprivate struct Sent: @unchecked Sendable { let notification: Notification }

        /// Goes through the notifications.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var inner: AsyncStream<Sent>.Iterator

            /// The next notification, or nil when the task has been cancelled.
            public mutating func next() async -> Notification? { await inner.next()?.notification }

            /// The next notification, or nil when the task has been cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await inner.next(isolation: actor)?.notification
            }
        }

        /// Begins with the notifications that come from now on.
        public func makeAsyncIterator() -> Iterator { Iterator(inner: stream.makeAsyncIterator()) }
    }

    /// The notifications of a name, from now on; the sequence ends with its task.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        let (stream, continuation) = AsyncStream.makeStream(of: Notifications.Sent.self)
        let token = Token(
            addObserver(forName: name, object: object, queue: nil) {
                continuation.yield(Notifications.Sent(notification: $0))
            })
        continuation.onTermination = { [weak self] _ in self?.removeObserver(token.value) }
        return Notifications(stream)
    }

    /// The object by which an observation is ended; opaque, and only handed back.
    private struct Token: @unchecked Sendable {
        let value: any NSObjectProtocol
        init(_ value: any NSObjectProtocol) { self.value = value }
    }
}
