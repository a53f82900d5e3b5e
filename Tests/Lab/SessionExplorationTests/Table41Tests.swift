import SessionExploration
import SessionOracle
import SessionPolicy
import Testing

/// Table 4-1 of the iPhone Human Interface Guidelines 2009, cell by cell, as a person with a phone would check it.
struct Table41Tests {
    /// The column "Mixes with other audio".
    enum Mixes: Sendable {
        case no, yes
        /// "No (default); Yes (when the MixWithOthers property is added)".
        case whenAdded
    }

    // swift-format-ignore
    static let table: [(category: Category, silenced: Bool?, mixes: Mixes)] = [
        // category        silenced by switch and lock  mixes with other audio
        (.soloAmbient,     true,                        .no),
        (.ambient,         true,                        .yes),
        (.playback,        false,                       .whenAdded),
        (.record,          false,                       .no),
        (.playAndRecord,   false,                       .whenAdded),
        (.audioProcessing, nil,                         .no),
    ]

    /// Every row under every book, by their numbers.
    static let rows = RuleBook.all.indices.flatMap { book in table.indices.map { [book, $0] } }

    private func plays(_ category: Category) -> Bool { category != .record && category != .audioProcessing }

    @Test("Silenced by Ring/Silent switch and locking", arguments: rows)
    func silenced(numbers: [Int]) throws {
        let (book, row) = (RuleBook.all[numbers[0]], Self.table[numbers[1]])
        guard let silenced = row.silenced else { return }
        var phone = Device(rules: book)
        phone.launch("app", backgroundAudio: true)
        phone.setCategory("app", row.category)
        if plays(row.category) {
            phone.play("app", "sound")
            try phone.expect(heard: ["app/sound"])
        } else {
            phone.record("app")
            try phone.expect(refusal: nil)
        }
        let start = phone
        let before = phone.heard
        for locks in [false, true] {
            var phone = start
            if locks { phone.lock() } else { phone.moveSwitch(to: .silent) }
            try phone.expect(heard: silenced ? [] : before)
            try phone.expect(phase: "active", of: "app")
            try phone.expect(events: [], of: "app")
            if !plays(row.category) { #expect(phone.inputs == [.builtInMic]) }
            phone.moveSwitch(to: .ring)
            phone.unlock()
            try phone.expect(heard: before)
        }
    }

    @Test("Mixes with other audio", arguments: rows)
    func mixes(numbers: [Int]) throws {
        let (book, row) = (RuleBook.all[numbers[0]], Self.table[numbers[1]])
        let alone = try isHeardWithMusic(row.category, [], book)
        let added = try isHeardWithMusic(row.category, .mixWithOthers, book)
        switch row.mixes {
        case .no: #expect(!alone && !added)
        case .yes: #expect(alone && added)
        case .whenAdded: #expect(!alone && added)
        }
    }

    /// Whether the iPod continues when the app's session becomes active, and, the other way round, whether the app's
    /// session stays active when the iPod plays.
    private func isHeardWithMusic(_ category: Category, _ options: CategoryOptions, _ book: RuleBook) throws -> Bool {
        var phone = Device(rules: book)
        phone.launch("ipod", .system)
        phone.play("ipod", "song")
        phone.launch("app", backgroundAudio: true)
        phone.setCategory("app", category, options: options)
        phone.activate("app")
        try phone.expect(phase: "active", of: "app")
        let goesOn = phone.isHeard("ipod/song")
        #expect(phone.events(of: "ipod").contains(.interruptionBegan()) == !goesOn)

        phone = Device(rules: book)
        phone.launch("ipod", .system)
        phone.launch("app", backgroundAudio: true)
        phone.setCategory("app", category, options: options)
        phone.activate("app")
        phone.play("ipod", "song")
        try phone.expect(heard: ["ipod/song"])
        try phone.expect(phase: goesOn ? "active" : "interrupted", of: "app")
        return goesOn
    }
}
