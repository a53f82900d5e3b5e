/// The tables of a rule book, and beside them what the reducer looks up in them at every step, each answer in one place.
///
/// It is made once for a book and never changes. Nothing that is looked up is counted by reference or points anywhere:
/// the reducer asks some dozens of times a step, and each count would cost as much as the answer.
final class RuleLookup: Sendable {
    let tables: RuleBook.Tables
    /// What a step may not say.
    let unknown: UnknownWords
    private let categories: ByCase<Category, CategoryRule?, 8>
    /// A bit for each category that has an input, and an output: of many sessions these are asked more than all else.
    private let withInput: UInt8
    private let withOutput: UInt8
    private let options: ByCase<Category, InlineArray<256, UInt8>, 8>
    private let modes: ByCase<Category, ByCase<Mode, UInt8, 16>, 8>
    private let modeVolumes: ByCase<Category, ByCase<Mode, LevelRule.Volume, 16>, 8>
    private let levels: ByCase<SoundKind, LevelRule?, 8>
    private let accessories: ByCase<Accessory.Kind, AccessoryRule?, 16>
    private let silencing: ByCase<SoundKind, FirstFit<SilencingRule.Condition>, 8>
    private let refusals: ByCase<RefusalRule.Request, FirstFit<RefusalRule.Condition>, 8>
    private let coexistence: InlineArray<4, CoexistenceRule?>
    private let interruptions: ByCase<InterruptionRule.Interrupter, FirstFit<InterruptionRule.Condition>, 8>
    /// How a sound that runs, ducked by nobody, comes to its level.
    let changes: Picture.Changes
    private let changesByPart: ByCase<ChangeRule.Part, RampRule.Change, 16>

    /// The bits of all options that there are.
    private static let optionMask: UInt32 = 255

    init(_ tables: RuleBook.Tables) {
        precondition(
            CategoryOptions.named.allSatisfy { $0.option.rawValue <= RuleLookup.optionMask },
            "an option has outgrown its place in the tables of options")
        self.tables = tables
        unknown = UnknownWords(tables.words)
        categories = ByCase { category in tables.categories.first { $0.category == category } }
        func bits(_ rows: [CategoryRule]) -> UInt8 { rows.reduce(0) { $0 | 1 << $1.category.rawValue } }
        // The first row about a category counts, also here.
        let rows = Category.allCases.compactMap { category in tables.categories.first { $0.category == category } }
        withInput = bits(rows.filter(\.hasInput))
        withOutput = bits(rows.filter(\.hasOutput))
        options = ByCase { category in
            InlineArray { set in
                var effective: CategoryOptions = []
                for row in tables.options where CategoryOptions(rawValue: UInt32(set)).contains(row.option) {
                    if row.effective.contains(category) { effective.formUnion(row.option) }
                }
                return UInt8(effective.rawValue)
            }
        }
        modes = ByCase { category in
            ByCase { mode in
                var effective: CategoryOptions = []
                for row in tables.modes where row.mode == mode && row.category == category {
                    effective.formUnion(row.switchesOn)
                }
                return UInt8(effective.rawValue)
            }
        }
        modeVolumes = ByCase { category in
            ByCase { mode in tables.modes.first { $0.mode == mode && $0.category == category }?.volume ?? .media }
        }
        levels = ByCase { kind in tables.levels.first { $0.kind == kind } }
        accessories = ByCase { kind in tables.accessories.first { $0.kind == kind } }
        silencing = ByCase { kind in FirstFit(tables.silencing) { $0.kinds.contains(kind) ? $0.condition : nil } }
        refusals = ByCase { request in
            FirstFit(tables.refusals) { $0.requests.contains(request) ? $0.condition : nil }
        }
        coexistence = InlineArray { place in
            tables.coexistence.first { RuleLookup.place($0.newcomerMixes, $0.incumbentMixes) == place }
        }
        interruptions = ByCase { cause in
            FirstFit(tables.interruptions) { $0.cause == cause ? $0.session : nil }
        }
        let byPart = ByCase<ChangeRule.Part, RampRule.Change, 16> { part in
            tables.changes.first { $0.part == part }?.change ?? .cut
        }
        changesByPart = byPart
        changes = Picture.Changes(
            start: byPart[.goesOn], resumption: byPart[.resumes], halt: byPart[.ends], gain: byPart[.ownLevel],
            duck: byPart[.duckEnds], silence: byPart[.silence], volume: byPart[.volume], outputs: byPart[.outputs])
    }

    private static func place(_ newcomerMixes: Bool, _ incumbentMixes: Bool) -> Int {
        (newcomerMixes ? 2 : 0) | (incumbentMixes ? 1 : 0)
    }

    /// The row of Table 4-1 for a category; nil where the book does not have the category.
    @inline(__always)
    func row(of category: Category) -> CategoryRule? { categories[category] }

