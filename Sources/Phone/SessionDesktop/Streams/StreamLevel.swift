import Glibc

/// A volume for each channel, and the mute.
struct VolumeSetting: Hashable {
    var volumes: [UInt32]
    var isMuted: Bool
}

/// A setting of the stream that the server is to be told.
enum VolumeCommand: Hashable {
    case volumes([UInt32])
    case isMuted(Bool)
}

/// The volume of one stream that the host and the person share: what the person has set, and how much of it is let
/// through. A volume is the host's own if it is one that the host has set and the server has not yet shown to be
/// replaced, however late the server shows it; any other was set by a person. A move of the stream's slider wins: the
/// stream is lowered no more until it is to be lowered further, or until all lowering has ended.
struct StreamLevel {
    private(set) var personal: VolumeSetting
    /// The settings of the host from the last one that the server has shown to the one that was sent last.
    private var settings: [(number: UInt64, setting: VolumeSetting)]
    /// The part of the person's volume that is let through by the last setting: 0 to 1, linear. At 0 the stream is muted.
    private(set) var part: Double
    /// The part at the end of the change when a person moved the slider of a lowered stream, or nil if none has.
    private var overruled: Double?
    private var aim = 1.0
    /// Whether the server shows at once what was set.
    private let isExact: Bool

    init(_ found: VolumeSetting, isExact: Bool) {
        (personal, settings, part, self.isExact) = (found, [(0, found)], 1, isExact)
    }

    /// Begins with a stream that was found lowered, and the setting that it had before.
    init(_ found: VolumeSetting, personal: VolumeSetting, isExact: Bool) {
        (self.personal, settings, self.isExact) = (personal, [(0, found)], isExact)
        let (full, now) = (Double(personal.volumes.max() ?? 0), Double(found.volumes.max() ?? 0))
        part = found.isMuted && !personal.isMuted ? 0 : full > 0 ? min(1, pow(now / full, 3)) : 1
    }

    var sent: VolumeSetting { settings[settings.count - 1].setting }
    /// The number of the setting that was sent last.
    var mark: UInt64 { settings[settings.count - 1].number }
    /// Whether the server holds something else than what the person has set, or would also hold it if the person had not muted.
    var isLowered: Bool { sent != personal || part == 0 }

    /// Accepts what the server shows.
    /// - Parameters:
    ///   - seen: What the server shows.
    ///   - mark: The number of the last setting that was sent before the look.
    /// - Returns: Whether a person has changed it.
    mutating func see(_ seen: VolumeSetting, mark: UInt64) -> Bool {
        let earlier = settings.prefix { $0.number <= mark }
        let candidates = isExact ? earlier.suffix(1) : earlier
        let place = candidates.lastIndex { isSame($0.setting.volumes, seen.volumes) }
        let isMuteOurs = candidates.contains { $0.setting.isMuted == seen.isMuted }
        if let place, isMuteOurs {
            // What came before it is shown no more; the mute may still be.
            if candidates[place].setting.isMuted == seen.isMuted { settings.removeFirst(place) }
            return false
        }
        let wasSilent = part == 0
        if !isMuteOurs { personal.isMuted = seen.isMuted }
        if place == nil { personal.volumes = seen.volumes }
        // Behind a mute the slider moves without the stream being heard.
        if !(wasSilent && seen.isMuted) {
            if wasSilent { personal.isMuted = false }
            if place == nil || wasSilent { (overruled, part) = (aim, 1) }
        }
        // What was sent since the look has replaced what the person has set, as far as it was another value than before.
        var (old, new) = (earlier[earlier.count - 1].setting, seen)
        let later = settings.drop { $0.number <= mark }.map { number, setting in
            if setting.volumes != old.volumes { new.volumes = setting.volumes }
            if setting.isMuted != old.isMuted { new.isMuted = setting.isMuted }
            old = setting
            return (number, new)
        }
        settings = [(mark, seen)] + later
        return true
    }

