package import SessionPolicy
package import SessionWorld

/// The outcome of a test run in the formats of continuous integration: JUnit XML, JSON, GitHub annotations, and
/// Markdown for a job summary. Every command that tests something fills one.
package struct TestReport {
    package struct Case {
        /// The file of the test, as given.
        package let file: String
        package let title: String
        /// The rule book, if the file runs under several.
        package let book: String?
        package let failures: [Failure]
        /// The path of the test's page, or nil if none was written.
        package let page: String?
        /// A drawing for a terminal; empty if there is none.
        package let drawing: String

        package init(
            file: String, title: String, book: String? = nil, failures: [Failure], page: String? = nil,
            drawing: String = ""
        ) {
            (self.file, self.title, self.book) = (file, title, book)
            (self.failures, self.page, self.drawing) = (failures, page, drawing)
        }

        /// Whether the test passed.
        package var holds: Bool { failures.isEmpty }

        /// The title, with the rule book if there are several.
        fileprivate var name: String { title + (book.map { ", under \($0)" } ?? "") }
    }

    package struct Failure {
        /// The location in the test's file, or nil.
        package let position: SourcePosition?
        /// A message on one line.
        package let says: String
        /// The expected value, or nil if nothing was compared.
        package let expected: String?
        /// The actual value, or nil if nothing was compared.
        package let actual: String?
        /// The rules that decided, each with its sentence, or the steps that led to the failure.
        package let story: [String]

        package init(
            at position: SourcePosition? = nil, _ says: String, expected: String? = nil, actual: String? = nil,
            story: [String] = []
        ) {
            (self.position, self.says, self.story) = (position, says, story)
            (self.expected, self.actual) = (expected, actual)
        }

        private var details: [String] {
            let compared = [("expected: ", expected), ("actual:   ", actual)].compactMap { name, value in
                value.map { name + $0.printable }
            }
            return compared + story.map(\.printable)
        }

        /// The location and all details, one per line.
        /// - Parameter file: The file of the test.
        fileprivate func lines(in file: String) -> [String] {
            let place = position.map { "\(file):\($0.line):\($0.column)" } ?? file
            return ["\(place): \(says)".printable] + details.map { "    \($0)" }
        }

        /// All details except the location, which an annotation has separately.
        fileprivate var message: String { ([says.printable] + details).joined(separator: "\n") }

        fileprivate var json: JSONText {
            func text(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
            func number(_ number: Int?) -> JSONText { number.map { .number(String($0)) } ?? .null }
            return .members([
                "line": number(position?.line), "column": number(position?.column), "says": .string(says),
                "expected": text(expected), "actual": text(actual), "story": .array(story.map { .string($0) }),
            ])
        }
    }

    /// The command that ran, such as `audiosession check`.
    package let name: String
    /// The tests, in order.
    package private(set) var cases: [Case] = []

    package init(_ name: String) { self.name = name }

    package mutating func add(_ test: Case) { cases.append(test) }

    package var holds: Bool { cases.allSatisfy(\.holds) }

    private var failed: [Case] { cases.filter { !$0.holds } }

    private var verdict: String {
        holds ? "all \(cases.count) hold" : "\(failed.count) of \(cases.count) fail"
    }

    // MARK: JUnit

    /// JUnit XML that GitHub, GitLab and Jenkins read: a suite with a `testcase` for each test, and at most one
    /// `failure` in each, because some readers accept only one.
    package var junit: String {
        let counts: Markup =
            "name=\"\(name)\" tests=\"\(cases.count)\" failures=\"\(failed.count)\" errors=\"0\" skipped=\"0\""
        let tests = cases.map { test -> Markup in
            let line = test.failures.first?.position.map { " line=\"\($0.line)\"" as Markup } ?? ""
            let place: Markup = "classname=\"\(test.file)\" name=\"\(test.name)\" file=\"\(test.file)\"\(line)"
            guard let first = test.failures.first else { return "<testcase \(place)/>\n" }
            let others = test.failures.count == 1 ? "" : ", and \(test.failures.count - 1) more"
            let lines = test.failures.flatMap { $0.lines(in: test.file) }.map { "\($0)\n" as Markup }
            return """
                <testcase \(place)>
                <failure type="expectation" message="\(first.says + others)">\(lines)</failure>
                </testcase>

                """
        }
        let document: Markup = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(counts)>
            <testsuite \(counts)>
            \(tests)</testsuite>
            </testsuites>

            """
        return document.text
    }

    // MARK: JSON

    /// A JSON object: the numbers of passed and failed tests, and each test with its failures.
    package var json: JSONText {
        .members([
            "passed": .number(String(cases.count - failed.count)), "failed": .number(String(failed.count)),
            "cases": Self.json(of: cases),
        ])
    }

    package var failedJSON: JSONText { Self.json(of: failed) }

    private static func json(of cases: [Case]) -> JSONText {
        .array(
            cases.map { test in
                .members([
                    "file": .string(test.file), "title": .string(test.title),
                    "rules": test.book.map { .string($0) } ?? .null, "holds": .bool(test.holds),
                    "page": test.page.map { .string($0) } ?? .null, "failures": .array(test.failures.map(\.json)),
                ])
            })
    }

    // MARK: GitHub

    /// Returns GitHub annotations, one line per failure.
    /// - Parameter path: Returns the path of a file relative to the repository, as GitHub requires.
    package func annotations(path: (String) -> String) -> [String] {
        failed.flatMap { test in
            test.failures.map { Self.annotation(file: path(test.file), at: $0.position, title: test.name, $0.message) }
        }
    }

    /// Returns a GitHub annotation.
    /// - Parameters:
    ///   - file: The path of the file relative to the repository.
    ///   - message: Its text, which may have several lines.
    package static func annotation(file: String, at position: SourcePosition?, title: String, _ message: String)
        -> String
    {
        // GitHub's own escapes for characters that end a line, a property or a command. Escapes scalars: Swift combines
        // them into characters, GitHub does not.
        func escaped(_ text: String, _ signs: String) -> String {
            text.unicodeScalars.reduce(into: "") { escaped, scalar in
                guard signs.unicodeScalars.contains(scalar) else { return escaped.unicodeScalars.append(scalar) }
                let code = String(scalar.value, radix: 16, uppercase: true)
                escaped += "%" + (code.count < 2 ? "0" : "") + code
            }
        }
        func property(_ text: String) -> String { escaped(text.printable, "%:,") }
        let place = position.map { ",line=\($0.line),col=\($0.column)" } ?? ""
        return "::error file=\(property(file))\(place),title=\(property(title))::\(escaped(message, "%\r\n"))"
    }

    // MARK: Markdown

    /// The number of tests that a summary lists individually; beyond it, only failed ones are listed.
    private static let listed = 100
    /// The number of failed tests that a summary draws: GitHub shows at most a mebibyte.
    private static let drawn = 20

    /// Markdown for a job summary: a table of the tests with links to their pages, and the drawings and failures of
    /// failed ones.
    package var summary: String {
        let listed = cases.count > Self.listed ? failed : cases
        var text = "### \(Self.markdown(name)): \(verdict)\n\n"
        if !listed.isEmpty {
            text += "| | test | file |\n|---|---|---|\n"
            for test in listed {
                let name = Self.markdown(test.name)
                let link = test.page.map { "[\(name)](\(ReportIndex.path($0)))" } ?? name
                text += "| \(test.holds ? "✓" : "✗") | \(link) | \(Self.markdown(test.file)) |\n"
            }
            text += "\n"
        }
        for test in failed.prefix(Self.drawn) {
            let lines = test.failures.flatMap { $0.lines(in: test.file) }.joined(separator: "\n")
            let drawing = test.drawing.isEmpty ? "" : test.drawing + "\n"
            text += "#### ✗ \(Self.markdown(test.name))\n\n"
            text += "<pre>\n\(Self.preformatted(drawing + lines))</pre>\n\n"
        }
        if failed.count > Self.drawn { text += "… and \(failed.count - Self.drawn) more that fail.\n\n" }
        return text
    }

    private static func markdown(_ text: String) -> String {
        text.printable.unicodeScalars.reduce(into: "") { escaped, scalar in
            if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar),
                !" .,/-".unicodeScalars.contains(scalar)
            {
                escaped += "&#\(scalar.value);"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
    }

    private static func preformatted(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { Markup.escaped(String($0)) + "\n" }.joined()
    }
}
