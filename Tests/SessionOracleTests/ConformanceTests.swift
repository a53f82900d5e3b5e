import SessionPolicy
import SessionScenario
import Testing

/// The suite holds, cites every rule that is emulated, and notices when a row of a rule book is turned round.
struct ConformanceTests {
    @Test("Every case holds, and says which rule it shows and where that stands", arguments: ConformanceSuite.paths)
    func holds(path: String) throws {
        let scenario = try ConformanceSuite.scenario(path)
        #expect(ScenarioRun(scenario).failures.map { $0.text(file: path) } == [])
        #expect(!scenario.rules.isEmpty && scenario.source != nil && scenario.title != scenario.shortName)
        #expect(scenario.sounds.isEmpty)
        #expect(scenario.steps.contains { !$0.expectations.isEmpty })
    }

    @Test("There are at least 150 cases in 17 chapters, and at least twenty are mistakes that others made")
    func size() {
        let chapters = Set(ConformanceSuite.paths.map { $0.split(separator: "/")[1] })
        #expect(ConformanceSuite.cases.count >= 150)
        #expect(chapters.count == 17)
        #expect(ConformanceSuite.paths.count { $0.contains("/regressions/") } >= 20)
    }

    @Test("Every rule that is emulated is cited by a case")
    func citations() {
        let cited = Set(ConformanceSuite.cases.flatMap(\.rules))
        let missing = Rule.catalog.filter { $0.isEmulated && !cited.contains($0.id) }
        #expect(missing.map { "\($0.id.id) \($0.title)" } == [])
        let idle = Rule.catalog.filter { !$0.isEmulated && cited.contains($0.id) }
        #expect(idle.map { "\($0.id.id) is not emulated" } == [])
    }

    /// What no case can notice, and why.
    static let unnoticed: [String: String] = [:]

    @Test(
        "A case notices each row and each cell of a rule book that is turned round",
        arguments: RuleBook.all, RuleBook.Table.allCases)
    func loadBearing(book: RuleBook, table: RuleBook.Table) {
        let cases = ConformanceSuite.all.filter { $0.book.name == book.name }
        for flip in Flip.flips(of: table, in: book) {
            let name = "\(book.name), \(flip.name)"
            // Those that cite the row's rule are the likeliest to notice.
            let likely = cases.filter { scenario in flip.rule.map { scenario.rules.contains($0) } ?? false }
            let isNoticed =
                likely.contains { !$0.holds(under: flip.book) } || cases.contains { !$0.holds(under: flip.book) }
            if let reason = Self.unnoticed[name] {
                #expect(!isNoticed, "\(name) is noticed; it is not true any more that \(reason)")
            } else {
                #expect(isNoticed, "no case notices \(name)")
            }
        }
    }
}
