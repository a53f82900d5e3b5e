import Testing

@testable import SessionPolicy

/// Each table is total, has no dead row, and does not contradict itself.
@Suite struct RuleTableTests {
    @Test("Book names are unique")
    func bookNamesAreUnique() {
        #expect(RuleBook.all.map(\.name) == RuleBook.names && Set(RuleBook.names).count == RuleBook.names.count)
        #expect(RuleBook.all.map(\.system) == RuleBook.all.map(\.system).sorted())
    }

    @Test("Every category has one row", arguments: RuleBook.all)
    func everyCategoryHasOneRow(book: RuleBook) {
        let listed = book.categories.map(\.category)
        #expect(Set(listed).count == listed.count)
        let expected = book.system >= .iOS(6) ? Category.allCases : Category.allCases.filter { $0 != .multiRoute }
        #expect(Set(listed) == Set(expected))
    }

    /// The table of the guidelines, copied by hand a second time.
    @Test("The categories are those of Table 4-1", arguments: RuleBook.all)
    func table4_1IsTable4_1(book: RuleBook) {
        let added = "No (default); Yes (when the MixWithOthers property is added)"
        let table = book.printed(.categories)
        #expect(
            table.headings.prefix(4) == [
                "Category", "Meaning", "Silenced by Ring/Silent switch and locking", "Mixes with other audio",
            ])
        #expect(
            table.texts.prefix(6).map { [$0[0], $0[2], $0[3]] } == [
                ["SoloAmbient", "Yes", "No"],
                ["Ambient", "Yes", "Yes"],
                ["Playback", "No", added],
                ["Record", "No", "No"],
                ["PlayAndRecord", "No", added],
                ["AudioProcessing", "–", "No"],
            ])
    }

    @Test("Every option has one row", arguments: RuleBook.all)
    func everyOptionHasOneRow(book: RuleBook) {
        let listed = book.options.map(\.option)
        #expect(Set(listed).count == listed.count)
        for (name, option) in CategoryOptions.named
        where !option.isSubset(of: CategoryOptions.takenEarly) || book.system >= .iOS(26) {
            #expect(listed.contains { $0 == option || $0.withImpliedMixing == option }, "\(name)")
        }
        for row in book.options { #expect(!row.effective.cases.isEmpty, "\(row.option) is dead") }
    }

    @Test("Modes stand once and switch on what fits", arguments: RuleBook.all)
    func modes(book: RuleBook) {
        let listed = book.modes.map { [$0.mode.name, $0.category.name] }
        #expect(Set(listed).count == listed.count)
        for mode in book.modes {
            #expect(!mode.switchesOn.isEmpty || mode.volume == .call || mode.outlastsRoute)
            for row in book.options where mode.switchesOn.contains(row.option) {
                #expect(row.effective.contains(mode.category), "\(mode.mode) switches on what has no effect there")
            }
        }
    }

    @Test("Coexistence covers the four combinations once", arguments: RuleBook.all)
    func coexistence(book: RuleBook) {
        for newcomer in [false, true] {
            for incumbent in [false, true] {
                let rows = book.coexistence.filter { $0.newcomerMixes == newcomer && $0.incumbentMixes == incumbent }
                #expect(rows.count == 1)
                #expect(rows.first?.verdict == (newcomer || incumbent ? .isHeardToo : .isInterrupted))
            }
        }
    }

    @Test("No refusal is said twice", arguments: RuleBook.all)
    func noRefusalIsSaidTwice(book: RuleBook) {
        var pairs: [String] = []
        for row in book.refusals {
            #expect(!row.requests.cases.isEmpty && !row.remedy.isEmpty)
            for request in row.requests.cases { pairs.append("\(request) \(row.condition)") }
        }
        #expect(Set(pairs).count == pairs.count)
    }

    @Test("No refusal hides behind a wider one", arguments: RuleBook.all)
    func hiddenRefusals(book: RuleBook) {
        typealias Condition = RefusalRule.Condition
        // What the second of a pair lets through, the first has caught already.
        let wider: [(Condition, Condition)] = [
            (.deviceIsHeld, .deviceIsHeldAndCategoryHasInput),
            (.deviceIsHeldAndCategoryHasInput, .siriListensAndCategoryHasInput),
        ]
        for (index, row) in book.refusals.enumerated() {
            for request in row.requests.cases {
                let before = book.refusals[..<index].filter { $0.requests.contains(request) }.map(\.condition)
                #expect(!wider.contains { $0.1 == row.condition && before.contains($0.0) }, "\(request) \(row.rule.id)")
            }
        }
    }

    @Test("No silencing is said twice", arguments: RuleBook.all)
    func noSilencingIsSaidTwice(book: RuleBook) {
        var pairs: [String] = []
        for row in book.silencing {
            #expect(!row.kinds.cases.isEmpty)
            for kind in row.kinds.cases { pairs.append("\(kind) \(row.condition)") }
        }
        #expect(Set(pairs).count == pairs.count)
    }

    /// Conditions about a category or an app's own level mean nothing to a sound that no session governs.
    @Test("The silencing of the device's sounds asks the device only", arguments: RuleBook.all)
    func silencedDeviceSounds(book: RuleBook) {
        let ofSessions: [SilencingRule.Condition] = [
            .categoryHasNoOutput, .silentForCategory, .lockedForCategory, .lockedWithoutBackgroundAudio, .gainIsZero,
        ]
        for row in book.silencing where ofSessions.contains(row.condition) { #expect(row.kinds.cases == [.sound]) }
        for row in book.silencing where row.condition == .silent { #expect(!row.kinds.contains(.sound)) }
    }

    @Test("An alarm and a call are silenced by nothing but the volume", arguments: RuleBook.all)
    func silencedAlarms(book: RuleBook) {
        for kind in [SoundKind.alarm, .callAudio] {
            #expect(book.silencing.filter { $0.kinds.contains(kind) }.map(\.condition) == [.volumeIsZero])
        }
        #expect(!book.silencing.contains { $0.kinds.contains(.ringtone) && $0.condition == .locked })
    }

    @Test("Every kind of sound has one level", arguments: RuleBook.all)
    func everyKindOfSoundHasOneLevel(book: RuleBook) {
        let listed = book.levels.map(\.kind)
        #expect(Set(listed).count == listed.count)
        #expect(Set(listed) == Set(SoundKind.allCases))
        #expect(book.levels.filter(\.ducks).map(\.kind) == [.sound])
    }

    @Test("Every accessory has one row", arguments: RuleBook.all)
    func everyAccessoryHasOneRow(book: RuleBook) {
        let listed = book.accessories.map(\.kind)
        #expect(Set(listed).count == listed.count)
        #expect(Set(listed) == Set(Accessory.Kind.allCases))
        for row in book.accessories {
            #expect(row.with == nil || !row.always.contains(.playAndRecord), "an option for what is given anyway")
            #expect(row.with != nil || !row.always.cases.isEmpty, "\(row.kind) reaches no session")
            for category in row.always.cases {
                #expect(book.rule(for: category)?.hasOutput ?? true, "\(category) has no output")
            }
        }
    }

    @Test("The buttons always move something", arguments: RuleBook.all)
    func buttons(book: RuleBook) {
        #expect(book.buttons.last?.condition == .otherwise)
        #expect(Set(book.buttons.map(\.condition)).count == book.buttons.count)
    }

    @Test("Every occasion of vibration and every change of level has one row", arguments: RuleBook.all)
    func rowsOfVibration(book: RuleBook) {
        let occasions = book.vibration.map(\.occasion)
        #expect(Set(occasions).count == occasions.count && Set(occasions) == Set(VibrationRule.Occasion.allCases))
        let parts = book.changes.map(\.part)
        #expect(Set(parts).count == parts.count && Set(parts) == Set(ChangeRule.Part.allCases))
        #expect(Set(book.changes.map(\.change)) == Set(RampRule.Change.allCases), "no ramp is idle")
        let changes = book.ramps.map(\.change)
        #expect(Set(changes).count == changes.count && Set(changes) == Set(RampRule.Change.allCases))
        for ramp in book.ramps { #expect((1_000_000...5_000_000_000).contains(ramp.length.nanoseconds)) }
    }

    @Test("Levels are between nothing and one", arguments: RuleBook.all)
    func levelRange(book: RuleBook) {
        let numbers = book.numbers
        for level in [
            numbers.duckGain, numbers.volumeStep, numbers.ringerFloor, numbers.callFloor, numbers.mediaVolume,
            numbers.ringerVolume, numbers.callVolume,
        ] {
            #expect(level > 0 && level <= 1)
        }
        #expect(numbers.ringerFloor <= numbers.ringerVolume && numbers.callFloor <= numbers.callVolume)
    }
}
