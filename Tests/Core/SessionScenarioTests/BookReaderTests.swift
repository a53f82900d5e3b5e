import Foundation
import Scratch
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

/// Rule books out of files: their changes, and the complaints about faulty ones.
struct BookReaderTests {
    /// A folder for the files of one test.
    private final class Folder {
        private let scratch = Scratch()
        var path: String { scratch.path + "/" }

        func write(_ text: String, _ name: String = "mine.yaml") throws -> String {
            try Data(text.utf8).write(to: URL(filePath: path + name))
            return path + name
        }
    }

    private func book(_ rows: String) throws -> RuleBook {
        let folder = Folder()
        return try RuleBook(file: try folder.write("book: mine\nbased on: modern\n" + rows))
    }

    /// The complaints about a book, without the name of its file.
    private func complaint(_ text: String) throws -> String {
        let folder = Folder()
        let path = try folder.write(text)
        let error = #expect(throws: BookError.self) { try RuleBook(file: path) }
        return try #require(error).description.replacingOccurrences(of: path + ":", with: "")
    }

    private func complaint(ofRows rows: String) throws -> String {
        try complaint("book: mine\nbased on: modern\n" + rows)
    }

    @Test("What a row does not say stays as it is in the base")
    func changesCells() throws {
        let mine = try book("silencing:\n  - {rule: R-SW-1, condition: silentForCategory, kinds: [sound, alert]}\n")
        #expect(mine.name == "mine")
        #expect(mine.silencing.count == RuleBook.modern.silencing.count)
        let changed = zip(mine.silencing, RuleBook.modern.silencing).filter { $0 != $1 }
        #expect(changed.map(\.0.condition) == [.silentForCategory])
        #expect(changed.first?.0.kinds.cases == [.alert, .sound])
        let louder = try book(
            "numbers:\n  - {number: duckGain, value: 0.5}\ncategories:\n  - {category: ambient, silenced: false}\n")
        #expect(louder.numbers.duckGain == 0.5)
        #expect(louder.rule(for: .ambient)?.silenced == false)
        #expect(louder.rule(for: .ambient)?.mixes == .yes)
        #expect(louder.rule(for: .soloAmbient) == RuleBook.modern.rule(for: .soloAmbient))
    }

    @Test("A new row comes before the others, and an absent one goes")
    func addsAndRemoves() throws {
        let row = "{rule: R-DK-3, condition: deviceIsHeld, kinds: [sound]}"
        let mine = try book("silencing:\n  - \(row)\nvibration:\n  - {occasion: vibrate, absent: true}\n")
        #expect(mine.silencing.first?.condition == .deviceIsHeld)
        #expect(mine.silencing.count == RuleBook.modern.silencing.count + 1)
        #expect(!mine.vibration.contains { $0.occasion == .vibrate })
    }

