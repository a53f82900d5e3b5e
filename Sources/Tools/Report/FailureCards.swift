import SessionPolicy
import SessionScenario
import SessionWorld

/// The expectations that did not hold, a card each: the step with its time, the place in the file, what was expected beside what
/// was, with the words that differ marked, and the rules that decided.
enum FailureCards {
    /// The greatest number of rules in a card; more are shown on demand.
    private static let mostRules = 2

    /// Writes the cards of a scenario.
    ///
    /// - Parameters:
    ///   - chart: The scenario.
    ///   - address: The address of its page; empty within that page.
    ///   - markup: Where they are written.
    static func write(_ chart: Chart, address: String, in markup: inout Markup) {
        markup.line("<ol class=\"cards\">")
        for (step, failure) in chart.failures {
            markup.raw("<li><p class=\"place\"><strong>")
            markup.element("a", ["href": "\(address)#step-\(step.number)"], "Step\u{A0}\(step.number)", newline: false)
            markup.raw(" · \(number(step.at))\u{A0}s</strong> ")
            markup.element("code", step.step.text, newline: false)
            markup.raw(" <span class=\"quiet\">")
            markup.raw(Markup.escaped("\(chart.run.scenario.file):\(failure.position.line):\(failure.position.column)"))
            markup.line("</span></p>")
            let (expected, actual) = WordDifference.parts(failure.expected, failure.actual)
            markup.line("<dl class=\"sides\">")
            write("\(failure.key): expected", expected, in: &markup)
            write("was", actual, in: &markup)
            markup.line("</dl>")
            write(deciding: failure.deciding, in: &markup)
            markup.line("</li>")
        }
        markup.line("</ol>")
    }

    private static func write(_ name: String, _ parts: [WordDifference.Part], in markup: inout Markup) {
        markup.raw("<div>")
        markup.element("dt", name, newline: false)
        markup.raw("<dd>")
        for part in parts {
            if part.isOwn {
                markup.element("mark", part.text, newline: false)
            } else {
                markup.raw(Markup.escaped(part.text))
            }
        }
        markup.line("</dd></div>")
    }

    private static func write(deciding rules: [String], in markup: inout Markup) {
        guard rules.count > mostRules else {
            for rule in rules { markup.element("p", ["class": "quiet"], rule) }
            return
        }
        markup.element("p", ["class": "quiet"], rules[0])
        markup.raw("<details><summary>\(rules.count - 1) more rules</summary>")
        for rule in rules.dropFirst() { markup.element("p", ["class": "quiet"], rule) }
        markup.line("</details>")
    }
}
