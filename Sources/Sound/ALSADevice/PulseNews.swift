import CPulse
import Synchronization
import SystemSupport

/// Notifications from PulseAudio's protocol that devices have appeared or disappeared. ALSA's plug-in does not report
/// devices that disappear, so libpulse is used.
final class PulseNews: SinkNews {
    /// Shared with libpulse's thread.
    private final class Subscription: Sendable {
        let isSubscribed = Atomic(false)
        let hasEnded = Atomic(false)
        let signal: WakeSignal

        init(_ signal: WakeSignal) { self.signal = signal }
    }

    /// The longest wait for a server to accept the connection.
    private static let patienceInMilliseconds = 5000

    private let connection: PulseConnection
    private let subscription: Subscription

    var descriptor: CInt { subscription.signal.descriptor }

    /// Subscribes without starting a server; nil if no server accepts it or libpulse is not installed.
    init?() {
        guard let subscription = (try? WakeSignal()).map(Subscription.init),
            let connection = PulseConnection(
                to: Int(CPULSE_SUBSCRIPTION_SINKS | CPULSE_SUBSCRIPTION_SOURCES),
                { event in
                    switch event {
                    // Volume changes and suspended devices are ignored.
                    case .changed(let event, _) where event & CInt(CPULSE_EVENT_TYPES) == CInt(CPULSE_EVENT_CHANGE):
                        return
                    case .changed: break
                    case .subscribed(let isSubscribed):
                        subscription.isSubscribed.store(isSubscribed, ordering: .releasing)
                    case .lost: subscription.hasEnded.store(true, ordering: .releasing)
                    }
                    subscription.signal.raise()
                })
        else { return nil }
        (self.connection, self.subscription) = (connection, subscription)
        connection.connect()
        guard subscription.signal.wait(milliseconds: Self.patienceInMilliseconds),
            subscription.isSubscribed.load(ordering: .acquiring)
        else { return nil }
    }

    func read() -> Bool {
        subscription.signal.lower()
        return !subscription.hasEnded.load(ordering: .acquiring)
    }
}
