import Glibc
package import SessionPhone
import SessionPolicy
package import SessionWire
import SystemSupport

/// Do-not-disturb of the desktop as the phone's Ring/Silent switch. KDE reports it on the session bus (`Inhibited`),
/// GNOME in its settings (`show-banners`), which a child process monitors. Each change moves the switch. Used only on
/// the loop's thread.
package final class DoNotDisturb: BusFront {
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let arbiter: Arbiter
    private let bus: SessionBus
    private let settings: CommandLines?
    package private(set) var hasFollowed = false
    package var whenLost: () -> Void = {}
    private var isInhibited = false
    private var showsBanners = true
    /// The last position that the desktop asked for, or nil before its first report.
    private var wanted: RingSwitch?

    /// Connects to the session bus and follows do-not-disturb.
    /// - Parameter program: The program that reads GNOME's settings: a name or a path.
    package init(
        _ arbiter: Arbiter, on loop: EventLoop, _ address: BusAddress = .login, program: String = "gsettings"
    ) throws(BusError) {
        self.arbiter = arbiter
        bus = try SessionBus(address.text, on: loop)
        // The first line is the value; later lines are changes, each prefixed with the key.
        let key = "org.gnome.desktop.notifications show-banners"
        settings = CommandLines("'\(program)' get \(key) && exec '\(program)' monitor \(key)", on: loop)
        settings?.whenRead = { [unowned self] line in
            guard let word = line.split(separator: " ").last, let shows = Bool(String(word)) else { return }
            showsBanners = shows
            follow()
        }
        bus.whenGone = { [unowned self] _ in
            close()
            whenLost()
        }
        followService()
    }

    /// Closes the connection and ends the child process. The switch keeps its position.
    package func close() {
        settings?.close()
        bus.close()
    }

    private func follow() {
        let new: RingSwitch = isInhibited || !showsBanners ? .silent : .ring
        guard new != wanted else { return }
        wanted = new
        _ = arbiter.perform(.ringSwitchMoved(to: new), by: .step)
    }

    // MARK: The service of notifications

    private func followService() {
        bus.listen(
            to: "type='signal',sender='\(Self.service)',path='\(Self.path)',"
                + "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(Self.service)'"
        ) { [unowned self] signal in
            guard signal.body.count == 3, let changed = signal.body[1].dictionary else { return }
            if let value = changed["Inhibited"] {
                update(value)
            } else if case .texts(let names) = signal.body[2], names.contains("Inhibited") {
                ask(signal.sender)
            }
        }
        bus.listen(to: SessionBus.ownerChanges + ",arg0='\(Self.service)'") { [unowned self] signal in
            let texts = signal.body.compactMap(\.text)
            guard texts.count == 3 else { return }
            if texts[2].isEmpty { if isInhibited { update(.flag(false)) } } else { ask(texts[2]) }
        }
        // A call by the service's name would start the service.
        bus.ask("GetNameOwner", [.text(Self.service)]) { [weak self] answer in
            self?.hasFollowed = true
            if let owner = (try? answer.get())?.first?.text { self?.ask(owner) }
        }
    }

    private func ask(_ owner: String) {
        bus.call(
            owner, Self.path, "org.freedesktop.DBus.Properties.Get", [.text(Self.service), .text("Inhibited")]
        ) { [weak self] answer in
            if let value = (try? answer.get())?.first { self?.update(value) }
        }
    }

    private func update(_ value: BusValue) {
        guard case .flag(let new) = value else { return }
        isInhibited = new
        follow()
    }
}
