public import SessionPolicy

/// A part of the world small enough to be explored completely.
///
/// A slice says what takes part. Everything else keeps its initial state, so nothing is proved about it; each family
/// documents this.
public struct Slice: Sendable {
    /// The family and the part, such as `floor/playback+ambient`.
    public let name: String
    public let family: Family
    /// The letters that are tried in every state.
    public let alphabet: Alphabet
    /// The forgotten parts of states.
    public let abstraction: Abstraction

    /// Creates a slice.
    ///
    /// - Parameters:
    ///   - name: The family and the part.
    ///   - family: Its family, which decides which promises are checked.
    ///   - alphabet: The events to try in every state.
    ///   - abstraction: The forgotten parts of states.
    public init(name: String, family: Family, alphabet: Alphabet, abstraction: Abstraction) {
        (self.name, self.family) = (name, family)
        (self.alphabet, self.abstraction) = (alphabet, abstraction)
    }

    /// The families of slices.
    public enum Family: String, CaseIterable, Hashable, Sendable {
        case floor, siri, setups, lives, alone, routes, feedback, levels, deadlines, reset, three, calls, banners
        case wishes, properties, rest, policies, held
    }

    /// Returns the exploration of the slice.
    ///
    /// - Parameters:
    ///   - book: The rules.
    ///   - limits: Where it ends before it closes.
    public func exploration(under book: RuleBook, limits: Exploration.Limits = .init()) -> Exploration {
        Exploration(of: alphabet, book: book, limits: limits, abstraction: abstraction)
    }

    /// Returns the slices with a name: a whole family, or one of its parts.
    ///
    /// - Returns: Empty if there is none.
    public static func named(_ name: String, under book: RuleBook) -> [Slice] {
        let parts = name.split(separator: "/", maxSplits: 1)
        guard let family = parts.first.flatMap({ Family(rawValue: String($0)) }) else { return [] }
        return family.slices(under: book).filter { parts.count == 1 || $0.name == name }
    }
}

extension Slice.Family {
    private struct FamilyRow: Sendable {
        let keeps: String
        let leavesOut: String
        let cut: @Sendable (SliceCutter) -> [Slice]

        init(_ keeps: String, _ leavesOut: String, _ cut: @escaping @Sendable (SliceCutter) -> [Slice]) {
            (self.keeps, self.leavesOut, self.cut) = (keeps, leavesOut, cut)
        }
    }

    /// A sentence that says what takes part.
    public var keeps: String { row.keeps }

    /// A sentence that says what does not take part; nothing is proved about it here.
    public var leavesOut: String { row.leavesOut }

    /// Returns the family's slices under a book, which determines the possible set-ups.
    public func slices(under book: RuleBook) -> [Slice] { row.cut(SliceCutter(family: self, book: book)) }

    // Each family has a row.
    private var row: FamilyRow { Self.rows[self]! }

    private static let rows: [Self: FamilyRow] = [
        .floor: FamilyRow(
            "for each pair of session set-ups: activation, playing, recording, calls and alarms",
            "changes of set-up, Siri, switch and lock, lives of apps, routes, levels, sounds of the device"
        ) { $0.floor },
        .siri: FamilyRow(
            "for each pair of categories: Siri, calls, Now Playing, activation, playing and recording",
            "options and modes, alarms, switch and lock, lives of apps, routes, levels"
        ) { $0.siri },
        .setups: FamilyRow(
            "every change of set-up of two apps, with activation and playing: by options, by routing, and by "
                + "category with recording and calls",
            "options together with calls or recording, alarms and Siri, switch and lock, lives of apps, plugs"
        ) { $0.setups },
        .lives: FamilyRow(
            "launch, foreground, background, quit and crash of two apps, for each pair of set-ups",
            "alarms, Siri, recording, changes of set-up but by a new launch, routes, levels"
        ) { $0.lives },
        .alone: FamilyRow(
            "one app, for each set-up, with background audio and without: launched in front and behind, switch, "
                + "lock, headphones, playing and recording",
            "all other apps, calls, alarms and Siri, other changes of set-up, levels"
        ) { $0.alone },
        .routes: FamilyRow(
            "for each pair of set-ups and of accessories: plugs, picks, overrides, activation and playing",
            "three or more accessories at once, other kinds of accessories, calls, recording, levels"
        ) { $0.routes },
        .feedback: FamilyRow(
            "for each set-up, by settings of vibration or of sounds: alerts, clicks, system sounds, switch, lock, "
                + "calls",
            "what the second app does but play, alarms and Siri, levels, routes, lengths that differ"
        ) { $0.feedback },
        .levels: FamilyRow(
            "for each set-up: buttons, slider and own levels, with headphones; with switch, call and alarm; and "
                + "with a volume view",
            "levels between the ends, other outputs, what a second app does but play"
        ) { $0.levels },
        .deadlines: FamilyRow(
            "what ends by itself: two apps' sounds, an alert, a click and a system sound, in any order",
            "other set-ups than Playback and Ambient, how long anything lasts, the phone but for a call"
        ) { $0.deadlines },
        .reset: FamilyRow(
            "for each pair of categories: the loss and the reset of the media server, activation and playing",
            "options and modes, recording, calls, routes, levels"
        ) { $0.reset },
        .three: FamilyRow(
            "three apps, for each choice among five set-ups: activation, playing and calls",
            "other set-ups, changes of set-up, recording, alarms and Siri, lives of apps, routes, levels"
        ) { $0.three },
        .calls: FamilyRow(
            "for each category: a call of an app's beside the phone's, on hold and swapped, with playing",
            "options and modes, recording, alarms and Siri, lives of apps, routes, levels"
        ) { $0.calls },
        .banners: FamilyRow(
            "for each category: calls that come in as banners and those that do not, which apps they spare, with "
                + "recording",
            "options and modes, alarms and Siri, calls of apps, lives of apps, routes, levels"
        ) { $0.banners },
        .wishes: FamilyRow(
            "for each category: preferred and muted microphones, what an app prefers, with recording",
            "other options and modes, calls, alarms and Siri, lives of apps, other accessories, levels"
        ) { $0.wishes },
        .properties: FamilyRow(
            "for each category: mixing and ducking set and taken back one by one, beside another app, with playing",
            "other options, modes, recording, calls, alarms and Siri, lives of apps, routes, levels"
        ) { $0.properties },
        .rest: FamilyRow(
            "for each category: sleep, suspension, a volume view, a second alarm, the ringer's slider",
            "options and modes, recording, calls, Siri, routes, levels but the ringer's"
        ) { $0.rest },
        .policies: FamilyRow(
            "an app's route-sharing policies, with AirPlay and calls; and long-form sound on AirPlay beside "
                + "another app",
            "a third app, other accessories, alarms and Siri, recording, levels, calls beside a second app"
        ) { $0.policies },
        .held: FamilyRow(
            "for each kind of session: calls of the phone and of the app, alarms, Siri and a muted microphone, "
                + "beside prompts",
            "changes of set-up, lives of apps, switch and lock, routes but AirPlay, levels"
        ) { $0.held },
    ]
}
