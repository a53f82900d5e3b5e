import Glibc

/// A PipeWire node that a program plays into or records from, and how much of its volume is let through.
/// `channelVolumes` is the person's slider, which the session manager stores. `softVolumes` replaces it in the sound
/// until the slider is moved, and is not stored. The host therefore sets only `softVolumes` and never moves the slider.
final class PipeWireNode {
    static let mute: UInt32 = 0x10004
    static let channelVolumes: UInt32 = 0x10008
    static let channelMap: UInt32 = 0x1000b
    static let softMute: UInt32 = 0x1000f
    static let softVolumes: UInt32 = 0x10010
    static let (propertiesType, propertiesID): (UInt32, UInt32) = (0x40002, 2)

    /// The number of its stream, the server's for the node, and the one that this client bound it to.
    let (index, global, object): (UInt32, UInt32, UInt32)
    var properties: [String: String]
    /// The node's state; 3 means running.
    var state: Int64 = 0
    var isDescribed = false

    /// The person's level: the amplitude of each channel, and the mute.
    private(set) var personal: NodeLevel?
    /// The server's numbers for the positions of the channels.
    private var channels: [UInt32] = []
    /// The replacement level that the server last reported.
    private(set) var shown: NodeLevel?
    /// The replacement level that was set and is not yet reported, or nil.
    private var underWay: NodeLevel?
    /// Whether the last replacement level is in effect, as far as known.
    private var isInForce = false
    var part = 1.0 { didSet { if part != oldValue { refusals = 0 } } }
    /// The number of replacement levels that did not change what the node reports.
    private var refusals = 0
    /// The number of refusals after which a node counts as lacking these properties. A busy program reports many levels
    /// late.
    private static let mostRefusals = 256

    struct NodeLevel: Equatable {
        var volumes: [Float]
        var isMuted: Bool

        /// Whether two levels are equal except for rounding by the server.
        func matches(_ other: NodeLevel) -> Bool {
            isMuted == other.isMuted && volumes.count == other.volumes.count
                && zip(volumes, other.volumes).allSatisfy { abs($0 - $1) <= 1e-5 * max(1, abs($0)) }
        }
    }

    init(index: UInt32, global: UInt32, object: UInt32, properties: [String: String]) {
        (self.index, self.global, self.object, self.properties) = (index, global, object, properties)
    }

    /// Whether a level is waiting to be set or reported.
    var isMoving: Bool { underWay != nil || next != nil }

    var hasVolume: Bool { personal != nil }

    /// The name under which the session manager stores the level for the program's next stream, or nil if it has none.
    var storedName: String? {
        guard properties["media.class"] == "Stream/Output/Audio" else { return nil }
        return ["media.role", "application.id", "application.name", "media.name", "node.name"].lazy
            .compactMap { [properties] key in properties[key].map { "\(key):\($0)" } }.first
    }

    /// The person's level as the session manager stores it, in JSON, or nil until it is known.
    var storedLevel: String? {
        personal.map { level in
            let names = channels.compactMap { channel in
                channel < 0x1000
                    ? channel < Self.channelNames.count ? Self.channelNames[Int(channel)] : nil
                    : "AUX\(channel - 0x1000)"
            }
            let places = names.count == level.volumes.count ? ", \"channels\": \(names)" : ""
            return "{ \"mute\": \(level.isMuted), \"volumes\": \(level.volumes)\(places) }"
        }
    }

    private static let channelNames = [
        "UNK", "NA", "MONO", "FL", "FR", "FC", "LFE", "SL", "SR", "FLC", "FRC", "RC", "RL", "RR",
    ]

    private var wanted: NodeLevel? {
        personal.map { NodeLevel(volumes: $0.volumes.map { $0 * Float(part) }, isMuted: $0.isMuted) }
    }

    private var next: NodeLevel? {
        // A stream that no host has touched needs no replacement level.
        guard let wanted, part != 1 || isTouched, refusals < Self.mostRefusals else { return nil }
        return isInForce && shown.map(wanted.matches) == true ? nil : wanted
    }

    /// Whether `softVolumes` was set by this host or by one that was killed.
    private var isTouched = false

    /// Applies the properties reported by the server.
    /// - Returns: Whether this is the first report.
    func show(_ properties: [UInt32: PipeWireValue]) -> Bool {
        guard let volumes = properties[Self.channelVolumes]?.floats, !volumes.isEmpty else { return false }
        let now = NodeLevel(volumes: volumes, isMuted: properties[Self.mute]?.isTrue ?? false)
        let soft = NodeLevel(
            volumes: properties[Self.softVolumes]?.floats ?? volumes,
            isMuted: properties[Self.softMute]?.isTrue ?? false)
        defer { (personal, shown, underWay) = (now, soft, nil) }
        if let channels = properties[Self.channelMap]?.numbers { self.channels = channels }
        guard let personal, let shown else {
            // Values below the slider come from a killed host.
            isTouched = soft.volumes.count == volumes.count && zip(soft.volumes, volumes).contains { $0 < $1 }
            return true
        }
        if !now.matches(personal) {
            // A moved slider overrides the replacement level.
            (isInForce, refusals) = (false, 0)
        } else if let underWay {
            if soft.matches(underWay) {
                (isInForce, refusals) = (true, 0)
            } else if soft.matches(shown) {
                refusals += 1
            }
        }
        return false
    }

    /// Returns the level to set now; at most one is pending.
    /// - Parameter again: Whether to repeat a level that is in effect.
    func step(again: Bool = false) -> PipeWireValue? {
        guard underWay == nil, let next = again && refusals == 0 ? wanted : next else { return nil }
        underWay = next
        isTouched = true
        return Self.value(of: next)
    }

    /// The level to set at the end if the last one is not reported, or nil.
    var release: PipeWireValue? { isMoving ? personal.map(Self.value) : nil }

    private static func value(of level: NodeLevel) -> PipeWireValue {
        .object(
            type: propertiesType, id: propertiesID,
            [softMute: .bool(level.isMuted), softVolumes: .floats(level.volumes)])
    }
}
