public import Foundation

extension NotificationCenter {
    /// An asynchronous sequence of notifications, which Foundation on Linux lacks.
    public final class Notifications: AsyncSequence, Sendable {
        public typealias Element = Notification

        private let stream: AsyncStream<Sent>

        fileprivate init(_ stream: AsyncStream<Sent>) { self.stream = stream }

        /// A notification sent between threads. Those of this package hold only values that any thread may read.
        fileprivate struct Sent: @unchecked Sendable { let notification: Notification }

        /// The iterator of the sequence.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var inner: AsyncStream<Sent>.Iterator

            /// Returns the next notification, or nil if the task is cancelled.
            public mutating func next() async -> Notification? { await inner.next()?.notification }

            /// Returns the next notification, or nil if the task is cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await inner.next(isolation: actor)?.notification
            }
        }

        /// Returns an iterator over the notifications posted from now on.
        public func makeAsyncIterator() -> Iterator { Iterator(inner: stream.makeAsyncIterator()) }
    }

    /// Returns the notifications with a name posted from now on. The sequence ends when its task is cancelled.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        let (stream, continuation) = AsyncStream.makeStream(of: Notifications.Sent.self)
        nonisolated(unsafe) let token = addObserver(forName: name, object: object, queue: nil) {
            continuation.yield(Notifications.Sent(notification: $0))
        }
        continuation.onTermination = { [weak self] _ in self?.removeObserver(token) }
        return Notifications(stream)
    }
}
