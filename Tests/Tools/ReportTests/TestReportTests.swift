import Foundation
import FoundationXML
import Randomness
import SessionPolicy
import SessionWorld
import Testing

@testable import Report

/// Verdicts in the forms that continuous integration reads: each is well-formed whatever the tests are called.
struct TestReportTests {
    /// A report with tests of which about half fail, in random words.
    private func report(_ random: inout SplitMix) -> TestReport {
        var report = TestReport("audiosession check")
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            let failures = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
                TestReport.Failure(
                    at: SourcePosition(line: 7, column: 49), random.hostileText(), expected: random.hostileText(),
                    actual: random.hostileText(), story: [random.hostileText()])
            }
            report.add(
                .init(
                    file: random.hostileText(), title: random.hostileText(), book: "iOS17", failures: failures,
                    page: "out/1-story.html", drawing: "song  ▶━■"))
        }
        return report
    }

    @Test("JUnit's XML has a test case for each test, and one failure in each that failed", arguments: SplitMix.seeds)
    func junit(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<50 {
            let report = report(&random)
            let root = try #require(try XMLDocument(xmlString: report.junit).rootElement())
            let tests = try root.nodes(forXPath: "testsuite/testcase")
            #expect(tests.count == report.cases.count)
            #expect(root.attribute(forName: "tests")?.stringValue == "\(report.cases.count)")
            let failed = report.cases.count { !$0.holds }
            #expect(root.attribute(forName: "failures")?.stringValue == "\(failed)")
            #expect(try root.nodes(forXPath: "testsuite/testcase/failure").count == failed)
            for (node, test) in zip(tests, report.cases) {
                let failure = try node.nodes(forXPath: "failure").first?.stringValue
                for each in test.failures {
                    #expect(failure?.contains("7:49: \(Self.seen(each.says))") == true)
                    #expect(failure?.contains("expected: \(Self.seen(each.expected ?? ""))") == true)
                }
            }
        }
    }

    /// A text as a reader of XML sees it once it has been escaped.
    private static func seen(_ text: String) -> String { text.printable }

    @Test("The JSON has each test with its failures", arguments: SplitMix.seeds)
    func json(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<50 {
            let report = report(&random)
            let text = report.json.written(depth: 0)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let cases = try #require(object["cases"] as? [[String: Any]])
            #expect(cases.map { $0["title"] as? String } == report.cases.map(\.title))
            #expect(cases.map { $0["holds"] as? Bool } == report.cases.map(\.holds))
            #expect(object["failed"] as? Int == report.cases.count { !$0.holds })
            let says = cases.flatMap { $0["failures"] as? [[String: Any]] ?? [] }.map { $0["says"] as? String }
            #expect(says == report.cases.flatMap(\.failures).map(\.says))
        }
    }

    @Test("An annotation is one line whose places no text can change", arguments: SplitMix.seeds)
    func annotations(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let form = #/::error file=[^:,]*,line=7,col=49,title=[^:,]*::.*/#.matchingSemantics(.unicodeScalar)
        for _ in 0..<50 {
            let report = report(&random)
            let lines = report.annotations { $0 }
            #expect(lines.count == report.cases.flatMap(\.failures).count)
            for line in lines {
                #expect(!line.contains { $0.isNewline })
                #expect(line.wholeMatch(of: form) != nil, "\(line)")
            }
        }
        let line = TestReport.annotation(file: "a.yaml", at: nil, title: "50 %, a: b", "expected: 1\nactual:   2")
        #expect(line == "::error file=a.yaml,title=50 %25%2C a%3A b::expected: 1%0Aactual:   2")
    }

    @Test("A summary has a row for each test, a link to its page, and the drawing of what failed")
    func summary() {
        var report = TestReport("audiosession check")
        report.add(.init(file: "a.yaml", title: "Good | <b>", failures: [], page: "out/1 a.html"))
        report.add(
            .init(
                file: "b.yaml", title: "Bad",
                failures: [.init(at: .init(line: 3, column: 1), "heard", expected: "<i>")],
                drawing: "song  ▶━■\n"))
        #expect(
            report.summary == """
                ### audiosession check: 1 of 2 fail

                | | test | file |
                |---|---|---|
                | ✓ | [Good &#124; &#60;b&#62;](out/1%20a.html) | a.yaml |
                | ✗ | Bad | b.yaml |

                #### ✗ Bad

                <pre>
                song  ▶━■

                b.yaml:3:1: heard
                    expected: &lt;i&gt;
                </pre>


                """)
    }

    @Test("A summary of many tests lists those that failed, and draws the first of them")
    func longSummary() {
        var report = TestReport("audiosession conform")
        for number in 1...300 {
            let failures = number.isMultiple(of: 10) ? [TestReport.Failure("no reply")] : []
            report.add(.init(file: "\(number).yaml", title: "Case \(number)", failures: failures))
        }
        let summary = report.summary
        #expect(summary.contains("30 of 300 fail"))
        #expect(summary.split(separator: "\n").count { $0.hasPrefix("| ✗") } == 30 && !summary.contains("| ✓"))
        #expect(summary.split(separator: "\n").count { $0.hasPrefix("####") } == 20)
        #expect(summary.hasSuffix("… and 10 more that fail.\n\n"))
    }
}
