public import SessionPolicy

/// What became of the world at one moment: what apps are told, why, and who is heard from then on.
public struct Moment: Sendable {
    public let at: Instant
    /// What apps are told, in order.
    public let notices: [Notice]
    /// Why, in the order in which it was decided; nothing twice.
    public let decisions: [Decision]
    /// The sounds that begin from their beginning.
    public let started: [SoundReference]
    /// Whether the device vibrates.
    public let vibrates: Bool
    /// Who is heard from this moment on, and how loud; a host compares it with the picture before.
    public let picture: Picture
    /// Every sound that is heard, sorted by kind, app and sound.
    public let heard: [Heard]
    /// Every started sound that is not, sorted likewise.
    public let unheard: [Unheard]

    /// The same with nothing decided at it.
    var undecided: Moment {
        Moment(
            at: at, notices: [], decisions: [], started: [], vibrates: false, picture: picture, heard: heard,
            unheard: unheard)
    }
}

/// A sound that a person hears once all ramps have settled.
public struct Heard: Hashable, Sendable {
    public let reference: SoundReference
    /// Its total gain in tenths of a decibel, -1440 to 0.
    public let tenthsOfDecibel: Int
    public let isDucked: Bool
    public let outputs: PortSet

    /// Its total gain in decibels, -144 to 0.
    public var decibels: Double { Double(tenthsOfDecibel) / 10 }

    init(_ level: Picture.Level) {
        reference = level.reference
        tenthsOfDecibel = Decibels.tenths(of: level.totalGain)
        isDucked = level.duckedBy != nil
        outputs = level.outputs
    }
}

/// A started sound that is not heard.
public struct Unheard: Hashable, Sendable {
    public let reference: SoundReference
    /// The one rule that outranks the others for it.
    public let rule: RuleID
}

/// Who is heard and who is not, in the order of a reply.
struct Audience: Sendable {
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
        heard.insertionSort { names.ordersBefore($0.reference, $1.reference) }
        unheard.insertionSort { names.ordersBefore($0.reference, $1.reference) }
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

extension Array {
    /// Sorts a short array that is nearly sorted already; stable.
    mutating func insertionSort(by ordersBefore: (Element, Element) -> Bool) {
        for end in indices.dropFirst() {
            var place = end
            while place > 0, ordersBefore(self[place], self[place - 1]) {
                swapAt(place, place - 1)
                place -= 1
            }
        }
    }
}
