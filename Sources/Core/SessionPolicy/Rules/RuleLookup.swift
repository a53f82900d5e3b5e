/// The tables of a rule book, and beside them what the reducer looks up in them at every step, each answer in one
/// place. It is made once for a book and never changes. Nothing that is looked up is counted by reference or points
/// anywhere: the reducer asks some dozens of times a step, and each count would cost as much as the answer.
final class RuleLookup: Sendable {
    let tables: RuleBook.Tables
    let settings: RuleBook.Settings
    let numbers: RuleBook.Numbers
    private let categories: ByCase<Category, CategoryRule?>
    /// The options that have an effect in each category.
    private let options: ByCase<Category, CategoryOptions>
    private let modes: ByCase<Category, ByCase<Mode, ModeRule?>>
    /// The categories and modes whose active session gives media the level of calls; asked of each app at each step.
    private let callVolumes: ByCase<Category, Members<Mode>>
    /// The options that a step may name and that mean nothing in the book.
    let ignoredOptions: CategoryOptions
    private let levels: ByCase<SoundKind, LevelRule?>
    private let accessories: ByCase<Accessory.Kind, AccessoryRule?>
    private let silencing: ByCase<SoundKind, FirstFit<SilencingRule.Condition>>
    private let refusals: ByCase<RefusalRule.Request, FirstFit<RefusalRule.Condition>>
    private let causes: ByCase<InterruptionRule.Interrupter, CauseRule?>
    let holding: Members<InterruptionRule.Interrupter>
    private let interruptions: ByCase<InterruptionRule.Interrupter, FirstFit<InterruptionRule.Condition>>
    /// Whether the lock stops apps without background audio (R-LK-2).
    let lockStopsApps: Bool
    /// The changes by which a running sound that nothing ducks comes to its level.
    let changes: Picture.Changes
    private let changesByPart: ByCase<ChangeRule.Part, RampRule.Change>

    init(_ tables: RuleBook.Tables) {
        self.tables = tables
        (settings, numbers) = (RuleBook.Settings(tables.settings), RuleBook.Numbers(tables.numbers))
        categories = ByCase { category in tables.categories.first { $0.category == category } }
        options = ByCase { category in
            CategoryOptions(tables.options.filter { $0.effective.contains(category) }.map { $0.option })
        }
        modes = ByCase { category in
            ByCase { mode in tables.modes.first { $0.mode == mode && $0.category == category } }
        }
        callVolumes = ByCase { category in
            Members(tables.modes.filter { $0.category == category && $0.volume == .call }.map { $0.mode })
        }
        ignoredOptions = CategoryOptions.takenEarly.subtracting(CategoryOptions(tables.options.map { $0.option }))
        levels = ByCase { kind in tables.levels.first { $0.kind == kind } }
        accessories = ByCase { kind in tables.accessories.first { $0.kind == kind } }
        silencing = ByCase { kind in FirstFit(tables.silencing) { $0.kinds.contains(kind) ? $0.condition : nil } }
        lockStopsApps = tables.silencing.contains {
            $0.kinds.contains(.sound) && $0.condition == .lockedWithoutBackgroundAudio
        }
        refusals = ByCase { request in
            FirstFit(tables.refusals) { $0.requests.contains(request) ? $0.condition : nil }
        }
        causes = ByCase { cause in tables.causes.first { $0.cause == cause } }
        holding = Members(tables.causes.filter { $0.holdsDevice }.map { $0.cause })
        interruptions = ByCase { cause in
            FirstFit(tables.interruptions) { $0.cause == cause ? $0.session : nil }
        }
        let byPart = ByCase<ChangeRule.Part, RampRule.Change> { part in
            tables.changes.first { $0.part == part }?.change ?? .cut
        }
        changesByPart = byPart
        changes = Picture.Changes(
            start: byPart[.goesOn], resumption: byPart[.resumes], halt: byPart[.ends], gain: byPart[.ownLevel],
            duck: byPart[.duckEnds], silence: byPart[.silence], volume: byPart[.volume], outputs: byPart[.outputs])
    }

    /// The row of Table 4-1 for a category, or nil if the book does not have the category.
    func row(of category: Category) -> CategoryRule? { categories[category] }

    func hasInput(_ category: Category) -> Bool { categories[category]?.hasInput == true }