    @Test("New rows stand as they are written, before the others, and a row with a place stands there")
    func ordersRows() throws {
        let rows = """
            buttons:
              - {condition: otherwise, moves: media}
            silencing:
              - {rule: R-DK-3, condition: deviceIsHeld, kinds: [sound]}
              - {rule: R-DK-3, condition: locked, kinds: [sound]}
              - {rule: R-DK-3, condition: silent, kinds: [alarm], place: 4}
              - {rule: R-SW-2, condition: silent, place: 1}

            """
        let mine = try book(rows)
        #expect(
            mine.silencing.prefix(5).map(\.condition)
                == [.silent, .deviceIsHeld, .locked, .silent, RuleBook.modern.silencing[0].condition])
        #expect(mine.silencing[3].kinds.cases == [.alarm])
        #expect(mine.silencing.count == RuleBook.modern.silencing.count + 3)
        #expect(
            try complaint(ofRows: "silencing:\n  - {rule: R-SW-2, condition: silent, place: 99}\n")
                .hasPrefix("4:46: \"place\" is a whole number from 1 to \(RuleBook.modern.silencing.count)"))
        #expect(
            try complaint(ofRows: "buttons:\n  - {condition: otherwise, place: 1}\n")
                .hasPrefix("4:35: \"otherwise\" fits always, so it stands last"))
        #expect(
            try complaint(ofRows: "levels:\n  - {kind: sound, place: 1}\n")
                .hasPrefix("4:26: levels has no column \"place\""))
    }

    @Test("Rows of refusals with one condition and rule are told apart by what they refuse")
    func tellsRefusalsApart() throws {
        let row = "condition: backgroundWithoutAudio, rule: R-BG-2"
        let mine = try book("refusals:\n  - {\(row), requests: [activate], error: badParam}\n")
        let mended = mine.refusals.filter { $0.condition == .backgroundWithoutAudio && $0.rule == .bg2 }
        #expect(mended.map(\.error) == [.cannotStartPlaying, .badParam])
        let both = try book(
            "refusals:\n  - {\(row), requests: [activate], absent: true}\n"
                + "  - {\(row), requests: [play], absent: true}\n")
        #expect(both.refusals.count == RuleBook.modern.refusals.count - 2)
        #expect(
            try complaint(ofRows: "refusals:\n  - {\(row), error: badParam}\n")
                .hasPrefix("4:5: refusals has 2 such rows; say which by \"requests\": [play] or [activate]"))
    }

    @Test("A book that is written from what another has otherwise is that book", arguments: RuleBook.all)
    func roundTrip(of book: RuleBook) throws {
        let folder = Folder()
        for base in RuleBook.all where base != book {
            let difference = try JSONSerialization.jsonObject(
                with: Data(BookDifference(from: base, to: book).json.utf8))
            let rows = try #require((difference as? [String: Any])?["rows"] as? [[String: Any]])
            var lines = ["book: copy", "based on: \(base.name)"]
            for table in RuleBook.Table.allCases {
                let rows = rows.filter { $0["table"] as? String == table.rawValue }
                guard !rows.isEmpty else { continue }
                lines.append("\(table.rawValue):")
                for row in rows {
                    var cells = row["after"] as? [String: Any] ?? row["before"] as? [String: Any] ?? [:]
                    if row["after"] is NSNull {
                        // The keys that tell the row from others are enough, and more is no fault.
                        cells["absent"] = true
                        cells["place"] = nil
                    }
                    let object = try JSONSerialization.data(withJSONObject: cells)
                    lines.append("  - " + String(decoding: object, as: UTF8.self))
                }
            }
            let copy = try RuleBook(file: try folder.write(lines.joined(separator: "\n") + "\n"))
            #expect(BookDifference(from: book, to: copy).json.contains("\"rows\": []"), "based on \(base.name)")
        }
    }

    @Test("A row that says which systems have it has to hold in the book's own")
    func dates() throws {
        let row = "cause: siri, session: speaks, verdict: isHeardToo, rule: R-SP-1"
        func rows(_ dates: String) -> String { "interruptions:\n  - {\(row), \(dates)}\n" }
        let mine = try book(rows("since: ios 26, until: null"))
        #expect(mine.interruptions.first?.since == .iOS(26) && mine.interruptions.first?.until == nil)
        #expect(
            try complaint(ofRows: rows("since: iOS 19"))
                .hasPrefix("4:78: \"since\" is a system, such as iOS 10: iPhone OS 3, iOS 4, "))
        #expect(
            try complaint(ofRows: rows("since: iOS 10, until: iOS 6"))
                .hasPrefix("4:93: \"until\" is iOS 6, and \"since\" iOS 10: the row would never hold"))
        #expect(
            try complaint(ofRows: rows("until: iOS 17"))
                .hasPrefix("4:78: the row never holds: this book is about the newest system, and the row holds until"))
        #expect(
            try complaint("book: mine\nbased on: iOS6\n" + rows("since: iOS 10"))
                .hasPrefix("4:78: the row never holds: this book is about iOS 6.1, and the row holds since iOS 10;"))
        #expect(
            try complaint(ofRows: rows("since: iOS 7") + "  - {\(row), since: iOS 9}\n")
                .hasPrefix("5:5: this row of interruptions stands here twice and holds at once"))
        #expect(try complaint(ofRows: rows("since: 7")).hasPrefix("4:78: \"since\" is a system"))
    }

    @Test("A row that is made otherwise has the dates that it is given, and no longer those of the base")
    func datesOfChangedRows() throws {
        let row = "cause: ring, session: prefersNoAlerts"
        let changed = try book("interruptions:\n  - {\(row), verdict: isInterrupted}\n").interruptions[1]
        #expect(changed.session == .prefersNoAlerts && changed.verdict == .isInterrupted && changed.since == nil)
        let same = try book("interruptions:\n  - {\(row), verdict: isHeardToo}\n").interruptions[1]
        #expect(same == RuleBook.modern.interruptions[1] && same.since == .iOS(14))
        let dated = try book("interruptions:\n  - {\(row), verdict: isInterrupted, since: iOS 16}\n").interruptions[1]
        #expect(dated.since == .iOS(16))
    }

    @Test("Two books whose rows stand in another order differ, and it is said where the row was")
    func orderDiffers() throws {
        let mine = try book("silencing:\n  - {rule: R-SW-2, condition: silent, place: 1}\n")
        let difference = BookDifference(from: .modern, to: mine)
        let place = try #require(RuleBook.modern.silencing.firstIndex { $0.condition == .silent }) + 1
        #expect(difference.text.contains("Place: \(place) → 1"))
        #expect(difference.json.contains("\"place\": 1}"))
    }

    @Test("A base that is not there is told where it is named; each number of the table can be another")
    func namesAndNumbers() throws {
        #expect(try complaint("book: mine\nbased on: gone.yaml\n").hasPrefix("2:11: there is no file "))
        let mine = try book(
            "numbers:\n  - {number: keyClickLength, value: 80}\n  - {number: systemSoundLimit, value: 5000}\n")
        #expect(mine.numbers.keyClickLength == .milliseconds(80))
        #expect(mine.numbers.systemSoundLimit == .milliseconds(5000))
        #expect(
            try complaint(ofRows: "numbers:\n  - {number: keyClickLength, value: 0.5}\n")
                .hasPrefix("4:37: \"value\" is a whole number from 1 to 10000"))
        #expect(
            try complaint(ofRows: "numbers:\n  - {number: duckGane, value: 0.5}\n")
                .hasPrefix("4:14: numbers has no such row; the rows are \"duckGain\""))
    }

    @Test(
        "A book is based on any version of the system",
        arguments: [("17", "iOS18"), ("27", "modern"), ("iOS 9.3", "iOS10"), ("ios4", "iOS4")])
    func basedOnVersion(version: String, name: String) throws {
        let folder = Folder()
        let path = try folder.write("book: mine\nbased on: \(version)\n")
        #expect(try RuleBook(file: path).system == RuleBook.named(name)?.system)
    }

    @Test("A book is based on another file beside it")
    func basedOnFile() throws {
        let folder = Folder()
        _ = try folder.write(
            "book: base\nbased on: iPhoneOS3\nnumbers: [{number: duckGain, value: 0.3}]\n", "base.yaml")
        let path = try folder.write(
            "book: top\nbased on: base.yaml\nnumbers: [{number: volumeStep, value: 0.25}]\n", "top.yaml")
        let top = try RuleBook(file: path)
        #expect(top.numbers.duckGain == 0.3)
        #expect(top.numbers.volumeStep == 0.25)
        #expect(top.system == RuleBook.iPhoneOS3.system)
        _ = try folder.write("book: base\nbased on: top.yaml\n", "base.yaml")
        let error = #expect(throws: BookError.self) { try RuleBook(file: path) }
        #expect(error?.description.contains("base.yaml:2:11: top.yaml is itself based on this book") == true)
    }

    @Test("A book may consist of sixteen files; the one that names a seventeenth is told, however many follow")
    func chain() throws {
        for count in [2, 15, 16, 17, 3_000] {
            let folder = Folder()
            for number in 1...count {
                let basis = number < count ? "\(number + 1).yaml" : "modern"
                _ = try folder.write("book: b\(number)\nbased on: \(basis)\n", "\(number).yaml")
            }
            guard count > 16 else {
                #expect(try RuleBook(file: folder.path + "1.yaml").name == "b1")
                continue
            }
            let error = #expect(throws: BookError.self) { try RuleBook(file: folder.path + "1.yaml") }
            #expect(error?.file == folder.path + "16.yaml")
            #expect(
                error?.description.contains("16.yaml:2:11: this is file 16 of ") == true, "\(String(describing: error))"
            )
        }
    }

    @Test("However many rows are wrong, and by however many aliases, a hundred are told and the rest is counted")
    func manyProblems() throws {
        let wrong = "levels: [&a {kind: sond, volume: media}" + String(repeating: ", *a", count: 5_000) + "]\n"
        let lines = try complaint(ofRows: wrong).split(separator: "\n")
        #expect(lines.count == 101)
        #expect(lines.last?.hasSuffix("4901 more like these; correct them first") == true, "\(lines.last ?? "")")
    }

    @Test("What cannot be is told with its place")
    func refuses() throws {
        #expect(try complaint("[]\n").hasPrefix("1:1: a rule book is an object"))
        #expect(try complaint("book: mine\n").hasPrefix("1:1: the book lacks \"based on\""))
        #expect(
            try complaint("book: mine\nbased on: moden\n").hasPrefix(
                "2:11: there is no book moden; there are iPhoneOS3"))
        #expect(try complaint("book: mine\nbased on: iOS2\n").contains("modern (iOS 27 and later), and files that end"))
        for name in ["modern", "Modern", "iOS27", "27.1"] {
            let words = "1:7: \(name) names the book modern, which is here already; choose another"
            #expect(try complaint("book: '\(name)'\nbased on: modern\n").hasPrefix(words), "\(name)")
        }
        #expect(try complaint("based on: modern\n").hasPrefix("1:1: the book lacks \"book\""))
        let twice = "ramps:\n  - {change: cut, milliseconds: 1}\n  - {change: cut, milliseconds: 2}\n"
        #expect(try complaint(ofRows: twice).hasPrefix("5:5: this row of ramps stands here twice"))
        #expect(
            try complaint(ofRows: "silencing:\n  - {rule: R-SW-1, condition: full moon, kinds: [sound]}\n")
                .hasPrefix("4:31: \"condition\" is one of "))
        #expect(
            try complaint(ofRows: "numbers:\n  - {number: duckGain, value: 7}\n")
                .hasPrefix("4:31: \"value\" is a number from 0.0 to 1.0"))
        #expect(try complaint(ofRows: "tables: []\n").hasPrefix("3:1: there is no table \"tables\""))
        #expect(
            try complaint(ofRows: "levels:\n  - {kind: sound, colour: red}\n")
                .hasPrefix("4:27: levels has no column \"colour\""))
        #expect(try complaint(ofRows: "levels:\n  - {volume: media}\n").hasPrefix("4:5: the row lacks \"kind\""))
        #expect(
            try complaint(ofRows: "levels:\n  - {kind: sound, absent: true}\n")
                .hasPrefix("4:27: each row of levels is needed"))
        #expect(
            try complaint(ofRows: "settings:\n  - {setting: hasWings, value: true}\n")
                .hasPrefix("4:15: there is no such setting"))
        let two = "numbers:\n  - {number: duckGain, value: 7}\nramps:\n  - {change: cut, milliseconds: -1}\n"
        #expect(try complaint(ofRows: two).split(separator: "\n").count == 2)
    }

    @Test("The books of the examples are read, and say what the text about them says")
    func examples() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../Docs/Examples/books/"
        let car = try RuleBook(file: folder + "car.yaml")
        #expect(car.numbers.duckGain == 0.1)
        #expect(car.silencing.first?.condition == .deviceIsHeld)
        let kiosk = try RuleBook(file: folder + "kiosk.yaml")
        #expect(kiosk.vibration.isEmpty)
        #expect(kiosk.buttons.last?.moves == .media)
        #expect(!kiosk.settings.pausesWhenOutputGoes)
    }
}
