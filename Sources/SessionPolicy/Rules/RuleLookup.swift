/// The tables of a rule book, and beside them what the reducer looks up in them at every step, each answer in one place.
///
/// It is made once for a book and never changes. Nothing that is looked up is counted by reference or points anywhere:
/// the reducer asks some dozens of times a step, and each count would cost as much as the answer.
final class RuleLookup: Sendable {
    let tables: RuleBook.Tables
    private let categories: InlineArray<8, CategoryRule?>
    private let options: InlineArray<1024, UInt8>
    private let modes: InlineArray<128, UInt8>
    private let levels: InlineArray<8, LevelRule?>
    private let accessories: InlineArray<16, AccessoryRule?>
    private let silencing: InlineArray<8, FirstFit<SilencingRule.Condition>>
    private let refusals: InlineArray<8, FirstFit<RefusalRule.Condition>>
    private let coexistence: InlineArray<4, CoexistenceRule?>
    /// How a sound that runs, ducked by nobody, comes to its level.
    let changes: Picture.Changes
    private let changesByPart: InlineArray<16, RampRule.Change>

    init(_ tables: RuleBook.Tables) {
        self.tables = tables
        categories = InlineArray { place in tables.categories.first { Int($0.category.rawValue) == place } }
        options = InlineArray { place in
            var effective: CategoryOptions = []
            let set = CategoryOptions(rawValue: UInt32(place & 0x7F))
            for row in tables.options where set.contains(row.option) {
                guard let category = Category(rawValue: UInt8(place >> 7)), row.effective.contains(category)
                else { continue }
                effective.formUnion(row.option)
            }
            return UInt8(effective.rawValue)
        }
        modes = InlineArray { place in
            var effective: CategoryOptions = []
            for row in tables.modes where RuleLookup.place(of: row.mode, in: row.category) == place {
                effective.formUnion(row.switchesOn)
            }
            return UInt8(effective.rawValue)
        }
        levels = InlineArray { place in tables.levels.first { Int($0.kind.rawValue) == place } }
        accessories = InlineArray { place in tables.accessories.first { Int($0.kind.rawValue) == place } }
        silencing = InlineArray { kind in
            FirstFit(tables.silencing) { $0.kinds.cases.contains { Int($0.rawValue) == kind } ? $0.condition : nil }
        }
        refusals = InlineArray { request in
            FirstFit(tables.refusals) {
                $0.requests.cases.contains { Int($0.rawValue) == request } ? $0.condition : nil
            }
        }
        coexistence = InlineArray { place in
            tables.coexistence.first { RuleLookup.place($0.newcomerMixes, $0.incumbentMixes) == place }
        }
        precondition(ChangeRule.Part.allCases.count <= 16, "an enumeration of parts has outgrown its place")
        let byPart = InlineArray<16, RampRule.Change> { place in
            tables.changes.first { Int($0.part.rawValue) == place }?.change ?? .cut
        }
        func change(_ part: ChangeRule.Part) -> RampRule.Change { byPart[Int(part.rawValue)] }
        changesByPart = byPart
        changes = Picture.Changes(
            start: change(.goesOn), resumption: change(.resumes), halt: change(.ends), gain: change(.ownLevel),
            duck: change(.duckEnds), silence: change(.silence), volume: change(.volume), outputs: change(.outputs))
    }

    private static func place(of mode: Mode, in category: Category) -> Int {
        Int(category.rawValue) << 4 | Int(mode.rawValue)
    }

    private static func place(_ newcomerMixes: Bool, _ incumbentMixes: Bool) -> Int {
        (newcomerMixes ? 2 : 0) | (incumbentMixes ? 1 : 0)
    }

    /// The row of Table 4-1 for a category; nil where the book does not have the category.
    @inline(__always)
    func row(of category: Category) -> CategoryRule? { categories[Int(category.rawValue)] }

    /// The options that have their effect in the session: those that fit its category, and those its mode switches on.
    @inline(__always)
    func effectiveOptions(of session: Session) -> CategoryOptions {
        let set = Int(session.category.rawValue) << 7 | Int(session.options.rawValue & 0x7F)
        let mode = RuleLookup.place(of: session.mode, in: session.category)
        return CategoryOptions(rawValue: UInt32(options[set] | modes[mode]))
    }

    /// At which level and on what a kind of sound is heard.
    @inline(__always)
    func level(of kind: SoundKind) -> LevelRule? { levels[Int(kind.rawValue)] }

    /// Which categories can use an accessory.
    @inline(__always)
    func accessory(_ kind: Accessory.Kind) -> AccessoryRule? { accessories[Int(kind.rawValue)] }

    /// By which kind of change a part of a level is reached.
    @inline(__always)
    func change(of part: ChangeRule.Part) -> RampRule.Change { changesByPart[Int(part.rawValue)] }

    /// What becomes of an incumbent when a newcomer's session becomes active.
    @inline(__always)
    func coexistence(newcomerMixes: Bool, incumbentMixes: Bool) -> CoexistenceRule? {
        coexistence[RuleLookup.place(newcomerMixes, incumbentMixes)]
    }

    /// The rule of the first row about a kind of sound whose condition holds.
    @inline(__always)
    func silencing(of kind: SoundKind, where holds: (SilencingRule.Condition) -> Bool) -> RuleID? {
        silencing[Int(kind.rawValue)].place(where: holds).map { tables.silencing[$0].rule }
    }

    /// The first row about a request whose condition holds.
    @inline(__always)
    func refusal(of request: RefusalRule.Request, where holds: (RefusalRule.Condition) -> Bool) -> RefusalRule? {
        refusals[Int(request.rawValue)].place(where: holds).map { tables.refusals[$0] }
    }
}

/// Those rows of a table that are about one thing, of which the first wins whose condition holds: condition and place in
/// the table, each condition once.
private struct FirstFit<Condition: Equatable & CaseIterable & Sendable>: Sendable {
    private var count = 0
    private var conditions = InlineArray<16, Condition?>(repeating: nil)
    private var places = InlineArray<16, Int32>(repeating: 0)

    /// - Parameter condition: The condition of a row; nil for a row that is about something else.
    init<Row>(_ rows: [Row], condition: (Row) -> Condition?) {
        precondition(Condition.allCases.count <= 16, "an enumeration of conditions has outgrown its place")
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
