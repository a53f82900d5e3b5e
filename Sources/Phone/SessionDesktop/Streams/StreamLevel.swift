import Glibc

/// A volume for each channel, and the mute.
struct VolumeSetting: Hashable {
    var volumes: [UInt32]
    var isMuted: Bool
}

enum VolumeCommand: Hashable {
    case volumes([UInt32])
    case isMuted(Bool)
}

/// The volume of a stream, shared by the host and the person: the person's setting, and the part of it in effect.
///
/// A reported volume is the host's if the host had set it last before the query; any other is a person's. A move of the
/// slider wins: the stream is not lowered again until it must be lowered further, or all lowering has ended.
struct StreamLevel {
    /// The setting of the person.
    private(set) var personal: VolumeSetting
    /// The host's settings, from the last one that the server has reported to the last one sent.
    private var settings: [(number: UInt64, setting: VolumeSetting)]
    /// The part of the person's volume in the last setting, linear, 0 to 1. At 0 the stream is muted.
    private(set) var part: Double
    /// The target part at the time when a person moved the slider of a lowered stream, or nil.
    private var overruled: Double?
    private var aim = 1.0

    init(_ found: VolumeSetting) { (personal, settings, part) = (found, [(0, found)], 1) }

    /// Creates the level of a stream that was found lowered, with its original setting.
    init(_ found: VolumeSetting, personal: VolumeSetting) {
        (self.personal, settings) = (personal, [(0, found)])
        let (full, now) = (Double(personal.volumes.max() ?? 0), Double(found.volumes.max() ?? 0))
        let isSilenced = found.isMuted && (!personal.isMuted || VolumeMark(of: found.volumes) == .silenced)
        part = isSilenced ? 0 : full > 0 ? min(1, pow(now / full, 3)) : 1
    }

    var sent: VolumeSetting { settings[settings.count - 1].setting }
    /// The number of the last setting sent.
    var mark: UInt64 { settings[settings.count - 1].number }
    /// Whether the server's setting differs from the person's, or would if the person had not muted the stream.
    var isLowered: Bool { sent != personal || part == 0 }

    /// Whether the host has muted the stream, as far as the server has reported.
    var isSilenced: Bool { part == 0 || !personal.isMuted && settings.contains(where: \.setting.isMuted) }

    /// Whether a setting is one of the host's that may still be reported.
    func hasSent(_ setting: VolumeSetting) -> Bool { settings.contains { $0.number > 0 && $0.setting == setting } }

    /// Handles a setting that the server reports.
    /// - Parameter mark: The number of the last setting that was sent before the query.
    /// - Returns: Whether a person has changed it.
    mutating func see(_ seen: VolumeSetting, mark: UInt64) -> Bool {
        let place = (settings.lastIndex { $0.number <= mark }) ?? 0
        var old = settings[place].setting
        settings.removeFirst(place)
        if seen == old { return false }
        let wasSilent = part == 0
        if seen.isMuted != old.isMuted { personal.isMuted = seen.isMuted }
        let hasMoved = seen.volumes != old.volumes
        if hasMoved { personal.volumes = seen.volumes }
        // Under a mute the slider moves without being audible.
        if !(wasSilent && seen.isMuted) {
            if wasSilent { personal.isMuted = false }
            if hasMoved || wasSilent { (overruled, part) = (aim, 1) }
        }
        // A setting sent since the query has replaced the person's, if it changed the value.
        var new = seen
        let later = settings.dropFirst().map { number, setting in
            if setting.volumes != old.volumes { new.volumes = setting.volumes }
            if setting.isMuted != old.isMuted { new.isMuted = setting.isMuted }
            old = setting
            return (number, new)
        }
        settings = [(mark, seen)] + later
        return true
    }

    /// Accepts a new target part. A person's move counts until the stream must be lowered further, or lowering has
    /// ended.
    mutating func head(for part: Double, onTheWayTo aim: Double) {
        if let overruled, aim < overruled || aim == 1 && part == 1 { self.overruled = nil }
        self.aim = aim
    }

    /// Applies a part of the person's volume.
    /// - Parameters:
    ///   - part: Linear, 0 to 1.
    ///   - aim: The part at the end of the ramp that this one belongs to.
    mutating func apply(_ part: Double, onTheWayTo aim: Double) -> [VolumeCommand] {
        head(for: part, onTheWayTo: aim)
        self.part = overruled == nil ? part : 1
        let (before, now) = (sent, setting)
        guard now != before else { return [] }
        settings.append((mark + 1, now))
        var commands: [VolumeCommand] = []
        if now.volumes != before.volumes { commands.append(.volumes(now.volumes)) }
        if now.isMuted != before.isMuted { commands.append(.isMuted(now.isMuted)) }
        // Restore the slider before unmuting.
        return now.isMuted ? commands.reversed() : commands
    }

    /// Replaces the person's setting of a stream that inherited it from its name.
    mutating func inherit(_ personal: VolumeSetting) { self.personal = personal }

    private var setting: VolumeSetting {
        switch part {
        case 0: VolumeSetting(volumes: VolumeMark.silenced.apply(to: personal.volumes, part: 1), isMuted: true)
        case 1: personal
        default:
            VolumeSetting(
                volumes: VolumeMark.lowered.apply(to: personal.volumes, part: part), isMuted: personal.isMuted)
        }
    }
}

/// The mark, in their last bits, of volumes that a host sets. It distinguishes them from people's volumes after a host
/// was killed, and on a program's next stream.
///
/// No whole percentage of the full volume, and no number next to one, has these remainders.
enum VolumeMark: UInt32, CaseIterable {
    case lowered = 54
    /// The volume of a stream that the host has muted: the person's, except for the mark.
    case silenced = 120

    private static let modulus: UInt32 = 128

    /// Finds the mark of volumes, or nil if a person has set them.
    init?(of volumes: [UInt32]) {
        let sounding = volumes.filter { $0 > 0 }
        let mark = Self.allCases.first { mark in sounding.allSatisfy { $0 % Self.modulus == mark.rawValue } }
        guard let mark, !sounding.isEmpty else { return nil }
        self = mark
    }

    /// Returns the marked volumes nearest to a part of the amplitude, 0 to 1, and not above the whole.
    func apply(to volumes: [UInt32], part: Double) -> [UInt32] {
        let (mark, modulus) = (Double(rawValue), Double(Self.modulus))
        return volumes.map { volume in
            // A silent channel stays silent.
            guard volume > 0 else { return 0 }
            let steps = ((Double(volume) * cbrt(part) - mark) / modulus).rounded()
            let highest = ((Double(volume) - mark) / modulus).rounded(.down)
            return UInt32(max(0, min(steps, highest)) * modulus + mark)
        }
    }
}
