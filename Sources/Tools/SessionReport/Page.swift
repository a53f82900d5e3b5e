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
        markup.element("p", ["class": chart.holds ? "holds" : "fails"], "\(chart.holds ? "✓" : "✗") \(chart.score)")
        markup.element(
            "p", ["class": "quiet"],
            [chart.file, "Rule book \(chart.book)", "\(number(chart.seconds)) s", chart.source].compactMap { $0 }
                .joined(separator: " · "))
        markup.line("</header>")
    }

    private mutating func failures() {
        guard !chart.holds else { return }
        markup.line("<section><h2 id=\"failed\">What did not hold</h2>")
        markup.line("<div class=\"window\" tabindex=\"0\" role=\"region\" aria-labelledby=\"failed\">")
        FailureCards.write(chart, address: "", in: &markup)
        markup.line("</div></section>")
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

    /// Up to so many moments a browser lays out only those that are seen, so that the page is there sooner. With more of them
    /// this costs more than it saves, in every picture while somebody scrolls.
    static let mostLaidOutLate = 2_000

    private mutating func steps() {
        markup.line(chart.moments.count <= Self.mostLaidOutLate ? "<section class=\"late\">" : "<section>")
        markup.line("<h2>Step by step</h2>")
        let steps = Dictionary(chart.steps.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        // Lists of a few: whoever paints one part of the page need not look at every moment.
        for first in stride(from: 0, to: chart.moments.count, by: 25) {
            markup.line("<ol class=\"steps\">")
            for moment in chart.moments.dropFirst(first).prefix(25) {
                write(moment, moment.step.flatMap { steps[$0] })
            }
            markup.line("</ol>")
        }
        markup.line("</section>")
    }

    private mutating func write(_ moment: Chart.Moment, _ step: Chart.Step?) {
        let at = number(moment.at)
        if let step {
            markup.line("<li id=\"step-\(step.number)\" data-at=\"\(at)\">")
            markup.raw("<p><strong>\(step.number)</strong> · \(at) s · ")
            markup.element("code", step.text)
            if step.result != "ok" { markup.element("span", " → \(step.result)") }
            markup.line("</p>")
        } else {
            markup.line("<li data-at=\"\(at)\">")
            markup.element("p", ["class": "quiet"], "\(at) s · time passes")
        }
        facts(of: moment)
        for failure in step?.failures ?? [] {
            markup.element(
                "p", ["class": "fails"], "✗ \(failure.key): expected \(failure.expected); was \(failure.actual)")
        }
        markup.line("</li>")
    }

    private mutating func facts(of moment: Chart.Moment) {
        markup.line("<ul>")
        for line in Likeness.lines(of: moment.heard) { markup.element("li", "heard: \(line)") }
        for line in Likeness.lines(of: moment.unheard) { markup.element("li", "not heard: \(line)") }
        if moment.heard.isEmpty && moment.unheard.isEmpty { markup.line("<li>nothing is heard</li>") }
        for line in Likeness.lines(of: moment.told) { markup.element("li", "told: \(line)") }
        for reasons in Likeness.gathered(moment.reasons.map { ($0.about, "\($0.rule) \($0.says)", $0) }) {
            let reason = reasons[0]
            let rule = Markup.escaped(reason.rule)
            let line = Likeness.line("\(reason.about): \(reason.says)", of: reasons.map(\.about))
            markup.line("<li>because <a href=\"#rule-\(rule)\">\(rule)</a>, \(Markup.escaped(line))</li>")
        }
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
        let plot = Picture.plot(of: chart)
        let geometry = "{left:\(number(plot.left)),plot:\(number(plot.width)),top:8}"
        markup.line("<script>\(Script.text.replacing("GEOMETRY", with: geometry))</script>")
    }
}
