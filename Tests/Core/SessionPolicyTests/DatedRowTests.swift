import Testing

@testable import SessionPolicy

/// Each row says which systems have it: a book is the rows that hold, and two books differ in rows.
@Suite struct DatedRowTests {
    /// Every system that some row begins or ends with, and those of the books.
    private static let systems: [SystemVersion] = Set(
        RuleBook.Table.allCases.flatMap { table in
            RuleBook(.history).printed(table).rows.flatMap { $0 }.compactMap { $0.value.text }.compactMap {
                $0.hasPrefix("i") ? SystemVersion($0) : nil
            }
        } + RuleBook.all.map(\.system)
    ).sorted()

    private static func tables(of system: SystemVersion) -> RuleBook.Tables {
        var tables = RuleBook.Tables.history
        for definition in TableDefinition.all { definition.hold(&tables, system) }
        return tables
    }

    @Test("Rows are dated by systems that came out, and end after they begin")
    func dates() {
        #expect(Self.systems.count > 15 && Self.systems.contains(.iOS(10, 3)))
        for system in Self.systems where system != .today { #expect(system.wasReleased, "\(system.name)") }
        let releases = SystemVersion.releases
        #expect(releases == releases.sorted() && Set(releases).count == releases.count)
        for definition in TableDefinition.all {
            for row in definition.rows(.history) {
                let dates = zip(definition.columns, row.cells).filter { ["since", "until"].contains($0.0.key) }
                    .map { $0.1.value.text.flatMap { SystemVersion($0) } }
                #expect(dates.count == 2, "\(definition.table) has both columns")
                if let since = dates[0], let until = dates[1] { #expect(since < until, "\(row.cells.map(\.text))") }
            }
        }
    }

    @Test("No two rows of a table that hold under one system have the same key")
    func keys() {
        for system in Self.systems {
            let tables = Self.tables(of: system)
            for definition in TableDefinition.all {
                let rows = definition.rows(tables).map { definition.written($0.cells) }
                for (place, row) in rows.enumerated() {
                    let twin = rows[..<place].firstIndex { definition.isSame($0, row) }
                    #expect(twin == nil, "\(definition.table) under \(system.name): rows \(place) and \(twin ?? -1)")
                }
            }
        }
    }

    @Test("Every row of the history holds in some book, and each book is the rows that hold in its system")
    func books() {
        for table in RuleBook.Table.allCases {
            let history = RuleBook(.history).printed(table)
            let held = RuleBook.all.flatMap { book in
                let printed = book.printed(table)
                return printed.rows.indices.map(printed.undated)
            }
            let marks = history.columns.contains { $0.key == "isKnown" }
            for row in history.rows.indices {
                #expect(marks || held.contains(history.undated(row)), "\(table): \(history.rows[row].map(\.text))")
            }
        }
        for book in RuleBook.all where book != .iPhoneOS3 {
            var tables = Self.tables(of: book.system)
            (tables.name, tables.system) = (book.name, book.system)
            #expect(RuleBook(tables) == book)
        }
    }

    /// All members of all rows of a book, whichever systems have them.
    private static func members(of book: RuleBook) -> String {
        var tables = book.lookup.tables
        (tables.name, tables.system, tables.switched) = ("", .today, [])
        return "\(tables)".replacing(
            /(since|until): (nil|Optional\(SessionPolicy\.SystemVersion\(number: \d+\)\))/, with: "")
    }

    @Test("What one book has otherwise than another makes that other of it, to the last member of a row")
    func differences() {
        for base in RuleBook.all {
            for book in RuleBook.all where book != base {
                let difference = BookDifference(from: base, to: book)
                var copy = base
                for table in RuleBook.Table.allCases {
                    let rows = difference.rows.filter { $0.table.table == table }.map { row in
                        let cells = zip(row.table.columns, row.cells).filter { !$0.0.role.contains(.dates) }
                            .map { (key: $0.0.key, value: $0.1.value) }
                        let place = row.place.map { [(key: "place", value: WrittenRow.Cell.number(Double($0.after)))] }
                        return WrittenRow(cells + (row.after == nil ? [("absent", .flag(true))] : place ?? []))
                    }
                    #expect(copy.put(rows, into: table).map(\.problem.says) == [], "\(base.name) to \(book.name)")
                }
                let isEqual = Self.members(of: copy) == Self.members(of: book)
                #expect(isEqual, "\(base.name) to \(book.name)")
            }
        }
        #expect(Self.members(of: .modern).contains("alertDucksMedia"))
    }

    @Test("What one system takes and another refuses, because it came later, is a row of the difference of their books")
    func vocabulary() {
        let app = AppID(Name(1))
        var events: [Event] = [
            .siri(.began), .call(.incoming, CallName(app: app)), .microphoneMuted(true), .routeConfigurationChanged,
            .permissionAnswered(app: app, .denied), .siri(.began, by: .airPods),
            .messageAnnounced(lasts: .milliseconds(1)),
        ]
        for setting in Setting.allCases { events.append(.settingChanged(setting, to: false)) }
        for kind in Accessory.Kind.allCases { events.append(.accessoryConnected(Accessory(kind: kind))) }
        var steps: [AppEvent] = [
            .registeredNowPlaying(true), .allowedHapticsWhileRecording(true), .setPreferredInput(nil, uid: nil),
            .preferred(.noInterruptionsFromSystemAlerts, true), .preferred(.interruptionOnRouteDisconnect, true),
            .setInputMuted(true), .setOutputMuted(true), .preferred(.echoCancelledInput, true),
        ]
        for question in Question.allCases { steps.append(.ask(question)) }
        for mode in Mode.allCases { steps.append(.setCategory(.playAndRecord, mode, [])) }
        for (_, option) in CategoryOptions.named { steps.append(.setCategory(.playAndRecord, .default, option)) }
        for policy in RouteSharingPolicy.allCases {
            steps.append(.setCategory(.playback, .default, [], policy: policy))
        }
        events += steps.map { .app(app, $0) }
        func cameLater(_ event: Event, _ book: RuleBook) -> String? {
            let refusal = book.reduce(book.initialState(), event, at: .zero).refusal
            let says = refusal?.sentence.text(about: .device) { _ in "" }
            return says.flatMap { $0.firstRange(of: " came with ").map { range in String(says![..<range.lowerBound]) } }
        }
        var found: Set<String> = []
        for older in RuleBook.all {
            for younger in RuleBook.all where younger.system > older.system {
                let rows = BookDifference(from: older, to: younger).rows.map(\.key)
                for event in events {
                    guard let word = cameLater(event, older), cameLater(event, younger) == nil else { continue }
                    found.insert(word)
                    #expect(rows.contains(word), "\(older.name) to \(younger.name): \(word)")
                }
            }
        }
        #expect(found.isSuperset(of: ["the setting callBanners", "the question inputMuted", "the mode spokenAudio"]))
        #expect(found.count > 25)
    }
}
