public import CoreAudioTypes
public import Foundation

// These classes are open and have initializers without arguments because programs subclass them in tests. Their state is set
// before another thread can have the object, or is behind a lock.

/// A snapshot of a route: its input and output ports.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    private let ports: (inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription])

    /// Creates a route without ports.
    public override init() { ports = ([], []) }

    init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
        ports = (inputs, outputs)
    }

    /// The input ports; empty unless a session with input is active.
    open var inputs: [AVAudioSessionPortDescription] { ports.inputs }
    /// The output ports.
    open var outputs: [AVAudioSessionPortDescription] { ports.outputs }

    /// A textual description of the ports.
    open override var description: String {
        "<AVAudioSessionRouteDescription: inputs = (\(inputs.map(\.description).joined(separator: ", "))); "
            + "outputs = (\(outputs.map(\.description).joined(separator: ", ")))>"
    }

    /// Returns whether the other route has the same ports.
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

/// A port of a route.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    private let port: (type: AVAudioSession.Port, name: String, uid: String)
    private let ownChannels: [AVAudioSessionChannelDescription]?
    private let sources: [AVAudioSessionDataSourceDescription]?

    /// Creates an empty port.
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

    /// The type of the port.
    open var portType: AVAudioSession.Port { port.type }
    /// The display name of the port.
    open var portName: String { port.name }
    /// A stable identifier that distinguishes ports of one type.
    open var uid: String { port.uid }
    /// Whether the port processes voice in hardware, as hands-free sets and cars do.
    open var hasHardwareVoiceCallProcessing: Bool { portType == .bluetoothHFP || portType == .carAudio }
    /// Whether spatial audio is enabled: false.
    open var isSpatialAudioEnabled: Bool { false }
    /// The channels of the port.
    open var channels: [AVAudioSessionChannelDescription]? { ownChannels }
    /// The data sources of the port, or nil if it has none to choose from.
    open var dataSources: [AVAudioSessionDataSourceDescription]? { sources }
    /// The selected data source, or nil if the port has none to choose from.
    open var selectedDataSource: AVAudioSessionDataSourceDescription? { preferredDataSource ?? dataSources?.first }
    /// The data source that the app prefers, if any.
    open var preferredDataSource: AVAudioSessionDataSourceDescription? {
        guard let id = SessionWishes.shared.dataSource(ofPort: uid) else { return nil }
        return dataSources?.first { $0.dataSourceID == id as NSNumber }
    }

    /// Sets the preferred data source; nil leaves the choice to the device.
    ///
    /// - Throws: -50 if it is not one of `dataSources`.
    open func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard let dataSource else { return SessionWishes.shared.setDataSource(nil, ofPort: uid) }
        guard dataSources?.contains(dataSource) == true else {
            throw SessionFailure.error(
                .badParam, "\(portName) does not have this data source; take one of dataSources.")
        }
        SessionWishes.shared.setDataSource(dataSource.dataSourceID.intValue, ofPort: uid)
    }

    /// A textual description of the port.
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

/// A data source of a port: one of several microphones.
open class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
    private let source: (id: Int, name: String)
    private let place: (location: AVAudioSession.Location?, orientation: AVAudioSession.Orientation?)

    /// Creates an empty data source.
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
    /// The display name of the source.
    open var dataSourceName: String { source.name }
    /// The location of the source on the device, if known.
    open var location: AVAudioSession.Location? { place.location }
    /// The orientation of the source, if known.
    open var orientation: AVAudioSession.Orientation? { place.orientation }

    /// Returns whether the other description is of the same source.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionDataSourceDescription else { return false }
        return self === other || (dataSourceID == other.dataSourceID && dataSourceName == other.dataSourceName)
    }

    /// Agrees with `isEqual(_:)`.
    open override var hash: Int { dataSourceName.hash }
}

/// A channel of a port.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    private let channel: (name: String, port: String, number: Int, label: AudioChannelLabel)

    /// Creates an empty channel.
    public override init() { channel = ("", "", 0, 0) }

    init(name: String, port: String, number: Int, label: AudioChannelLabel) { channel = (name, port, number, label) }

    /// The display name of the channel.
    open var channelName: String { channel.name }
    /// The `uid` of the port to which it belongs.
    open var owningPortUID: String { channel.port }
    /// The number of the channel in its port, from 1.
    open var channelNumber: Int { channel.number }
    /// The loudspeaker for which the channel is meant.
    open var channelLabel: AudioChannelLabel { channel.label }
}
