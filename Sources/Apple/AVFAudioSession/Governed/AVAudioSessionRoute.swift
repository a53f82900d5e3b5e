public import CoreAudioTypes
public import Foundation

// These classes are open, and can be made without arguments, because programs make their own for their tests. What an
// object holds is set once, before another thread has the object, or behind a lock: so any thread may have them.

/// The ports of a route at one moment.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    private let ports: (inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription])

    /// Creates a route that leads nowhere.
    public override init() { ports = ([], []) }

    init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
        ports = (inputs, outputs)
    }

    /// The inputs in force; empty unless a session with input is active.
    open var inputs: [AVAudioSessionPortDescription] { ports.inputs }
    /// The outputs in force.
    open var outputs: [AVAudioSessionPortDescription] { ports.outputs }

    /// The ports, as people read them.
    open override var description: String {
        "<AVAudioSessionRouteDescription: inputs = (\(inputs.map(\.description).joined(separator: ", "))); "
            + "outputs = (\(outputs.map(\.description).joined(separator: ", ")))>"
    }

    /// Returns whether the other route leads through the same ports.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return inputs == other.inputs && outputs == other.outputs
    }

    /// Agrees with `isEqual(_:)`.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(inputs)
        hasher.combine(outputs)
        return hasher.finalize()
    }
}

/// One endpoint of a route.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    private let port: (type: AVAudioSession.Port, name: String, uid: String)
    private let ownChannels: [AVAudioSessionChannelDescription]?
    private let sources: [AVAudioSessionDataSourceDescription]?

    /// Creates a port that is nothing.
    public override init() {
        port = (AVAudioSession.Port(rawValue: ""), "", "")
        (ownChannels, sources) = (nil, nil)
    }

    init(
        type: AVAudioSession.Port, name: String, uid: String, channels: [AVAudioSessionChannelDescription]? = nil,
        dataSources: [AVAudioSessionDataSourceDescription]? = nil
    ) {
        port = (type, name, uid)
        (ownChannels, sources) = (channels, dataSources)
    }

    /// The kind of the port.
    open var portType: AVAudioSession.Port { port.type }
    /// The name of the port, as people read it.
    open var portName: String { port.name }
    /// Tells two things of one kind apart; the same at every query.
    open var uid: String { port.uid }
    /// Whether the thing itself processes calls, as hands-free sets and cars do.
    open var hasHardwareVoiceCallProcessing: Bool { portType == .bluetoothHFP || portType == .carAudio }
    /// Whether it renders around the head; nothing here does.
    open var isSpatialAudioEnabled: Bool { false }
    /// The channels of the port.
    open var channels: [AVAudioSessionChannelDescription]? { ownChannels }
    /// The microphones of the port, or nil if it has no choice of them.
    open var dataSources: [AVAudioSessionDataSourceDescription]? { sources }
    /// The microphone that the port uses, or nil if it has no choice of them.
    open var selectedDataSource: AVAudioSessionDataSourceDescription? { preferredDataSource ?? dataSources?.first }
    /// The microphone that the app prefers, or nil if it prefers none.
    open var preferredDataSource: AVAudioSessionDataSourceDescription? {
        guard let id = SessionWishes.shared.dataSource(ofPort: uid) else { return nil }
        return dataSources?.first { $0.dataSourceID == id as NSNumber }
    }

    /// Chooses what the port is to hear by; nil leaves it to the device.
    ///
    /// - Throws: -50 if it is none of `dataSources`.
    open func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard let dataSource else { return SessionWishes.shared.setDataSource(nil, ofPort: uid) }
        guard dataSources?.contains(dataSource) == true else {
            throw SessionFailure.error(
                .badParam, "\(portName) does not have this data source; take one of dataSources.")
        }
        SessionWishes.shared.setDataSource(dataSource.dataSourceID.intValue, ofPort: uid)
    }

    /// The port, as people read it.
    open override var description: String {
        "<AVAudioSessionPortDescription: type = \(portType.rawValue); name = \(portName); UID = \(uid)>"
    }

    /// Returns whether the other description is of the same port.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionPortDescription else { return false }
        return self === other || (!uid.isEmpty && uid == other.uid && portType == other.portType)
    }

    /// Agrees with `isEqual(_:)`.
    open override var hash: Int { uid.isEmpty ? ObjectIdentifier(self).hash : uid.hash }
}

extension ObjectIdentifier {
    fileprivate var hash: Int {
        var hasher = Hasher()
        hasher.combine(self)
        return hasher.finalize()
    }
}

/// One of several microphones behind one port.
open class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
    private let source: (id: Int, name: String)
    private let place: (location: AVAudioSession.Location?, orientation: AVAudioSession.Orientation?)

    /// Creates a source that is nothing.
    public override init() {
        source = (0, "")
        place = (nil, nil)
    }

    init(id: Int, name: String, location: AVAudioSession.Location?, orientation: AVAudioSession.Orientation?) {
        source = (id, name)
        place = (location, orientation)
    }

    /// The number of the source.
    open var dataSourceID: NSNumber { NSNumber(value: source.id) }
    /// The name of the source, as people read it.
    open var dataSourceName: String { source.name }
    /// The place of the source on the device, if it is known.
    open var location: AVAudioSession.Location? { place.location }
    /// The direction in which the source looks, if it is known.
    open var orientation: AVAudioSession.Orientation? { place.orientation }

    /// Returns whether the other description is of the same source.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionDataSourceDescription else { return false }
        return self === other || (dataSourceID == other.dataSourceID && dataSourceName == other.dataSourceName)
    }

    /// Agrees with `isEqual(_:)`.
    open override var hash: Int { dataSourceName.hash }
}

/// One channel of a port.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    private let channel: (name: String, port: String, number: Int, label: AudioChannelLabel)

    /// Creates a channel that is nothing.
    public override init() { channel = ("", "", 0, 0) }

    init(name: String, port: String, number: Int, label: AudioChannelLabel) { channel = (name, port, number, label) }

    /// The name of the channel, as people read it.
    open var channelName: String { channel.name }
    /// The `uid` of the port to which it belongs.
    open var owningPortUID: String { channel.port }
    /// The number of the channel in its port, from 1.
    open var channelNumber: Int { channel.number }
    /// The loudspeaker for which the channel is meant.
    open var channelLabel: AudioChannelLabel { channel.label }
}
