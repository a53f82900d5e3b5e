import SessionScenario
import SessionWorld

/// A card for each failed expectation: the step with its time, the location in the file, the expected and the actual
/// words with their differences, and the rules that decided.
enum FailureCards {
    /// Returns the cards of a scenario.
    /// - Parameters:
    ///   - address: The address of its page; empty within that page.
    ///   - source: The lines of the scenario file; empty if unknown.
    static func cards(_ chart: Chart, address: String, source: [Substring] = []) -> Markup {
        let cards = chart.failures.map { step, failure -> Markup in
            """
            <li><p class="place"><strong><a href="\(address)#step-\(step.number)">Step\u{A0}\(step.number)</a> · \
            \(number(step.at))\u{A0}s</strong> <code>\(step.step.text)</code></p>
            \(body(failure, in: chart, source))</li>

            """
        }
        return "<ol class=\"cards\">\n\(cards)</ol>\n"
    }

    /// The expected and actual facts, the lines of the file, and the rules that decided.
    static func body(_ failure: FailedExpectation, in chart: Chart, _ source: [Substring]) -> Markup {
        let (expected, actual) = WordDifference.parts(failure.expected, failure.actual)
        return """
            <dl class="sides">
            \(side("\(failure.key): expected", expected))\(side("was", asked(actual, for: expected)))</dl>
            \(lines(around: failure.position.line, source))<p class="quiet">\
            \(chart.run.scenario.file):\(failure.position.line):\(failure.position.column)</p>
            \(rules(failure.deciding))
            """
    }

    /// Marks only actual parts that replace an expected one; additional parts are no difference.
    private static func asked(_ actual: [WordDifference.Part], for expected: [WordDifference.Part]) -> [WordDifference
        .Part]
    {
        func places(_ parts: [WordDifference.Part]) -> [Int?] {
            var count = 0
            return parts.map { part in
                if part.isOwn { return count }
                count += part.text.count { $0.isLetter || $0.isNumber }
                return nil
            }
        }
        let wanted = Set(places(expected).compactMap { $0 })
        // All expected parts are present, so the rest is the difference.
        guard !wanted.isEmpty else { return actual }
        return zip(actual, places(actual)).map { part, place in
            WordDifference.Part(text: part.text, isOwn: place.map(wanted.contains) ?? false)
        }
    }

    private static func lines(around line: Int, _ source: [Substring]) -> Markup {
        guard source.indices.contains(line - 1) else { return "" }
        let shown = (max(1, line - 2)...min(source.count, line + 1)).map { number -> Markup in
            let text: Markup = "\(TextColumn.rightAligned("\(number)", 4))  \(String(source[number - 1]))\n"
            return number == line ? "<mark>\(text)</mark>" : text
        }
        return "<pre class=\"source\">\(shown)</pre>\n"
    }

    private static func side(_ name: String, _ parts: [WordDifference.Part]) -> Markup {
        let marked = parts.map { $0.isOwn ? "<mark>\($0.text)</mark>" as Markup : "\($0.text)" }
        return "<div><dt>\(name)</dt><dd>\(marked)</dd></div>\n"
    }

    /// The rules that decided; beyond two, the rest is shown on demand.
    private static func rules(_ rules: [String]) -> Markup {
        let lines = rules.map { "<p class=\"quiet\">\($0)</p>\n" as Markup }
        guard lines.count > 2 else { return "\(lines)" }
        return """
            \(lines[0])<details><summary>\(lines.count - 1) more rules</summary>\(Array(lines.dropFirst()))</details>

            """
    }
}
