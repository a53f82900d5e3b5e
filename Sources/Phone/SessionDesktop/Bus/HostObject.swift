import SystemSupport

/// The host's object on the session bus: properties of what is audible, and methods to hold others.
package final class HostObject {
    /// The bus name, which is also the interface's.
    package static let name = "org.audiosession.Host1"
    package static let path = "/org/audiosession/Host1"

    private let object: BusObject
    private let holds: BusHolds
    var apps: () -> [String: BusValue] = { [:] }
    private(set) var picture: HostPicture

    private static let interface = BusInterface(
        name: name,
        methods: [
            ("Apps", ["out a{sv} apps"]),
            ("Hold", ["in s kind", "in s app", "in a{sv} options", "out u hold"]),
            ("Release", ["in u hold"]),
        ])

    init(on bus: SessionBus, _ picture: HostPicture, _ holds: BusHolds) {
        (self.picture, self.holds) = (picture, holds)
        object = BusObject(Self.path, [Self.interface], on: bus)
        object.values = { [unowned self] in [Self.name: self.picture.properties] }
        object.whenCalled = { [unowned self] (call) throws(BusFailure) in try answer(call) }
    }

    func show(_ new: HostPicture) {
        object.tell(Self.name, new.changes(since: picture))
        picture = new
    }

    private func answer(_ call: ReceivedMessage) throws(BusFailure) -> [BusValue]? {
        guard ["", Self.name].contains(call.interface) else { return nil }
        switch call.member {
        case "Apps": return [.dictionary(apps())]
        case "Hold": return [.unsigned(try holds.hold(call.body, by: call.sender))]
        case "Release":
            try holds.release(call.body, by: call.sender)
            return []
        default: return nil
        }
    }
}
