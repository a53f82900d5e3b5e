import Glibc

/// A node of PipeWire that a program plays into, or records from, and how much of its volume is let through.
/// `channelVolumes` is the person's slider, which the session manager stores. `softVolumes` takes its place in the
/// sound until the slider is moved, and nothing stores it: a part of the slider is let through by `softVolumes`, so the
/// slider is left alone.
struct PipeWireNode {
    static let mute: UInt32 = 0x10004
    static let channelVolumes: UInt32 = 0x10008
    static let softMute: UInt32 = 0x1000f
    static let softVolumes: UInt32 = 0x10010
    static let (propertiesType, propertiesID): (UInt32, UInt32) = (0x40002, 2)

    let index: UInt32
    var properties: [String: String] = [:]
    /// The node's state: 3 runs.
    var state: Int64 = 0
    var isDescribed = false

    /// The level of the person: each channel's amplitude and the mute.
    private(set) var personal: NodeLevel?
    /// The level in place of the person's, as the server has shown it last.
    private(set) var shown: NodeLevel?
    /// The level in place of the person's that was set last and not yet shown, or nil if none is under way.
    private var underWay: NodeLevel?
    /// Whether the level that was set last is in force, as far as is known.
    private var isInForce = false
    var part = 1.0 { didSet { if part != oldValue { refusals = 0 } } }
    /// The number of levels set that did not change what the node shows.
    private var refusals = 0
    /// The number of refusals after which a node is taken for one that has no such properties. A busy program shows
    /// many levels late.
    private static let mostRefusals = 256

    struct NodeLevel: Equatable {
        var volumes: [Float]
        var isMuted: Bool

        /// Whether two levels are equal except for what a server rounds.
        func matches(_ other: NodeLevel) -> Bool {
            isMuted == other.isMuted && volumes.count == other.volumes.count
                && zip(volumes, other.volumes).allSatisfy { abs($0 - $1) <= 1e-5 * max(1, abs($0)) }
        }
    }

    init(index: UInt32) { self.index = index }

    /// Whether a level is still to be set or shown.
    var isMoving: Bool { underWay != nil || next != nil }

    /// Whether the person's volume is known.
    var hasVolume: Bool { personal != nil }

    private var wanted: NodeLevel? {
        personal.map { NodeLevel(volumes: $0.volumes.map { $0 * Float(part) }, isMuted: $0.isMuted) }
    }

    /// The level that is to be set next, or nil if there is none.
    private var next: NodeLevel? {
        // A stream that no host has ever touched needs no level in place of its own.
        guard let wanted, part != 1 || isTouched, refusals < Self.mostRefusals else { return nil }
        return isInForce && shown.map(wanted.matches) == true ? nil : wanted
    }

    /// Whether `softVolumes` were set, by this host or by one that was killed.
    private var isTouched = false

    /// Accepts the properties that the server shows.
    /// - Returns: Whether this is the first time.
    mutating func show(_ properties: [UInt32: PipeWireValue]) -> Bool {
        guard let volumes = properties[Self.channelVolumes]?.floats, !volumes.isEmpty else { return false }
        let now = NodeLevel(volumes: volumes, isMuted: properties[Self.mute]?.isTrue ?? false)
        let soft = NodeLevel(
            volumes: properties[Self.softVolumes]?.floats ?? volumes,
            isMuted: properties[Self.softMute]?.isTrue ?? false)
        defer { (personal, shown, underWay) = (now, soft, nil) }
        guard let personal, let shown else {
            // Lower than the slider they are a killed host's.
            isTouched = soft.volumes.count == volumes.count && zip(soft.volumes, volumes).contains { $0 < $1 }
            return true
        }
        if !now.matches(personal) {
            // A slider that is moved puts the level out of force.
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

    /// Returns the level that is to be set now: one is under way at most.
    /// - Parameter again: Whether a level that is in force is set once more.
    mutating func step(again: Bool = false) -> PipeWireValue? {
        guard underWay == nil, let next = again && refusals == 0 ? wanted : next else { return nil }
        underWay = next
        isTouched = true
        return Self.value(of: next)
    }

    /// The person's own level in place of itself, for the end, or nil if nothing was set.
    var release: PipeWireValue? { isTouched ? personal.map(Self.value) : nil }

    private static func value(of level: NodeLevel) -> PipeWireValue {
        .object(
            type: propertiesType, id: propertiesID,
            [softMute: .bool(level.isMuted), softVolumes: .floats(level.volumes)])
    }
}
