import SessionScenario

@testable import SessionPolicy

/// What a book of one's own may get wrong besides: cells of sets that gain a member, cells with more than two values, and
/// rows that a book does not have.
extension Flip {
    /// Every way to turn one cell or one row of a book, or to add one row to it.
    static func everything(in book: RuleBook) -> [Flip] {
        RuleBook.Table.allCases.flatMap { table in
            flips(of: table, in: book)
                + further(of: table, in: book).map { Flip(name: "\(table): \($0.name)", book: $0.book, rule: $0.rule) }
        }
    }

    private static func further(of table: RuleBook.Table, in book: RuleBook) -> [Flip] {
        switch table {
        case .modes: furtherModes(book)
        case .interruptions: furtherInterruptions(book)
        case .refusals: furtherRefusals(book)
        case .silencing: furtherSilencing(book)
        case .accessories: furtherAccessories(book)
        case .buttons: furtherButtons(book)
        case .numbers: furtherNumbers(book)
        case .changes: changes(book)
        case .ramps: ramps(book)
        case .vocabulary, .words, .categories, .directions, .options, .coexistence, .levels, .vibration, .settings: []
        }
    }

    /// Each option that a mode may switch on and does not, and each mode that would have the level of calls.
    private static func furtherModes(_ book: RuleBook) -> [Flip] {
        let more = book.modes.indices.flatMap { place in
            let row = book.modes[place]
            return CategoryOptions.named.filter { !row.switchesOn.isSuperset(of: $0.option) }.map { name, option in
                Flip("\(row.mode.name): with \(name)", book) {
                    $0.modes[place] = ModeRule(
                        mode: row.mode, category: row.category, switchesOn: row.switchesOn.union(option),
                        volume: row.volume)
                }
            }
        }
        let strangers = book.categories.flatMap { category in
            Mode.allCases.compactMap { mode -> Flip? in
                guard !book.modes.contains(where: { $0.mode == mode && $0.category == category.category }) else {
                    return nil
                }
                return Flip("\(category.category.name), \(mode.name): new", book) {
                    $0.modes.insert(
                        ModeRule(mode: mode, category: category.category, switchesOn: [], volume: .call), at: 0)
                }
            }
        }
        return more + strangers
    }

    private static func furtherInterruptions(_ book: RuleBook) -> [Flip] {
        InterruptionRule.Interrupter.allCases.flatMap { cause in
            InterruptionRule.Condition.allCases.flatMap { session -> [Flip] in
                let isThere = book.interruptions.contains { $0.cause == cause && $0.session == session }
                guard !isThere else { return [] }
                return [CoexistenceRule.Verdict.isInterrupted, .isHeardToo].map { verdict in
                    Flip("\(cause), \(session): new, \(verdict)", by: .int2, book) {
                        $0.interruptions.insert(
                            InterruptionRule(cause: cause, session: session, verdict: verdict, rule: .int2), at: 0)
                    }
                }
            }
        }
    }

    /// Each request refused on each condition on which it is not, and each row with another error.
    private static func furtherRefusals(_ book: RuleBook) -> [Flip] {
        let more = RefusalRule.Condition.allCases.flatMap { condition in
            RefusalRule.Request.allCases.compactMap { request -> Flip? in
                let rows = book.refusals.filter { $0.condition == condition }
                guard !rows.contains(where: { $0.requests.contains(request) }) else { return nil }
                return Flip("\(condition): new, \(request)", book) {
                    $0.refusals.insert(
                        RefusalRule(
                            rule: rows.first?.rule ?? .step1, requests: [request], condition: condition,
                            error: rows.first?.error ?? .insufficientPriority, remedy: "no"), at: 0)
                }
            }
        }
        let errors = book.refusals.indices.map { place in
            let row = book.refusals[place]
            return Flip("\(row.rule.id), \(row.condition): error", by: row.rule, book) {
                $0.refusals[place] = RefusalRule(
                    rule: row.rule, requests: row.requests, condition: row.condition,
                    error: row.error == .badParam ? .isBusy : .badParam, remedy: row.remedy)
            }
        }
        return more + errors
    }

    private static func furtherSilencing(_ book: RuleBook) -> [Flip] {
        SilencingRule.Condition.allCases.flatMap { condition in
            SoundKind.allCases.compactMap { kind -> Flip? in
                let rows = book.silencing.filter { $0.condition == condition }
                guard !rows.contains(where: { $0.kinds.contains(kind) }) else { return nil }
                return Flip("\(condition): new, \(kind.name)", book) {
                    $0.silencing.insert(
                        SilencingRule(rule: rows.first?.rule ?? .step1, kinds: [kind], condition: condition), at: 0)
                }
            }
        }
    }

    private static func furtherAccessories(_ book: RuleBook) -> [Flip] {
        book.accessories.indices.flatMap { place -> [Flip] in
            let row = book.accessories[place]
            func flip(_ cell: String, _ always: Members<Category>, _ with: CategoryOptions?) -> Flip {
                Flip("\(row.kind.name): \(cell)", by: row.rule, book) {
                    $0.accessories[place] = AccessoryRule(kind: row.kind, always: always, with: with, rule: row.rule)
                }
            }
            let others = CategoryOptions.named.filter { $0.option != row.with }
            return book.categories.filter { !$0.hasOutput }.map {
                flip($0.category.name, row.always.toggled($0.category), row.with)
            } + others.map { flip("with \($0.name)", row.always, $0.option) }
        }
    }

    private static func furtherButtons(_ book: RuleBook) -> [Flip] {
        let conditions: [ButtonRule.Condition] = [
            .callIsAnswered, .ringtoneOrAlarmSounds, .chatIsActive, .volumeViewIsShown, .appSoundRuns, .sessionIsActive,
        ]
        return conditions.filter { condition in !book.buttons.contains { $0.condition == condition } }.flatMap {
            absent in
            [LevelRule.Volume.media, .ringer, .call].map { volume in
                Flip("\(absent): new, moves \(volume)", by: .vol2, book) {
                    $0.buttons.insert(ButtonRule(condition: absent, moves: volume, rule: .vol2), at: 0)
                }
            }
        }
    }

    private static func furtherNumbers(_ book: RuleBook) -> [Flip] {
        [0, 1].map { gain in Flip("duckGain \(gain)", book) { $0.numbers.duckGain = Double(gain) } }
    }

    private static func changes(_ book: RuleBook) -> [Flip] {
        book.changes.indices.flatMap { place in
            let row = book.changes[place]
            return RampRule.Change.allCases.filter { $0 != row.change }.map { change in
                Flip("\(row.part): \(change)", book) {
                    $0.changes[place] = ChangeRule(part: row.part, change: change)
                }
            }
        }
    }

    private static func ramps(_ book: RuleBook) -> [Flip] {
        book.ramps.indices.map { place in
            let row = book.ramps[place]
            return Flip("\(row.change): twice as long", book) {
                $0.ramps[place] = RampRule(change: row.change, length: row.length + row.length)
            }
        }
    }
}