    func hasOutput(_ category: Category) -> Bool { categories[category]?.hasOutput == true }

    /// The effective options of a session: those that fit its category, and those that its mode implies.
    func effectiveOptions(of session: Session) -> CategoryOptions {
        session.options.intersection(options[session.category]).union(mode(of: session)?.switchesOn ?? [])
    }

    /// Returns the row of the session's mode, or nil if the mode means nothing in its category.
    func mode(of session: Session) -> ModeRule? { modes[session.category][session.mode] }

    /// Returns the level that governs media while the session is active.
    func volume(of session: Session) -> LevelRule.Volume {
        callVolumes[session.category].contains(session.mode) ? .call : .media
    }

    /// Returns whether sound and recording of the session continue on another route when the one in use goes.
    func outlastsRoute(_ session: Session) -> Bool { mode(of: session)?.outlastsRoute == true }

    func level(of kind: SoundKind) -> LevelRule? { levels[kind] }

    func accessory(_ kind: Accessory.Kind) -> AccessoryRule? { accessories[kind] }

    func change(of part: ChangeRule.Part) -> RampRule.Change { changesByPart[part] }

    /// Returns the fate of an incumbent when a newcomer's session becomes active.
    func coexistence(newcomerMixes: Bool, incumbentMixes: Bool) -> CoexistenceRule? {
        tables.coexistence.first { $0.newcomerMixes == newcomerMixes && $0.incumbentMixes == incumbentMixes }
    }

    /// The first row about what takes the floor that fits a session.
    func interruption(
        by cause: InterruptionRule.Interrupter, where holds: (InterruptionRule.Condition) -> Bool
    ) -> InterruptionRule? {
        interruptions[cause].place(where: holds).map { tables.interruptions[$0] }
    }

    /// Returns whether what takes the floor cuts what the device itself is sounding.
    func cutsShortSounds(_ cause: InterruptionRule.Interrupter) -> Bool { causes[cause]?.cutsShortSounds == true }

    /// Returns whether what has the floor interrupts a session that becomes active meanwhile.
    func interruptsStarts(_ cause: InterruptionRule.Interrupter) -> Bool { causes[cause]?.interruptsStarts == true }

    /// Returns whether the apps that something interrupted may resume at its end.
    /// - Parameter isTakenUp: Whether it ends since the app's call is taken up again.
    func shouldResume(after cause: InterruptionRule.Interrupter, isTakenUp: Bool = false) -> Bool {
        switch causes[cause]?.resumption {
        case .given: true
        case .whenTakenUp: isTakenUp
        case .withheld, nil: false
        }
    }

    /// The rule of the first row about a kind of sound whose condition holds.
    func silencing(of kind: SoundKind, where holds: (SilencingRule.Condition) -> Bool) -> RuleID? {
        silencing[kind].place(where: holds).map { tables.silencing[$0].rule }
    }

    func refusal(of request: RefusalRule.Request, where holds: (RefusalRule.Condition) -> Bool) -> RefusalRule? {
        refusals[request].place(where: holds).map { tables.refusals[$0] }
    }
}

/// A value for each case of an enumeration, at the case's raw value. Raw values count from zero.
struct ByCase<Case: RawRepresentable<UInt8> & CaseIterable & Sendable, Value: Sendable>: Sendable {
    private let values: [Value]

    init(_ value: (Case) -> Value) {
        precondition(Case.allCases.map { $0.rawValue }.elementsEqual(0..<UInt8(Case.allCases.count)))
        values = Case.allCases.map(value)
    }

    subscript(one: Case) -> Value { values[Int(one.rawValue)] }
}

/// The rows of a table that are about one thing, of which the first wins whose condition holds: condition and place in the
/// table, each condition once.
private struct FirstFit<Condition: Equatable & CaseIterable & Sendable>: Sendable {
    private var rows: [(condition: Condition, place: Int)] = []

    /// - Parameter condition: The condition of a row, or nil for a row that is about something else.
    init<Row>(_ table: [Row], condition: (Row) -> Condition?) {
        for (place, row) in table.enumerated() {
            guard let condition = condition(row), !rows.contains(where: { $0.condition == condition }) else { continue }
            rows.append((condition, place))
        }
    }

    func place(where holds: (Condition) -> Bool) -> Int? {
        for row in rows where holds(row.condition) { return row.place }
        return nil
    }
}
