import Foundation
public import Testing

@testable public import SessionPolicy

@Suite struct CatalogTests {
    @Test("An identifier is written as R, the letters and the number of its case", arguments: RuleID.allCases)
    func identifiers(rule: RuleID) throws {
        let parts = try #require(rule.rawValue.wholeMatch(of: /([a-z]+)([1-9][0-9]*b?)/), "\(rule.rawValue)")
        #expect(rule.id == "R-\(parts.1.uppercased())-\(parts.2)")
        #expect(rule.id.utf8.count <= 15)
    }

    @Test("Identifiers are written as ever")
    func identifiersAreWrittenAsEver() {
        #expect(RuleID.act9b.id == "R-ACT-9b" && RuleID.int21.id == "R-INT-21" && RuleID.step1.id == "R-STEP-1")
    }

    @Test("Every rule stands in the catalogue once", arguments: RuleID.allCases)
    func catalogued(rule: RuleID) {
        let folder = "Sources/Core/SessionPolicy/Rules/Catalog"
        #expect(Rule.catalog.count { $0.id == rule } == 1, "\(rule.id) needs one entry in \(folder)")
        #expect(rule.rule.id == rule)
    }

    @Test("The catalogue has the order of the identifiers")
    func catalogueOrder() {
        let cases = RuleID.allCases.filter { rule in Rule.catalog.contains { $0.id == rule } }
        let misplaced = zip(Rule.catalog.map(\.id), cases).first { $0 != $1 }
        #expect(misplaced == nil, "where RuleID.swift has \(misplaced!.1.id), the catalogue has \(misplaced!.0.id)")
    }

