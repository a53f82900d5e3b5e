import SessionScenario
import SessionWorld

/// The expectations that did not hold, a card each: the step with its time, the place in the file, what was expected
/// beside what was, with the words that differ marked, and the rules that decided.
enum FailureCards {
    /// The cards of a scenario.
    /// - Parameters:
    ///   - chart: The scenario.
    ///   - address: The address of its page; empty within that page.
    static func cards(_ chart: Chart, address: String) -> Markup {
        let cards = chart.failures.map { step, failure -> Markup in
            let (expected, actual) = WordDifference.parts(failure.expected, failure.actual)
            return """
                <li><p class="place"><strong><a href="\(address)#step-\(step.number)">Step\u{A0}\(step.number)</a> · \
                \(number(step.at))\u{A0}s</strong> <code>\(step.step.text)</code> <span class="quiet">\
                \(chart.run.scenario.file):\(failure.position.line):\(failure.position.column)</span></p>
                <dl class="sides">
                \(side("\(failure.key): expected", expected))\(side("was", actual))</dl>
                \(rules(failure.deciding))</li>

                """
        }
        return "<ol class=\"cards\">\n\(cards)</ol>\n"
    }

    private static func side(_ name: String, _ parts: [WordDifference.Part]) -> Markup {
        let marked = parts.map { $0.isOwn ? "<mark>\($0.text)</mark>" as Markup : "\($0.text)" }
        return "<div><dt>\(name)</dt><dd>\(marked)</dd></div>\n"
    }

    /// The rules that decided; of more than two the others are shown on demand.
    private static func rules(_ rules: [String]) -> Markup {
        let lines = rules.map { "<p class=\"quiet\">\($0)</p>\n" as Markup }
        guard lines.count > 2 else { return "\(lines)" }
        return """
            \(lines[0])<details><summary>\(lines.count - 1) more rules</summary>\(Array(lines.dropFirst()))</details>

            """
    }
}
