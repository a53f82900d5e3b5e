public import SessionPolicy

/// The change of the world at one moment: the notices, the reasons, and the sounds that are heard from then on.
///
/// Values that only replies tell are computed when they are read: a host decides for hundreds of apps, and mostly reads none.
public struct Moment: Sendable {
    public let at: Instant
    /// The notices to apps, in order.
    public let notices: [Notice]
    /// The decisions that the picture does not show, in the order in which they were made.
    let stated: [Decision]
    /// The sounds that begin from their beginning.
    public let started: [SoundReference]
    /// Whether the device vibrates.
    public let vibrates: Bool
    /// The picture before, or nil if this moment did not change it.
    let pictureBefore: Picture?
    /// The sounds that are heard from this moment on, and how loud; a host compares it with the picture before.
    public let picture: Picture
    let names: NameTable

    /// The decisions, in the order in which they were made; none twice.
    public var decisions: [Decision] {
        var distinct: [Decision] = []
        for decision in stated + picture.decisions(since: pictureBefore) where !distinct.contains(decision) {
            distinct.append(decision)
        }
        return distinct
    }
    /// Every sound that is heard, sorted by kind, app and sound.
    public var heard: [Heard] { audience.heard }
    /// Every started sound that is not, sorted likewise.
    public var unheard: [Unheard] { audience.unheard }
    var audience: AudibleSounds { AudibleSounds(picture, names) }

    /// The sounds that are heard otherwise than before, or no longer, or newly, each with the name of its app.
    var changedSounds: [(reference: SoundReference, app: String)] {
        guard let pictureBefore else { return [] }
        func isAlike(_ one: Picture.Level, _ other: Picture.Level) -> Bool {
            one.unheardBy == other.unheardBy && one.duckedBy == other.duckedBy && one.outputs == other.outputs
                && one.totalGain == other.totalGain && one.isRunning == other.isRunning
        }
        let gone = pictureBefore.sounds.filter { picture.place(of: $0.reference, near: 0) == nil }
        let other = picture.sounds.filter { level in
            guard let place = pictureBefore.place(of: level.reference, near: 0) else { return true }
            return !isAlike(level, pictureBefore.sounds[place])
        }
        return (gone + other).map { ($0.reference, $0.reference.app.map { names[$0.name] } ?? "") }
    }

    /// The moment with nothing decided at it.
    var undecided: Moment {
        Moment(
            at: at, notices: [], stated: [], started: [], vibrates: false, pictureBefore: nil, picture: picture,
            names: names)
    }
}

/// A sound that a person hears once all ramps have settled.
public struct Heard: Hashable, Sendable {
    public let reference: SoundReference
    /// The total gain in tenths of a decibel, -1440 to 0.
    public let tenthsOfDecibel: Int
    public var isDucked: Bool { duckedBy != nil }
    /// The rule by which it is ducked, or nil if it is not.
    public let duckedBy: RuleID?
    /// The app or the part of the device that ducks it, or nil if nothing does, or the rule says no more.
    public let ducker: Picture.Originator?
    public let outputs: PortSet

    /// The total gain in decibels, -144 to 0.
    public var decibels: Double { Double(tenthsOfDecibel) / 10 }

    /// Returns what ducks it, such as `nav, R-DK-1`, or nil if nothing does.
    package func duckerText(_ names: NameTable) -> String? {
        guard let rule = duckedBy else { return nil }
        return [ducker?.app.map { names[$0.name] }, ducker?.device, rule.id].compactMap { $0 }.joined(separator: ", ")
    }

    init(_ level: Picture.Level) {
        reference = level.reference
        tenthsOfDecibel = DecibelScale.tenths(of: level.totalGain)
        (duckedBy, ducker) = (level.duckedBy, level.duckedBy == nil ? nil : level.originator)
        outputs = level.outputs
    }
}

/// A started sound that is not heard.
public struct Unheard: Hashable, Sendable {
    public let reference: SoundReference
    /// The one rule that outranks the others for it.
    public let rule: RuleID
}

/// The sounds that are heard and those that are not, in the order of a reply.
struct AudibleSounds: Sendable {
    var heard: [Heard] = []
    var unheard: [Unheard] = []

    init(_ picture: Picture, _ names: NameTable) {
        let unheardCount = picture.sounds.count { $0.unheardBy != nil }
        unheard.reserveCapacity(unheardCount)
        heard.reserveCapacity(picture.sounds.count - unheardCount)
        for level in picture.sounds {
            if let rule = level.unheardBy {
                unheard.append(Unheard(reference: level.reference, rule: rule))
            } else {
                heard.append(Heard(level))
            }
        }
        heard.sort { names.ordersBefore($0.reference, $1.reference) }
        unheard.sort { names.ordersBefore($0.reference, $1.reference) }
    }
}

extension NameTable {
    /// Whether one sound comes before another: by kind, then app, then sound; a sound without an app comes first.
    func ordersBefore(_ one: SoundReference, _ other: SoundReference) -> Bool {
        if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
        if one.app != other.app {
            guard let app = one.app, let otherApp = other.app else { return one.app == nil }
            return ordersBefore(app.name, otherApp.name)
        }
        guard one.sound != other.sound, let sound = one.sound, let otherSound = other.sound else { return false }
        return ordersBefore(sound.name, otherSound.name)
    }
}
