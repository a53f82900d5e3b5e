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

    /// What `with` has made otherwise than the book of this name has it, in that order.
    public var switched: [Change] { lookup.tables.switched }

    /// The name and what is otherwise, such as `modern with C3=headphones`.
    public var title: String {
        switched.isEmpty ? name : name + " with " + switched.map { $0.text }.joined(separator: ", ")
    }

    /// What steps may say besides that which every system has.
    public var features: [FeatureRule] {
        get { lookup.tables.features }
        set { change { $0.features = newValue } }
    }

    /// Which words of the vocabulary steps may use.
    public var words: [WordRule] {
        get { lookup.tables.words }
        set { change { $0.words = newValue } }
    }

    /// Table 4-1.
    public var categories: [CategoryRule] {
        get { lookup.tables.categories }
        set { change { $0.categories = newValue } }
    }

    /// Which option fits which category.
    public var options: [OptionRule] {
        get { lookup.tables.options }
        set { change { $0.options = newValue } }
    }

    /// What a mode switches on besides.
    public var modes: [ModeRule] {
        get { lookup.tables.modes }
        set { change { $0.modes = newValue } }
    }

    /// Who may be heard together.
    public var coexistence: [CoexistenceRule] {
        get { lookup.tables.coexistence }
        set { change { $0.coexistence = newValue } }
    }

    /// What becomes of sessions when the device takes the floor; the first row that fits wins.
    public var interruptions: [InterruptionRule] {
        get { lookup.tables.interruptions }
        set { change { $0.interruptions = newValue } }
    }

    /// What is refused; the first row that fits wins.
    public var refusals: [RefusalRule] {
        get { lookup.tables.refusals }
        set { change { $0.refusals = newValue } }
    }

    /// What keeps a started sound from being heard; the first row that fits wins.
    public var silencing: [SilencingRule] {
        get { lookup.tables.silencing }
        set { change { $0.silencing = newValue } }
    }

    /// At which level and on what each kind of sound is heard.
    public var levels: [LevelRule] {
        get { lookup.tables.levels }
        set { change { $0.levels = newValue } }
    }

    /// Which category can use which accessory.
    public var accessories: [AccessoryRule] {
        get { lookup.tables.accessories }
        set { change { $0.accessories = newValue } }
    }

    /// What the volume buttons move; the first row that fits wins.
    public var buttons: [ButtonRule] {
        get { lookup.tables.buttons }
        set { change { $0.buttons = newValue } }
    }

    /// When the device vibrates.
    public var vibration: [VibrationRule] {
        get { lookup.tables.vibration }
        set { change { $0.vibration = newValue } }
    }

    /// By which kind of change each part of a sound's level is reached.
    public var changes: [ChangeRule] {
        get { lookup.tables.changes }
        set { change { $0.changes = newValue } }
    }

    /// How long each kind of change takes.
    public var ramps: [RampRule] {
        get { lookup.tables.ramps }
        set { change { $0.ramps = newValue } }
    }

    /// What differs between eras, and the contested points.
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

    /// What a rule book holds.
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
        var refusals: [RefusalRule]
        var silencing: [SilencingRule]
        var levels: [LevelRule]
        var accessories: [AccessoryRule]
        var buttons: [ButtonRule]
        var vibration: [VibrationRule]
        var changes: [ChangeRule]
        var ramps: [RampRule]
        var settings: [ValueRule<Settings>]
        var numbers: [ValueRule<Numbers>]
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
