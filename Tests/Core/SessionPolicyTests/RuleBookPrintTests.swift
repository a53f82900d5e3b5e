import Foundation
import Testing

@testable import SessionPolicy

@Suite struct RuleBookPrintTests {
    /// `RULES_REWRITE=1 swift test --filter RuleBookPrintTests` writes the document again.
    @Test("The page of rules is what the generator writes")
    func document() throws {
        let path = packageRoot.appendingPathComponent("Docs/Generated/Rules.md")
        let generated = RuleBook.document()
        if ProcessInfo.processInfo.environment["RULES_REWRITE"] == "1" { try Data(generated.utf8).write(to: path) }
        let isEqual = try String(contentsOf: path, encoding: .utf8) == generated
        #expect(isEqual, "Docs/Generated/Rules.md is stale; RULES_REWRITE=1 swift test writes it anew")
    }

    /// `Docs/Protocol.md` says from which book on there is what not every system has.
    @Test("The protocol says from which book on there is what not every system has", arguments: Feature.allCases)
    func firstBooks(feature: Feature) throws {
        let path = packageRoot.appendingPathComponent("Docs/Protocol.md")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let (verb, key) = Self.place(of: feature)
        let row = try #require(lines.first { $0.hasPrefix("| `\(verb)` |") })
        let rest = row[try #require(row.range(of: "`\(key)`")).upperBound...]
        let says = try #require(rest.firstMatch(of: /from `(\w+)` on|`(modern)` only/))
        let book = try #require(RuleBook.all.first { $0.knows(feature) }).name
        #expect(String(says.1 ?? says.2 ?? "") == book)
    }

    /// The row of a feature in the protocol's tables, and the word in it behind which its first book stands.
    private static func place(of feature: Feature) -> (verb: String, key: String) {
        switch feature {
        case .backgroundLaunch: ("launch", "inBackground")
        case .nowPlaying: ("nowPlaying", "to")
        case .siri: ("siri", "phase")
        case .hapticsDuringRecording: ("allowHapticsAndSystemSoundsDuringRecording", "to")
        case .suspensionDelay: ("launch", "suspensionDelay")
        case .preferredInput: ("setPreferredInput", "port")
        case .routeConfiguration: ("routeConfigurationChange", "routeConfigurationChange")
        case .callsOfApps: ("call", "app")
        case .routeSharingPolicy: ("setCategory", "policy")
        case .systemAlertPreference: ("prefersNoInterruptionsFromSystemAlerts", "to")
        case .mutedMicrophone: ("builtInMicMuted", "to")
        case .disconnectPreference: ("prefersInterruptionOnRouteDisconnect", "to")
        case .inputMute: ("setInputMuted", "to")
        case .availableInputsQuestion: ("ask", "availableInputs")
        case .preferredInputQuestion: ("ask", "preferredInput")
        case .inputMutedQuestion: ("ask", "inputMuted")
        case .callBanners: ("setting", "callBanners")
        case .outputMute: ("setOutputMuted", "to")
        case .outputMutedQuestion: ("ask", "outputMuted")
        case .echoCancellation: ("prefersEchoCancelledInput", "to")
        case .promptStyleQuestion: ("ask", "promptStyle")
        case .voiceProcessing: ("voiceProcessing", "voiceProcessing")
        case .changeWithButtons: ("setting", "changeWithButtons")
        case .siriByAirPods: ("siri", "airPods")
        case .announcement: ("announce", "seconds")
        }
    }

    @Test("Every table is printed whole", arguments: RuleBook.all)
    func everyTableIsPrintedWhole(book: RuleBook) {
        let tables = book.printedTables
        #expect(tables.map(\.table) == RuleBook.Table.allCases)
        for table in tables {
            // Modes came with iOS 5.
            #expect(!table.rows.isEmpty || (book.name, table.table) == ("iOS4", .modes))
            for row in table.rows { #expect(row.count == table.columns.count, "\(table.title)") }
        }
        #expect(tables.count(where: { $0.table == .refusals && $0.rows.count == book.refusals.count }) == 1)
        #expect(tables.count(where: { $0.table == .silencing && $0.rows.count == book.silencing.count }) == 1)
    }

    @Test("Every setting and every number is printed", arguments: RuleBook.all)
    func settingsAndNumbers(book: RuleBook) {
        func names(_ table: RuleBook.Table) -> [String] { book.printed(table).rows.map { $0[0].text } }
        #expect(names(.settings) == Mirror(reflecting: book.settings).children.compactMap(\.label))
        #expect(names(.numbers) == Mirror(reflecting: book.numbers).children.compactMap(\.label))
    }

    @Test("A changed setting is printed changed")
    func changedSetting() {
        var book = RuleBook.iPhoneOS3
        book.settings.silentAppliesToHeadphones = true
        let before = RuleBook.iPhoneOS3.printed(.settings).texts
        let after = book.printed(.settings).texts
        #expect(zip(before, after).filter { $0 != $1 }.map { $1[0] } == ["silentAppliesToHeadphones"])
    }

    @Test("The text fits a terminal and names every rule", arguments: RuleBook.all)
    func terminalText(book: RuleBook) {
        let text = book.text()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        for line in lines { #expect(line.count <= 118 && line.last != " ", "\(line)") }
        for id in Rule.catalog.map(\.id.id) { #expect(lines.contains { $0.hasPrefix("\(id)  ") }, "\(id)") }
        #expect(text == book.text())
        for width in [60, 80] {
            for line in book.text(width: width).split(separator: "\n") { #expect(line.count <= width, "\(line)") }
        }
    }

    @Test("Columns of the text are aligned", arguments: RuleBook.all)
    func columnsOfTheTextAreAligned(book: RuleBook) {
        let table = book.printed(.levels)
        let lines = PlainText.table(table.headings, table.texts)
        let starts = lines[1].indices.filter {
            $0 == lines[1].startIndex || lines[1][lines[1].index(before: $0)] == " "
        }
        .filter { lines[1][$0] == "-" }.map { lines[1].distance(from: lines[1].startIndex, to: $0) }
        #expect(starts.count == table.headings.count)
        for (row, cells) in zip(lines.dropFirst(2), table.texts) {
            for (start, cell) in zip(starts, cells) {
                #expect(row.dropFirst(start).hasPrefix(cell), "\(row)")
            }
        }
    }

    @Test("Neighbouring books differ and each row has a source")
    func neighbours() {
        for (older, younger) in zip(RuleBook.all, RuleBook.all.dropFirst()) {
            let difference = BookDifference(from: older, to: younger)
            #expect(!difference.rows.isEmpty, "\(younger.name) has no row of its own")
            for row in difference.rows {
                #expect(!row.sources.isEmpty && !row.change.isEmpty, "\(younger.name), \(row.table.title), \(row.key)")
            }
            // What one adds the other lacks, and what has changed has changed both ways.
            let back = BookDifference(from: younger, to: older).rows
            #expect(back.count == difference.rows.count)
            #expect(back.count { $0.before == nil } == difference.rows.count { $0.after == nil })
            for width in [60, 80, 118] {
                let lines = difference.text(width: width).split(separator: "\n")
                for line in lines { #expect(line.count <= width, "\(line)") }
            }
        }
        #expect(BookDifference(from: .modern, to: .modern).rows.isEmpty)
    }

    @Test("A table with too many columns for the width has a block for each row, with every cell behind its heading")
    func wideTable() {
        let headings = (1...6).map { "Heading \($0)" }
        let rows = ["first", "second"].map { name in (1...6).map { $0 == 6 ? "" : "cell \($0) of the \(name) row" } }
        #expect(PlainText.table(headings, rows, width: 70)[1].hasPrefix("----------  ----------"))
        let block = (2...5).map { "    Heading \($0): cell \($0) of the first row" }
        let lines = PlainText.table(headings, rows, width: 60)
        #expect(Array(lines.prefix(6)) == ["cell 1 of the first row"] + block + [""])
        #expect(lines.count == 11)
    }

    @Test("Long cells are wrapped without losing a word")
    func wrapping() {
        let words = (1...60).map { "word\($0)" }
        let lines = PlainText.table(["A", "B"], [["x", words.joined(separator: " ")], ["y", "short"]])
        #expect(lines.allSatisfy { $0.count <= PlainText.width })
        let printed = lines.dropFirst(2).joined(separator: " ").split(separator: " ").map(String.init)
        #expect(printed == ["x"] + words + ["y", "short"])
    }

    @Test("The JSON is JSON, and says what the text says", arguments: RuleBook.all)
    func jsonIsJSONAndSaysTheSame(book: RuleBook) throws {
        let json = try JSONSerialization.jsonObject(with: Data(book.json().utf8)) as? [String: Any]
        #expect(json?["ruleBook"] as? String == book.name)
        let tables = try #require(json?["tables"] as? [String: [[String: Any]]])
        #expect(Set(tables.keys) == Set(RuleBook.Table.allCases.map(\.rawValue)))
        for table in book.printedTables { #expect(tables[table.table.rawValue]?.count == table.rows.count) }
        let playback = try #require(tables["categories"]?.first { $0["category"] as? String == "playback" })
        #expect(playback["silenced"] as? Bool == false && playback["mixes"] as? String == "whenAdded")
        let rules = (json?["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
        #expect(rules == Rule.catalog.map(\.id.id))
        #expect((json?["contested"] as? [Any])?.count == ContestedPoint.catalog.count)
    }

    @Test("The JSON escapes what it must")
    func jsonTextEscapesWhatItMust() throws {
        let text = "a \"quote\", a \\ and\na line\u{1}"
        let written = JSONText.array([.string(text), .null, .bool(true), .number("0.5"), .object([])]).written(depth: 1)
        let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [Any]
        #expect(read?.first as? String == text)
        #expect(read?.count == 5)
    }
}
