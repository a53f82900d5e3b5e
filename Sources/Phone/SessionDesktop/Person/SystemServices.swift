import Glibc
package import SessionPhone
import SessionPolicy
package import SessionWire
import SessionWorld
import SystemSupport

/// Services of the system bus that know about the person and the phone: logind reports the lock and sleep, ModemManager
/// and oFono report calls. Each report becomes an event of the phone. No service is started, and a missing one costs
/// nothing. Used only on the loop's thread.
package final class SystemServices: BusFront {
    private static let logind = "org.freedesktop.login1"

    private let arbiter: Arbiter
    private let bus: SessionBus
    private let user: String
    /// Whether the person's session is locked, according to logind.
    private var isLocked = false
    /// The calls by their paths.
    private var calls: [String: (service: String, state: CallService.CallState)] = [:]
    package private(set) var hasFollowed = false
    package var whenLost: () -> Void = {}

    /// Connects to the system bus and follows its services.
    package init(_ arbiter: Arbiter, on loop: EventLoop, _ address: BusAddress = .system) throws(BusError) {
        self.arbiter = arbiter
        user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        bus = try SessionBus(address.text, on: loop)
        bus.whenGone = { [unowned self] _ in
            for service in CallService.all { endCalls(of: service) }
            whenLost()
        }
        followLogind()
        for service in CallService.all { followCalls(of: service) }
        // The bus answers after it has processed the match rules.
        bus.ask("GetId") { [weak self] _ in self?.hasFollowed = true }
    }

    package func close() { bus.close() }

    private func act(_ event: Event) { _ = arbiter.perform(event, by: .step) }

    /// Subscribes to a signal of a service, from any object.
    private func listen(
        _ service: String, _ interface: String, _ member: String, _ body: @escaping (ReceivedMessage) -> Void
    ) {
        bus.listen(to: "type='signal',sender='\(service)',interface='\(interface)',member='\(member)'", body)
    }

    /// Queries a property of a running service, which has just sent a signal.
    private func get(
        _ property: String, of interface: String, _ service: String, _ path: String,
        _ body: @escaping (BusValue) -> Void
    ) {
        bus.call(service, path, "org.freedesktop.DBus.Properties.Get", [.text(interface), .text(property)]) {
            if let value = (try? $0.get())?.first { body(value) }
        }
    }

    // MARK: The lock and sleep

    private func followLogind() {
        listen(Self.logind, "\(Self.logind).Manager", "PrepareForSleep") { [unowned self] signal in
            guard case .flag(let sleeps)? = signal.body.first else { return }
            act(sleeps ? .fallsAsleep : .wakes)
            // A phone locks when it sleeps; a desktop only if its settings say so.
            if !sleeps, !isLocked { act(.screenUnlocked) }
        }
        listen(Self.logind, "org.freedesktop.DBus.Properties", "PropertiesChanged") { [unowned self] signal in
            let interface = "\(Self.logind).Session"
            guard signal.body.first?.text == interface,
                case .flag(let isLocked)? = signal.body.dropFirst().first?.dictionary?["LockedHint"]
            else { return }
            // Ignore the locks of other users' sessions.
            get("Name", of: interface, Self.logind, signal.path) { [unowned self] name in
                guard name.text == user else { return }
                self.isLocked = isLocked
                act(isLocked ? .screenLocked : .screenUnlocked)
            }
        }
    }

    // MARK: Calls

    private func update(_ state: CallService.CallState?, of path: String, _ service: CallService) {
        guard let state, let phase = CallService.phase(from: calls[path]?.state, to: state) else { return }
        calls[path] = state == .over ? nil : (service.name, state)
        _ = arbiter.perform(by: .step) { .call(phase, CallName(uid: $0.name(path))) }
    }

    private func endCalls(of service: CallService) {
        for path in calls.filter({ $0.value.service == service.name }).keys.sorted() {
            update(.over, of: path, service)
        }
    }

    private func followCalls(of service: CallService) {
        let (manager, call) = ("\(service.name).\(service.manager)", "\(service.name).\(service.call)")
        // A service that is gone can no longer end its calls.
        bus.listen(to: SessionBus.ownerChanges + ",arg0='\(service.name)'") { [unowned self] signal in
            if signal.body.count == 3, signal.body[1].text != "" { endCalls(of: service) }
        }
        listen(service.name, manager, "CallAdded") { [unowned self] signal in
            guard case .path(let path)? = signal.body.first else { return }
            if let state = signal.body.last?.dictionary?["State"] {
                return update(service.states[state], of: path, service)
            }
            get("State", of: call, service.name, path) { [unowned self] in update(service.states[$0], of: path, service)
            }
        }
        listen(service.name, call, service.changed) { [unowned self] signal in
            // ModemManager sends the old and the new state, oFono the name of a property and its value.
            guard signal.body.count > 1, signal.body[0].text ?? "State" == "State" else { return }
            update(service.states[signal.body[1]], of: signal.path, service)
        }
        listen(service.name, manager, service.removed) { [unowned self] signal in
            if case .path(let path)? = signal.body.first { update(.over, of: path, service) }
        }
    }
}
