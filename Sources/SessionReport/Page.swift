import SessionPolicy

/// A report of one scenario as a page in one file: the picture, every step in words, and, where it was rendered, the sound.
///
/// It needs no network, is whole without JavaScript, and takes nothing from outside for markup.
struct Page {
    private let chart: Chart
    private let sound: String?
    private var markup = Markup()

    /// The text of the page.
    ///
    /// - Parameters:
    ///   - chart: What is shown.
    ///   - sound: The mix as a `data:` address; nil for a page without sound.
    static func text(of chart: Chart, sound: String?) -> String {
        var page = Page(chart: chart, sound: sound)
        page.write()
        return page.markup.text
    }

    private init(chart: Chart, sound: String?) { (self.chart, self.sound) = (chart, sound) }

    private mutating func write() {
        Self.begin(chart.title, in: &markup)
        heading()
        markup.line("<main>")
        failures()
        picture()
        steps()
        rules()
        markup.line("</main>")
        script()
        markup.line("</body></html>")
    }

    /// The beginning of every page, up to its body.
    static func begin(_ title: String, in markup: inout Markup) {
        markup.line("<!doctype html>")
        markup.line("<html lang=\"en\"><head><meta charset=\"utf-8\">")
        markup.line("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
        markup.element("title", title)
        markup.line("<style>\(Style.colours)\(Style.picture)\(Style.page)</style></head><body>")
    }

    private mutating func heading() {
        markup.line("<header>")
        markup.element("h1", chart.title)
        let holds = chart.verdict.hasPrefix("holds")
        markup.element("p", ["class": holds ? "" : "fails"], "\(holds ? "✓" : "✗") \(chart.verdict)")
        markup.element(
            "p", ["class": "quiet"],
            ["Rule book \(chart.book)", "\(number(chart.seconds)) s", chart.source].compactMap { $0 }
                .joined(separator: " · "))
        markup.line("</header>")
    }

    private mutating func failures() {
        let failed = chart.steps.flatMap { step in step.failures.map { (step, $0) } }
        guard !failed.isEmpty else { return }
        markup.line("<section><h2>What did not hold</h2><table>")
        markup.line("<tr><th>Step</th><th>What</th><th>Expected</th><th>Was</th><th>Decided by</th></tr>")
        for (step, failure) in failed {
            markup.raw("<tr>")
            markup.raw("<td><a href=\"#step-\(step.number)\">\(step.number)</a>, \(number(step.at)) s</td>")
            for cell in [failure.key, failure.expected, failure.actual, failure.deciding.joined(separator: "; ")] {
                markup.element("td", cell)
            }
            markup.line("</tr>")
        }
        markup.line("</table></section>")
    }

    private mutating func picture() {
        markup.line("<section aria-label=\"Timeline\">")
        if let sound {
            markup.open("audio", ["id": "sound", "preload": "auto", "src": sound])
            markup.line("</audio>")
        }
        markup.line("<div class=\"bar needs-script\">")
        if sound != nil { markup.line("<button id=\"play\" type=\"button\">Play</button>") }
        markup.line(
            """
            <button id="back" type="button" aria-label="The moment before">◀</button>\
            <button id="next" type="button" aria-label="The next moment">▶</button>
            """)
        markup.empty(
            "input",
            [
                "id": "time", "type": "range", "min": "0", "max": number(chart.seconds), "step": "0.001", "value": "0",
                "aria-label": "Time in seconds",
            ])
        markup.line("<output id=\"clock\" for=\"time\">0.000 s</output></div>")
        markup.line(
            "<div class=\"scroll\" id=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Timeline, scrolls sideways\">"
        )
        markup.raw(Picture.text(of: chart, isPart: true))
        markup.line("</div>")
        markup.line(
            "<div id=\"now\" class=\"needs-script\" style=\"flex-direction:column\" aria-live=\"polite\"></div>")
        markup.line("</section>")
    }

    private mutating func steps() {
        markup.line("<section><h2>Step by step</h2><ol class=\"steps\">")
        let steps = Dictionary(chart.steps.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        for moment in chart.moments {
            guard let place = moment.step, let step = steps[place] else {
                markup.line("<li>")
                markup.element("p", ["class": "quiet"], "\(number(moment.at)) s · time passes")
                facts(of: moment)
                markup.line("</li>")
                continue
            }
            markup.line("<li id=\"step-\(step.number)\">")
            markup.raw("<p><strong>\(step.number)</strong> · \(number(step.at)) s · ")
            markup.element("code", step.text)
            if step.result != "ok" { markup.element("span", [:], " → \(step.result)") }
            markup.line("</p>")
            facts(of: moment)
            for failure in step.failures {
                markup.element(
                    "p", ["class": "fails"], "✗ \(failure.key): expected \(failure.expected); was \(failure.actual)")
            }
            markup.line("</li>")
        }
        markup.line("</ol></section>")
    }

    private mutating func facts(of moment: Chart.Moment) {
        let facts =
            moment.heard.map { "heard: \($0)" } + moment.unheard.map { "not heard: \($0)" }
            + moment.told.map { "told: \($0)" }
            + moment.reasons.map { "because \($0.rule), \($0.about): \($0.says)" }
        guard !facts.isEmpty else { return }
        markup.line("<ul>")
        for fact in facts { markup.element("li", fact) }
        markup.line("</ul>")
    }

    private mutating func rules() {
        guard !chart.rules.isEmpty else { return }
        markup.line("<section class=\"rules\"><h2>The rules that decided</h2><dl>")
        for rule in chart.rules {
            markup.open("dt", ["id": "rule-\(rule.id)"])
            markup.line("\(Markup.escaped(rule.id))</dt>")
            markup.raw("<dd>\(Markup.escaped(rule.statement)) ")
            markup.element("span", ["class": "quiet"], rule.source)
            markup.line("</dd>")
        }
        markup.line("</dl></section>")
    }

    private mutating func script() {
        // Nothing of a text may end the element that holds it.
        let data = chart.json(withPeaks: false).written(depth: 0).replacing("<", with: "\\u003c")
        markup.line("<script type=\"application/json\" id=\"chart\">\(data)</script>")
        let geometry =
            "{left:\(number(Picture.Measure.label)),plot:\(number(Picture.Measure.plot)),"
            + "top:\(number(Picture.Measure.heading))}"
        markup.line("<script>\(Script.text.replacing("GEOMETRY", with: geometry))</script>")
    }
}
