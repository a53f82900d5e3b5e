import SessionWire

package struct BusAddress: Hashable, Sendable {
    /// The address in D-Bus syntax, or nil for the login bus, which libsystemd finds. Without `guid`, which would limit
    /// it to one run of the bus.
    package let text: String?
    /// The path of the bus's socket, or nil if it is reached otherwise.
    package let socket: String?
    package let isKnown: Bool

    package init(_ text: String) {
        let places = text.split(separator: ";").map { place in
            place.split(separator: ",").filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
        }
        (self.text, socket, isKnown) = (places.joined(separator: ";"), Self.socket(in: text), true)
    }

    private init(text: String?, socket: String?, isKnown: Bool) {
        (self.text, self.socket, self.isKnown) = (text, socket, isKnown)
    }

    package static var login: BusAddress {
        if let address = SocketPlace.environment("DBUS_SESSION_BUS_ADDRESS") { return BusAddress(address) }
        let socket = SocketPlace.environment("XDG_RUNTIME_DIR").map { "\($0)/bus" }
        return BusAddress(text: nil, socket: socket, isKnown: socket != nil)
    }

    package static var system: BusAddress {
        BusAddress(SocketPlace.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket")
    }

    /// Returns the path in a D-Bus address, or nil if it has none or contains escapes.
    static func socket(in address: String) -> String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        let path = address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" }
        return path.hasPrefix("/") && !path.contains("%") ? String(path) : nil
    }
}