    @Test("A rule says what it is and who says so", arguments: Rule.catalog)
    func ruleTexts(rule: Rule) {
        #expect(!rule.title.isEmpty && rule.title.count <= 60, "\(rule.title.count) characters")
        #expect(rule.statement.hasSuffix("."))
        #expect(!rule.statement.contains("  ") && !rule.statement.contains("\n"))
        #expect(!rule.source.isEmpty)
        if let since = rule.since, let until = rule.until { #expect(since < until) }
        #expect(!rule.source.hasSuffix("."), "the printer ends it")
        #expect(!rule.evidence.isEmpty)
        #expect(rule.evidence == Array(Set(rule.evidence)).sorted(), "each kind once, the strongest first")
        if case .tables(let tables) = rule.standing { #expect(!tables.isEmpty) }
    }

    @Test("Titles and statements are not repeated")
    func uniqueTexts() {
        #expect(Set(Rule.catalog.map(\.title)).count == Rule.catalog.count)
        #expect(Set(Rule.catalog.map(\.statement)).count == Rule.catalog.count)
    }

    @Test("Rules and points that are mentioned exist", arguments: Rule.catalog)
    func mentions(rule: Rule) throws {
        let texts =
            [rule.title, rule.statement, rule.source, rule.standing.words, rule.limits ?? ""]
            + (rule.difference.map { [$0.iPhoneOS3, $0.modern] } ?? [])
        let ids = Set(RuleID.allCases.map(\.id))
        let points = Set(ContestedPoint.catalog.map(\.id))
        for text in texts {
            for match in text.matches(of: #/R-[A-Z]+-[0-9]+b?/#) { #expect(ids.contains(String(match.0))) }
            for match in text.matches(of: #/\bC[0-9]+\b/#) { #expect(points.contains(String(match.0))) }
        }
    }

    @Test("Every rule belongs to one chapter")
    func everyRuleBelongsToOneChapter() {
        let chapters = RuleGroup.all.flatMap(\.rules).map(\.id)
        let strays = Rule.catalog.map(\.id).filter { rule in chapters.count { $0 == rule } != 1 }
        #expect(strays == [], "each needs its RuleGroup in Sources/Core/SessionPolicy/Explain/Rule+Words.swift")
        let misplaced = zip(chapters, RuleID.allCases.filter(chapters.contains)).first { $0 != $1 }
        #expect(misplaced == nil, "where RuleID.swift has \(misplaced!.1.id), the chapters have \(misplaced!.0.id)")
    }

    // MARK: Standing

    @Test("A rule that a table cites says that it stands there", arguments: RuleBook.all)
    func citingTables(book: RuleBook) {
        // The vocabulary dates the things that rules speak of, not the rules.
        for table in book.printedTables where table.table != .vocabulary {
            for rule in Set(table.rules.joined()) {
                guard case .tables(let tables) = rule.rule.standing else {
                    // A rule may be at home in the reducer and have one row besides; it must be emulated at all.
                    #expect(rule.rule.isEmulated, "\(rule.id) is cited in \(table.table)")
                    continue
                }
                #expect(tables.contains(table.table), "\(rule.id) is cited in \(table.table)")
            }
        }
    }

    @Test("A rule that is not emulated is cited nowhere")
    func notEmulated() throws {
        let reducer =
            try sources(in: "Sources/Core/SessionPolicy/Reduce") + sources(in: "Sources/Core/SessionPolicy/State")
        #expect(reducer.contains(".step1"), "the search finds citations")
        for rule in Rule.catalog where !rule.isEmulated {
            let citation = try Regex("\\.\(rule.id)\\b")
            #expect(reducer.firstMatch(of: citation) == nil, "\(rule.id.id) is said not to be emulated")
        }
    }

    @Test("Every rule with a sentence for each book differs there")
    func differences() {
        for rule in Rule.catalog {
            guard let difference = rule.difference else { continue }
            #expect(difference.iPhoneOS3 != difference.modern, "\(rule.id.id)")
            #expect(difference.iPhoneOS3.hasSuffix(".") && difference.modern.hasSuffix("."))
        }
    }

    // MARK: Contested points

    @Test("Every contested point stands once")
    func contestedPoints() {
        let numbers = ContestedPoint.catalog.map(\.number)
        #expect(numbers.first == 1 && numbers == Set(numbers).sorted())
        for point in ContestedPoint.catalog {
            #expect(point.question.hasSuffix("?") && point.answer.hasSuffix("."))
            #expect(point.source != "–" && !point.source.hasSuffix("."), "\(point.id) says who says what")
        }
    }

    @Test("The setting of a contested point exists")
    func contestedSettings() {
        let names = Mirror(reflecting: RuleBook.iPhoneOS3.settings).children.compactMap(\.label)
        for point in ContestedPoint.catalog {
            if case .setting(let name) = point.choice { #expect(names.contains(name), "\(point.id)") }
        }
    }

    @Test("A field report is told once with its place and grade")
    func fieldReports() {
        let reports = FieldReport.catalog
        #expect(Set(reports.map(\.source)).count == reports.count)
        for report in reports {
            #expect(report.what.hasSuffix(".") && !report.rules.isEmpty)
            #expect(report.grade == .measured || report.grade == .secondHand)
            #expect(report.source.wholeMatch(of: #/[\w.-]+\/[\w.-]+ [0-9]+/#) != nil, "\(report.source)")
        }
        let first = reports.compactMap(\.rules.first)
        #expect(first.contains(.bg6) && reports.contains { !$0.agrees })
    }

    @Test("A rule names the contested points that name it")
    func contestedRules() {
        for point in ContestedPoint.catalog {
            for rule in point.rules.map(\.rule) {
                #expect(rule.source.contains(point.id), "\(rule.id.id) rests on \(point.id)")
            }
        }
        for rule in Rule.catalog {
            for match in rule.source.matches(of: #/\bC[0-9]+\b/#) {
                let point = ContestedPoint.catalog.first { $0.id == match.0 }
                #expect(point?.rules.contains(rule.id) == true, "\(rule.id.id) names \(match.0)")
            }
        }
    }
}

/// The root of the package.
let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Every Swift file of a folder, one after the other.
func sources(in folder: String) throws -> String {
    let folder = packageRoot.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "swift" }
        .map { try String(contentsOf: $0, encoding: .utf8) }
        .joined(separator: "\n")
}

// A rule book as an argument is told by its name, not by its contents.
extension RuleBook: CustomTestStringConvertible {
    public var testDescription: String { name }
}

extension Rule: CustomTestStringConvertible {
    public var testDescription: String { id.id }
}
