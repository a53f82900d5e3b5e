import Glibc
package import SessionPhone
import SessionPolicy
package import SessionWire
import SessionWorld
import SystemSupport

/// The lock and sleep of the machine, which logind reports on the system bus, as events of the phone. The service is not
/// started, and a missing one costs nothing. Used only on the loop's thread.
package final class LoginManager: BusFront {
    private static let service = "org.freedesktop.login1"

    private let arbiter: Arbiter
    private let bus: SessionBus
    private let user: String
    /// Whether the person's session is locked, according to logind.
    private var isLocked = false
    package private(set) var hasFollowed = false
    package var whenLost: () -> Void = {}

    /// Connects to the system bus and follows logind.
    package init(_ arbiter: Arbiter, on loop: EventLoop, _ address: BusAddress = .system) throws(BusError) {
        self.arbiter = arbiter
        user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        bus = try SessionBus(address.text, on: loop)
        bus.whenGone = { [unowned self] _ in whenLost() }
        let signals = "type='signal',sender='\(Self.service)',"
        bus.listen(to: signals + "interface='\(Self.service).Manager',member='PrepareForSleep'") {
            [unowned self] signal in
            guard case .flag(let sleeps)? = signal.body.first else { return }
            act(sleeps ? .fallsAsleep : .wakes)
            // A phone locks when it sleeps; a desktop only if its settings say so.
            if !sleeps, !isLocked { act(.screenUnlocked) }
        }
        bus.listen(
            to: signals + "member='PropertiesChanged',arg0='\(Self.service).Session'"
        ) { [unowned self] signal in
            guard case .flag(let isLocked)? = signal.body.dropFirst().first?.dictionary?["LockedHint"] else { return }
            // Ignore the locks of other users' sessions.
            bus.call(
                Self.service, signal.path, "org.freedesktop.DBus.Properties.Get",
                [.text("\(Self.service).Session"), .text("Name")]
            ) { [unowned self] answer in
                guard (try? answer.get())?.first?.text == user else { return }
                self.isLocked = isLocked
                act(isLocked ? .screenLocked : .screenUnlocked)
            }
        }
        // The bus answers after it has processed the match rules.
        bus.ask("GetId") { [weak self] _ in self?.hasFollowed = true }
    }

    package func close() { bus.close() }

    private func act(_ event: Event) { _ = arbiter.perform(event, by: .step) }
}