    /// Takes up that a part is wanted: a person's move counts until the stream is to be lowered further, or lowering has ended.
    mutating func head(for part: Double, onTheWayTo aim: Double) {
        if let overruled, aim < overruled || aim == 1 && part == 1 { self.overruled = nil }
        self.aim = aim
    }

    /// Lets a part of the person's volume through.
    /// - Parameters:
    ///   - part: 0 to 1, linear.
    ///   - aim: The part at the end of the change to which this one belongs.
    /// - Returns: What is to be sent.
    mutating func apply(_ part: Double, onTheWayTo aim: Double) -> [VolumeCommand] {
        head(for: part, onTheWayTo: aim)
        self.part = overruled == nil ? Self.onGrid(part, aim) : 1
        let (before, now) = (sent, setting)
        guard now != before else { return [] }
        settings.append((mark + 1, now))
        var commands: [VolumeCommand] = []
        if now.volumes != before.volumes { commands.append(.volumes(now.volumes)) }
        if now.isMuted != before.isMuted { commands.append(.isMuted(now.isMuted)) }
        // The slider goes back to the person's place behind the mute.
        return now.isMuted ? commands.reversed() : commands
    }

    private var setting: VolumeSetting {
        part == 0
            ? VolumeSetting(volumes: personal.volumes, isMuted: true)
            : VolumeSetting(volumes: Self.scaled(personal.volumes, by: part), isMuted: personal.isMuted)
    }

    // MARK: Parts

    /// The number of parts between which a ramp chooses. So few volumes are the host's that another host, or the next
    /// stream of the program, tells them from those that a person sets.
    private static let steps = 128.0

    private static func onGrid(_ part: Double, _ aim: Double) -> Double {
        part == aim || part == 0 || part == 1 ? part : max(1, (part * steps).rounded()) / steps
    }

    private static func scaled(_ volumes: [UInt32], by part: Double) -> [UInt32] {
        part == 1 ? volumes : volumes.map { UInt32((Double($0) * cbrt(part)).rounded()) }
    }

    private func isSame(_ volumes: [UInt32], _ others: [UInt32]) -> Bool {
        isExact ? volumes == others : Self.isSame(volumes, others)
    }

    /// PipeWire keeps volumes as floats of the amplitude, and tells them in PulseAudio's numbers.
    private static let rounding: UInt32 = 8

    private static func isSame(_ volumes: [UInt32], _ others: [UInt32]) -> Bool {
        volumes.count == others.count && zip(volumes, others).allSatisfy { max($0, $1) - min($0, $1) <= rounding }
    }

    /// Returns the person's volumes of a stream that begins with volumes to which a host has lowered another one.
    /// - Parameters:
    ///   - seen: The volumes with which the stream begins.
    ///   - personal: The person's volumes of the stream that was lowered.
    ///   - aims: The parts to which it was lowered.
    /// - Returns: The person's volumes for the channels of the stream, or nil if no host has set what is seen.
    static func personal(of seen: [UInt32], from personal: [UInt32], _ aims: [Double]) -> [UInt32]? {
        guard !seen.isEmpty, let full = personal.max(), full > 0 else { return nil }
        let now = average(seen)
        let all = average(personal)
        guard all > 0 else { return nil }
        let near = (pow(now / all, 3) * steps).rounded()
        let parts = [near - 1, near, near + 1].filter { $0 >= 1 && $0 <= steps }.map { $0 / steps } + aims + [1]
        for part in parts {
            let lowered = scaled(personal, by: part)
            if seen.count == personal.count {
                if isSame(lowered, seen) { return personal }
            } else if isSame(seen, Array(repeating: UInt32(average(lowered).rounded()), count: seen.count)) {
                // A server gives each channel of another kind of stream the mean of those that it has.
                return Array(repeating: UInt32(all.rounded()), count: seen.count)
            }
        }
        return nil
    }

    private static func average(_ volumes: [UInt32]) -> Double {
        volumes.reduce(0) { $0 + Double($1) } / Double(max(1, volumes.count))
    }
}
