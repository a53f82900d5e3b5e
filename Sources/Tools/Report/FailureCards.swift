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
        let (expected, actual) = marked(failure.expected, failure.actual)
        return """
            <dl class="sides">
            \(side("\(failure.key): expected", expected))\(side("was", actual))</dl>
            \(lines(around: failure.position.line, source))<p class="quiet">\
            \(chart.run.scenario.file):\(failure.position.line):\(failure.position.column)</p>
            \(rules(failure.deciding))
            """
    }

    /// Marks the expected words that are missing, and those in their place. Additional words are no difference, unless
    /// nothing is missing.
    static func marked(_ expected: String, _ actual: String) -> (expected: Markup, actual: Markup) {
        let (left, right) = (words(of: expected), words(of: actual))
        // Finding the shortest edit of long texts takes too much memory.
        guard left.count * right.count <= 250_000 else { return ("\(expected)", "\(actual)") }
        var (missing, additional, replacing) = (Set<Int>(), Set<Int>(), Set<Int>())
        for change in right.difference(from: left) {
            switch change {
            case .remove(let place, _, _): missing.insert(place)
            case .insert(let place, _, _): additional.insert(place)
            }
        }
        var (place, other) = (0, 0)
        while place < left.count || other < right.count {
            let (begin, otherBegin) = (place, other)
            while missing.contains(place) { place += 1 }
            while additional.contains(other) { other += 1 }
            if place > begin || missing.isEmpty { replacing.formUnion(otherBegin..<other) }
            (place, other) = (place + 1, other + 1)
        }
        return (markup(left, marking: missing), markup(right, marking: replacing))
    }

    /// The words, and each character between them.
    private static func words(of text: String) -> [Substring] {
        text.matches(of: #/[^\s,;:(){}\[\]]+|[\s\S]/#).map(\.output)
    }

    private static func markup(_ words: [Substring], marking marked: Set<Int>) -> Markup {
        words.indices.reduce(into: Markup()) { markup, place in
            let isMarked = marked.contains(place)
            if isMarked, !marked.contains(place - 1) { markup += "<mark>" }
            markup += "\(String(words[place]))"
            if isMarked, !marked.contains(place + 1) { markup += "</mark>" }
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

    private static func side(_ name: String, _ words: Markup) -> Markup {
        "<div><dt>\(name)</dt><dd>\(words)</dd></div>\n"
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
