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

    static let cells = RuleBook.all.flatMap { book in table.map { (book, $0.category, $0.silenced, $0.mixes) } }

    private func plays(_ category: Category) -> Bool { category != .record && category != .audioProcessing }

    @Test("Silenced by Ring/Silent switch and locking", arguments: cells)
    func silenced(_ cell: (book: RuleBook, category: Category, silenced: Bool?, mixes: Mixes)) throws {
        guard let silenced = cell.silenced else { return }
        var phone = Device(rules: cell.book)
        phone.launch("app", backgroundAudio: true)
        phone.setCategory("app", cell.category)
        if plays(cell.category) {
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
            if !plays(cell.category) { #expect(phone.inputs == [.builtInMic]) }
            phone.moveSwitch(to: .ring)
            phone.unlock()
            try phone.expect(heard: before)
        }
    }

    @Test("Mixes with other audio", arguments: cells)
    func mixes(_ cell: (book: RuleBook, category: Category, silenced: Bool?, mixes: Mixes)) throws {
        let alone = try isHeardWithMusic(cell.category, [], cell.book)
        let added = try isHeardWithMusic(cell.category, .mixWithOthers, cell.book)
        switch cell.mixes {
        case .no: #expect(!alone && !added)
        case .yes: #expect(alone && added)
        case .whenAdded: #expect(!alone && added)
        }
    }

    /// Whether the iPod goes on when the app's session becomes active, and, the other way round, whether the app's
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
        try phone.expect(events: goesOn ? [] : [.interruptionBegan], of: "ipod")

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
