import SessionWire

/// The place of a bus.
package struct BusAddress: Hashable, Sendable {
    /// The address as D-Bus writes it, or nil for the bus of the login, which libsystemd finds. It has no `guid`, by
    /// which it would mean only one run of the bus.
    package let text: String?
    /// The socket of the bus, or nil for one that is reached otherwise.
    package let socket: String?
    /// Whether anything says where the bus is.
    package let isKnown: Bool

    /// Describes a bus by its address.
    package init(_ text: String) {
        let places = text.split(separator: ";").map { place in
            place.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
        }
        (self.text, socket, isKnown) = (places.joined(separator: ";"), Self.socket(in: text), true)
    }

    private init(text: String?, socket: String?, isKnown: Bool) {
        (self.text, self.socket, self.isKnown) = (text, socket, isKnown)
    }

    /// The session bus of the login.
    package static var login: BusAddress {
        if let address = SocketPlace.environment("DBUS_SESSION_BUS_ADDRESS") { return BusAddress(address) }
        let socket = SocketPlace.environment("XDG_RUNTIME_DIR").map { "\($0)/bus" }
        return BusAddress(text: nil, socket: socket, isKnown: socket != nil)
    }

    /// The bus of the system.
    package static var system: BusAddress {
        BusAddress(SocketPlace.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket")
    }

    /// Returns the path in an address of D-Bus, or nil if it has none, or one that is written with escapes.
    static func socket(in address: String) -> String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        let path = address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" }
        return path.hasPrefix("/") && !path.contains("%") ? String(path) : nil
    }
}