    /// Whether the book has the category, and that has an input.
    @inline(__always)
    func hasInput(_ category: Category) -> Bool { withInput >> category.rawValue & 1 != 0 }

    /// The same of an output.
    @inline(__always)
    func hasOutput(_ category: Category) -> Bool { withOutput >> category.rawValue & 1 != 0 }

    /// The options that have their effect in the session: those that fit its category, and those its mode switches on.
    @inline(__always)
    func effectiveOptions(of session: Session) -> CategoryOptions {
        let set = Int(session.options.rawValue & RuleLookup.optionMask)
        let options = options[session.category][set] | modes[session.category][session.mode]
        return CategoryOptions(rawValue: UInt32(options))
    }

    /// Which level governs media while the session is active.
    @inline(__always)
    func volume(of session: Session) -> LevelRule.Volume { modeVolumes[session.category][session.mode] }

    /// At which level and on what a kind of sound is heard.
    @inline(__always)
    func level(of kind: SoundKind) -> LevelRule? { levels[kind] }

    /// Which categories can use an accessory.
    @inline(__always)
    func accessory(_ kind: Accessory.Kind) -> AccessoryRule? { accessories[kind] }

    /// By which kind of change a part of a level is reached.
    @inline(__always)
    func change(of part: ChangeRule.Part) -> RampRule.Change { changesByPart[part] }

    /// What becomes of an incumbent when a newcomer's session becomes active.
    @inline(__always)
    func coexistence(newcomerMixes: Bool, incumbentMixes: Bool) -> CoexistenceRule? {
        coexistence[RuleLookup.place(newcomerMixes, incumbentMixes)]
    }

    /// The first row about what takes the floor that fits a session.
    @inline(__always)
    func interruption(
        by cause: InterruptionRule.Interrupter, where holds: (InterruptionRule.Condition) -> Bool
    ) -> InterruptionRule? {
        interruptions[cause].place(where: holds).map { tables.interruptions[$0] }
    }

    /// Whether what takes the floor interrupts a session of which there is nothing else to say.
    func interruptsAnybody(_ cause: InterruptionRule.Interrupter) -> Bool {
        interruption(by: cause) { $0 == .any }?.verdict == .isInterrupted
    }

    /// The rule of the first row about a kind of sound whose condition holds.
    @inline(__always)
    func silencing(of kind: SoundKind, where holds: (SilencingRule.Condition) -> Bool) -> RuleID? {
        silencing[kind].place(where: holds).map { tables.silencing[$0].rule }
    }

    /// The first row about a request whose condition holds.
    @inline(__always)
    func refusal(of request: RefusalRule.Request, where holds: (RefusalRule.Condition) -> Bool) -> RefusalRule? {
        refusals[request].place(where: holds).map { tables.refusals[$0] }
    }
}

/// A value for each case of an enumeration, in place. How many there is room for is written where it is used; a case that
/// has outgrown it stops the program when its first book is made.
struct ByCase<Case: RawRepresentable<UInt8> & CaseIterable & Sendable, Value: Sendable, let size: Int>: Sendable {
    private let values: InlineArray<size, Value>

    /// - Parameter value: The value for a case.
    init(_ value: (Case) -> Value) {
        precondition(
            Case.allCases.allSatisfy { $0.rawValue < size }, "an enumeration has outgrown its place in the tables")
        let cases = Array(Case.allCases)
        // Places without a case are never asked for; they hold what is at hand.
        values = InlineArray { place in value(cases.first { $0.rawValue == place } ?? cases[0]) }
    }

    @inline(__always)
    subscript(one: Case) -> Value { values[Int(one.rawValue)] }
}

/// Those rows of a table that are about one thing, of which the first wins whose condition holds: condition and place in
/// the table, each condition once.
private struct FirstFit<Condition: Equatable & CaseIterable & Sendable>: Sendable {
    private var count = 0
    private var conditions = InlineArray<24, Condition?>(repeating: nil)
    private var places = InlineArray<24, Int32>(repeating: 0)

    /// - Parameter condition: The condition of a row; nil for a row that is about something else.
    init<Row>(_ rows: [Row], condition: (Row) -> Condition?) {
        precondition(Condition.allCases.count <= 24, "an enumeration of conditions has outgrown its place")
        for (place, row) in rows.enumerated() {
            guard let condition = condition(row), self.place(where: { $0 == condition }) == nil else { continue }
            conditions[count] = condition
            places[count] = Int32(place)
            count += 1
        }
    }

    @inline(__always)
    func place(where holds: (Condition) -> Bool) -> Int? {
        for index in 0..<count {
            if let condition = conditions[index], holds(condition) { return Int(places[index]) }
        }
        return nil
    }
}
