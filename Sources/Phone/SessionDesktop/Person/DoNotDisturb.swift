import Glibc
package import SessionPhone
import SessionPolicy
package import SessionWire
import SystemSupport

/// The desktop's do-not-disturb as the Ring/Silent switch of the phone, for a person who has asked for it. KDE tells of
/// it on the session bus (`Inhibited`), and GNOME in its settings, which a child process follows (`show-banners`). Each
/// change moves the switch. It runs on the thread of the loop, and all members are used there.
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
    /// The last position that the desktop has asked for, or nil before it has told anything.
    private var wanted: RingSwitch?

    /// Connects to the session bus, and lets the switch follow from now on.
    /// - Parameters:
    ///   - arbiter: The policy.
    ///   - address: The place of the bus.
    ///   - program: The program that tells GNOME's settings, by its name or path.
    package init(
        _ arbiter: Arbiter, on loop: EventLoop, _ address: BusAddress = .login, program: String = "gsettings"
    ) throws(BusError) {
        self.arbiter = arbiter
        bus = try SessionBus(address.text, on: loop)
        // The first answer is the value, and what follows are its changes, each behind the name of the key.
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

    /// Ends the connection and the child process. The switch stays where it is.
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
        // A call by the service's name would start one.
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
