import SessionPolicy
import Synchronization
import System

/// The object of the host on the session bus: what is heard, as properties, and the calls by which others are lowered.
package final class HostObject {
    /// The name on the bus, and that of the interface.
    package static let name = "org.audiosession.Host1"
    package static let path = "/org/audiosession/Host1"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let bus: SessionBus
    private let holds: BusHolds
    /// Returns the apps of the desktop by their names.
    var apps: () -> [String: BusValue] = { [:] }
    /// The state as it has been told.
    private(set) var picture: HostPicture

    /// Serves the object.
    init(on bus: SessionBus, _ picture: HostPicture, _ holds: BusHolds) {
        (self.bus, self.picture, self.holds) = (bus, picture, holds)
        bus.serve(Self.path) { [unowned self] (call) throws(BusFailure) in try self.answer(call) }
    }

    /// Tells all that listen which properties have changed.
    func show(_ new: HostPicture) {
        let changes = new.changes(since: picture)
        picture = new
        guard !changes.isEmpty else { return }
        bus.emit(
            Self.path, "\(Self.properties).PropertiesChanged", [.text(Self.name), .dictionary(changes), .texts([])])
    }

    private func answer(_ call: ReceivedMessage) throws(BusFailure) -> [BusValue] {
        switch (call.interface, call.member, call.body) {
        case ("org.freedesktop.DBus.Introspectable", "Introspect", _): return [.text(Self.introspection)]
        case (Self.properties, "Get", let body):
            let name = body.last?.text ?? ""
            guard body.count == 2, body[0].text == Self.name, let value = picture.properties[name] else {
                let names = picture.properties.keys.sorted().joined(separator: ", ")
                throw BusFailure(
                    name: "org.freedesktop.DBus.Error.UnknownProperty",
                    message: "\(Self.name) has no property \(name.shortened); it has \(names).")
            }
            return [.variant(value)]
        case (Self.properties, "GetAll", [.text(Self.name)]): return [.dictionary(picture.properties)]
        case (Self.properties, "GetAll", _): return [.dictionary([:])]
        case (Self.properties, "Set", _):
            throw BusFailure(
                name: "org.freedesktop.DBus.Error.PropertyReadOnly",
                message: "The properties of \(Self.name) follow from the policy; to lower others, call Hold.")
        case (Self.name, "Hold", let body), ("", "Hold", let body):
            return [.unsigned(try holds.hold(body, by: call.sender))]
        case (Self.name, "Apps", _), ("", "Apps", _): return [.dictionary(apps())]
        case (Self.name, "Release", let body), ("", "Release", let body):
            try holds.release(body, by: call.sender)
            return []
        default:
            throw BusFailure(
                name: "org.freedesktop.DBus.Error.UnknownMethod",
                message:
                    "\(Self.path) has no method \(call.interface).\(call.member); those that it has are printed by "
                    + "busctl --user introspect \(Self.name) \(Self.path)")
        }
    }

    private static let introspection = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
         <interface name="org.audiosession.Host1">
          <method name="Apps">
           <arg name="apps" type="a{sv}" direction="out"/>
          </method>
          <method name="Hold">
           <arg name="kind" type="s" direction="in"/>
           <arg name="app" type="s" direction="in"/>
           <arg name="options" type="a{sv}" direction="in"/>
           <arg name="hold" type="u" direction="out"/>
          </method>
          <method name="Release">
           <arg name="hold" type="u" direction="in"/>
          </method>
          <property name="Ducked" type="as" access="read"/>
          <property name="Heard" type="as" access="read"/>
          <property name="Outputs" type="as" access="read"/>
          <property name="Volume" type="d" access="read"/>
         </interface>
         <interface name="org.freedesktop.DBus.Properties">
          <method name="Get">
           <arg name="interface" type="s" direction="in"/>
           <arg name="property" type="s" direction="in"/>
           <arg name="value" type="v" direction="out"/>
          </method>
          <method name="GetAll">
           <arg name="interface" type="s" direction="in"/>
           <arg name="properties" type="a{sv}" direction="out"/>
          </method>
          <method name="Set">
           <arg name="interface" type="s" direction="in"/>
           <arg name="property" type="s" direction="in"/>
           <arg name="value" type="v" direction="in"/>
          </method>
          <signal name="PropertiesChanged">
           <arg name="interface" type="s"/>
           <arg name="changed" type="a{sv}"/>
           <arg name="invalidated" type="as"/>
          </signal>
         </interface>
         <interface name="org.freedesktop.DBus.Introspectable">
          <method name="Introspect">
           <arg name="xml" type="s" direction="out"/>
          </method>
         </interface>
        </node>

        """
}

/// The last picture that the arbiter has told, so that a decision that changes nothing of it wakes nothing.
final class LastPicture: Sendable {
    private let picture: Mutex<HostPicture>

    init(_ picture: HostPicture) { self.picture = Mutex(picture) }

    /// Returns the new picture; nil where it equals the last one.
    func replace(by new: HostPicture) -> HostPicture? {
        picture.withLock { last in
            guard last != new else { return nil }
            last = new
            return new
        }
    }
}
