import SessionPolicy
import SystemSupport

/// An interface of an object on the session bus, for introspection.
struct BusInterface {
    let name: String
    /// The methods with their arguments: direction, type and name, such as `in s kind`.
    var methods: [(name: String, arguments: [String])] = []
    var signals: [(name: String, arguments: [String])] = []
    /// The properties whose changes are not announced.
    var silent: Set<String> = []
}

/// An object that the host exports on the session bus, with introspection and read-only properties.
final class BusObject {
    static let properties = "org.freedesktop.DBus.Properties"
    private static let introspectable = "org.freedesktop.DBus.Introspectable"

    private let bus: SessionBus
    private let path: String
    private let interfaces: [BusInterface]
    var values: () -> [String: [String: BusValue]] = { [:] }
    /// Handles a method call to the object's own interfaces; returns nil for an unknown method.
    var whenCalled: (ReceivedMessage) throws(BusFailure) -> [BusValue]? = { _ in nil }
    var check: () throws(BusFailure) -> Void = {}

    init(_ path: String, _ interfaces: [BusInterface], on bus: SessionBus) {
        (self.path, self.bus) = (path, bus)
        let standard = [
            BusInterface(
                name: Self.properties,
                methods: [
                    ("Get", ["in s interface", "in s property", "out v value"]),
                    ("GetAll", ["in s interface", "out a{sv} properties"]),
                    ("Set", ["in s interface", "in s property", "in v value"]),
                ],
                signals: [("PropertiesChanged", ["s interface", "a{sv} changed", "as invalidated"])]),
            BusInterface(name: Self.introspectable, methods: [("Introspect", ["out s xml"])]),
        ]
        self.interfaces = interfaces + standard
        bus.serve(path) { [unowned self] (call) throws(BusFailure) in try answer(call) }
    }

    func tell(_ interface: String, _ changes: [String: BusValue]) {
        guard !changes.isEmpty else { return }
        bus.emit(path, "\(Self.properties).PropertiesChanged", [.text(interface), .dictionary(changes), .texts([])])
    }

    private func answer(_ call: ReceivedMessage) throws(BusFailure) -> [BusValue] {
        if (call.interface, call.member) == (Self.introspectable, "Introspect") { return [.text(introspection)] }
        try check()
        let interface = call.body.first?.text ?? ""
        switch (call.interface, call.member) {
        case (Self.properties, "Get"):
            let values = values()[interface] ?? [:]
            let name = call.body.last?.text ?? ""
            if call.body.count == 2, let value = values[name] { return [.variant(value)] }
            throw .standard(
                "UnknownProperty",
                "\(path) has no property \(interface.shortened).\(name.shortened); GetAll lists the valid ones.")
        case (Self.properties, "GetAll"): return [.dictionary(values()[interface] ?? [:])]
        case (Self.properties, "Set"):
            throw .standard(
                "PropertyReadOnly", "The properties of \(path) are read-only.")
        default:
            if let answer = try whenCalled(call) { return answer }
            throw .standard(
                "UnknownMethod",
                "\(path) has no method \(call.interface.shortened).\(call.member.shortened); those that it has are printed by busctl "
                    + "--user introspect \(interfaces[0].name) \(path)")
        }
    }

    private var introspection: String {
        func element(_ kind: String, _ name: String, _ arguments: [String]) -> String {
            let lines = arguments.map { argument in
                let words = argument.split(separator: " ")
                let direction = words.count > 2 ? " direction=\"\(words[0])\"" : ""
                return "   <arg name=\"\(words[words.count - 1])\" type=\"\(words[words.count - 2])\"\(direction)/>\n"
            }
            return "  <\(kind) name=\"\(name)\">\n\(lines.joined())  </\(kind)>\n"
        }
        let silence = "   <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"false\"/>\n"
        let values = values()
        let described = interfaces.map { interface in
            let properties = (values[interface.name] ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                "  <property name=\"\(name)\" type=\"\(value.signature ?? "v")\" access=\"read\">\n"
                    + (interface.silent.contains(name) ? silence : "") + "  </property>\n"
            }
            let methods = interface.methods.map { element("method", $0.name, $0.arguments) }
            let signals = interface.signals.map { element("signal", $0.name, $0.arguments) }
            return
                " <interface name=\"\(interface.name)\">\n\((methods + signals + properties).joined()) </interface>\n"
        }
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>
            \(described.joined())</node>

            """
    }
}
