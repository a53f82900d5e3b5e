/// A whole policy as data: the tables of one era.
///
/// A rule book is a value. Two books differ in rows and settings, never in code; changing a row makes a new book.
public struct RuleBook: Sendable {
    /// The tables with what the reducer looks up in them: one reference, whatever the book holds.
    let lookup: RuleLookup

    init(_ tables: Tables) { lookup = RuleLookup(tables) }

    /// Such as `iPhoneOS3`, `iOS13` or `modern`.
    public var name: String { lookup.tables.name }

    /// The system that it is about, the last of its line: `iOS13` is about iOS 13.7, `modern` about the newest.
    public var system: SystemVersion { lookup.tables.system }

    /// The changes that `with` has made to the book of this name, in that order.
    public var switched: [Change] { lookup.tables.switched }

    /// The name and what is otherwise, such as `modern with C3=headphones`.
    public var title: String {
        switched.isEmpty ? name : name + " with " + switched.map { $0.text }.joined(separator: ", ")
    }

    /// The features of steps beside those that every system has.
    public var features: [FeatureRule] {
        get { lookup.tables.features }
        set { change { $0.features = newValue } }
    }

    /// The words of the vocabulary that steps may use.
    public var words: [WordRule] {
        get { lookup.tables.words }
        set { change { $0.words = newValue } }
    }

    /// Table 4-1.
    public var categories: [CategoryRule] {
        get { lookup.tables.categories }
        set { change { $0.categories = newValue } }
    }

    /// The options that fit each category.
    public var options: [OptionRule] {
        get { lookup.tables.options }
        set { change { $0.options = newValue } }
    }

    /// The options that each mode switches on besides.
    public var modes: [ModeRule] {
        get { lookup.tables.modes }
        set { change { $0.modes = newValue } }
    }

    /// The sessions that may be heard together.
    public var coexistence: [CoexistenceRule] {
        get { lookup.tables.coexistence }
        set { change { $0.coexistence = newValue } }
    }

    /// The effects on sessions when the device interrupts; the first row that fits wins.
    public var interruptions: [InterruptionRule] {
        get { lookup.tables.interruptions }
        set { change { $0.interruptions = newValue } }
    }

    /// The effects on the device of what interrupts, and of its end.
    public var causes: [CauseRule] {
        get { lookup.tables.causes }
        set { change { $0.causes = newValue } }
    }

    /// The requests that are refused; the first row that fits wins.
    public var refusals: [RefusalRule] {
        get { lookup.tables.refusals }
        set { change { $0.refusals = newValue } }
    }

    /// The conditions that keep a started sound from being heard; the first row that fits wins.
    public var silencing: [SilencingRule] {
        get { lookup.tables.silencing }
        set { change { $0.silencing = newValue } }
    }

    /// The level and the outputs of each kind of sound.
    public var levels: [LevelRule] {
        get { lookup.tables.levels }
        set { change { $0.levels = newValue } }
    }

    /// The accessories that each category can use.
    public var accessories: [AccessoryRule] {
        get { lookup.tables.accessories }
        set { change { $0.accessories = newValue } }
    }

    /// The levels that the volume buttons move; the first row that fits wins.
    public var buttons: [ButtonRule] {
        get { lookup.tables.buttons }
        set { change { $0.buttons = newValue } }
    }

    /// The occasions on which the device vibrates.
    public var vibration: [VibrationRule] {
        get { lookup.tables.vibration }
        set { change { $0.vibration = newValue } }
    }

    /// The kind of change by which each part of a sound's level is reached.
    public var changes: [ChangeRule] {
        get { lookup.tables.changes }
        set { change { $0.changes = newValue } }
    }

    /// The length of each kind of change.
    public var ramps: [RampRule] {
        get { lookup.tables.ramps }
        set { change { $0.ramps = newValue } }
    }

    /// The settings that differ between eras, and the contested points.
    public var settings: Settings {
        get { lookup.settings }
        set { change { newValue.write(to: &$0.settings) } }
    }

    /// The numbers.
    public var numbers: Numbers {
        get { lookup.numbers }
        set { change { newValue.write(to: &$0.numbers) } }
    }

    mutating func change(_ edit: (inout Tables) -> Void) {
        var tables = lookup.tables
        edit(&tables)
        self = RuleBook(tables)
    }

    struct Tables: Hashable, Sendable {
        var name: String
        var system: SystemVersion
        var switched: [Change] = []
        var features: [FeatureRule]
        var words: [WordRule]
        var categories: [CategoryRule]
        var options: [OptionRule]
        var modes: [ModeRule]
        var coexistence: [CoexistenceRule]
        var interruptions: [InterruptionRule]
        var causes: [CauseRule]
        var refusals: [RefusalRule]
        var silencing: [SilencingRule]
        var levels: [LevelRule]
        var accessories: [AccessoryRule]
        var buttons: [ButtonRule]
        var vibration: [VibrationRule]
        var changes: [ChangeRule]
        var ramps: [RampRule]
        var settings: [BookValue<Settings>]
        var numbers: [BookValue<Numbers>]
    }
}

extension RuleBook: Hashable {
    public static func == (one: RuleBook, other: RuleBook) -> Bool {
        one.lookup === other.lookup || one.lookup.tables == other.lookup.tables
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(lookup.tables) }
}

extension RuleBook {
    /// The world as it starts: nothing plays, switch at ring, unlocked, nothing plugged in.
    public func initialState() -> PolicyState {
        PolicyState(ringerVolume: numbers.ringerVolume, callVolume: numbers.callVolume)
    }
}
