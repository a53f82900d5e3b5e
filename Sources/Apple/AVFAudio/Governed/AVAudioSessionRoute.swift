public import CoreAudioTypes
public import Foundation

// These classes are open, and can be made without arguments, because programs make their own for their tests. What an
// object holds is set once, before another thread has the object, or behind a lock: so any thread may have them.

/// What a route leads through at one moment.
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

    /// Two routes through the same ports are the same.
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

    /// What kind of thing it is.
    open var portType: AVAudioSession.Port { port.type }
    /// What people call it.
    open var portName: String { port.name }
    /// Tells two things of one kind apart; the same at every query.
    open var uid: String { port.uid }
    /// Whether the thing itself processes calls, as hands-free sets and cars do.
    open var hasHardwareVoiceCallProcessing: Bool { portType == .bluetoothHFP || portType == .carAudio }
    /// Whether it renders around the head; nothing here does.
    open var isSpatialAudioEnabled: Bool { false }
    /// Its channels.
    open var channels: [AVAudioSessionChannelDescription]? { ownChannels }
    /// What it can hear by; nil where there is no choice.
    open var dataSources: [AVAudioSessionDataSourceDescription]? { sources }
    /// What it hears by; nil where there is no choice.
    open var selectedDataSource: AVAudioSessionDataSourceDescription? { preferredDataSource ?? dataSources?.first }
    /// What the app wants it to hear by; nil where nothing is wanted.
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

    /// Two descriptions of the same thing are the same.
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
    private let patterns: [AVAudioSession.PolarPattern]?

    /// Creates a source that is nothing.
    public override init() {
        source = (0, "")
        place = (nil, nil)
        patterns = nil
    }

    init(
        id: Int, name: String, location: AVAudioSession.Location?, orientation: AVAudioSession.Orientation?,
        patterns: [AVAudioSession.PolarPattern]?
    ) {
        source = (id, name)
        place = (location, orientation)
        self.patterns = patterns
    }

    /// Its number.
    open var dataSourceID: NSNumber { NSNumber(value: source.id) }
    /// What people call it.
    open var dataSourceName: String { source.name }
    /// Where on the device it sits, if that is known.
    open var location: AVAudioSession.Location? { place.location }
    /// Which way it looks, if that is known.
    open var orientation: AVAudioSession.Orientation? { place.orientation }
    /// From where it can hear; nil where there is no choice.
    open var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { patterns }
    /// From where it hears; nil where there is no choice.
    open var selectedPolarPattern: AVAudioSession.PolarPattern? {
        preferredPolarPattern ?? supportedPolarPatterns?.first
    }
    /// From where the app wants it to hear; nil where nothing is wanted.
    open var preferredPolarPattern: AVAudioSession.PolarPattern? {
        SessionWishes.shared.pattern(ofSource: dataSourceID.intValue).map(AVAudioSession.PolarPattern.init(rawValue:))
    }

    /// Chooses from where it is to hear; nil leaves it to the device.
    ///
    /// - Throws: -50 if it is none of `supportedPolarPatterns`.
    open func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
        if let pattern, supportedPolarPatterns?.contains(pattern) != true {
            throw SessionFailure.error(
                .badParam, "\(dataSourceName) cannot hear so; take one of supportedPolarPatterns.")
        }
        SessionWishes.shared.setPattern(pattern?.rawValue, ofSource: dataSourceID.intValue)
    }

    /// Two descriptions of the same source are the same.
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

    /// What people call it.
    open var channelName: String { channel.name }
    /// The `uid` of the port to which it belongs.
    open var owningPortUID: String { channel.port }
    /// Its number in that port, from 1.
    open var channelNumber: Int { channel.number }
    /// Which loudspeaker it is meant for.
    open var channelLabel: AudioChannelLabel { channel.label }
}
