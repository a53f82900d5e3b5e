import SessionPolicy
import SessionScenario
import SessionWorld

/// A report of one scenario as a page in one file: the picture, every step in words, and, where it was rendered, the sound.
///
/// It needs no network, is whole without JavaScript, and takes nothing from outside for markup.
struct ReportPage {
    private let chart: Chart
    private let sound: String?
    private var markup = Markup()
    /// The sentences about the sounds at the moment before.
    private var before: Set<String> = []
    /// The first moment of which a text was told, by the text. On paper the others name that one.
    private var told: [String: String] = [:]

    /// The text of the page.
    ///
    /// - Parameters:
    ///   - chart: What is shown.
    ///   - sound: The mix as a `data:` address; nil for a page without sound.
    static func text(of chart: Chart, sound: String?) -> String {
        var page = ReportPage(chart: chart, sound: sound)
        page.write()
        return page.markup.text
    }

    private init(chart: Chart, sound: String?) { (self.chart, self.sound) = (chart, sound) }

    private mutating func write() {
        Self.begin(chart.run.scenario.title, in: &markup)
        heading()
        markup.line("<main>")
        failures()
        picture()
        steps()
        rules()
        markup.line("</main>")
        script()
        // The page is there before its sound, which takes as long to read as all the rest.
        if let sound { markup.line("<audio id=\"sound\" preload=\"auto\" src=\"\(Markup.escaped(sound))\"></audio>") }
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
        markup.element("h1", chart.run.scenario.title)
        markup.element("p", ["class": chart.run.holds ? "holds" : "fails"], "\(chart.run.mark) \(chart.score)")
        markup.element(
            "p", ["class": "quiet"],
            [
                chart.run.scenario.file, "Rule book \(chart.run.book.title)", "\(number(chart.seconds)) s",
                chart.run.scenario.source,
            ].compactMap { $0 }.joined(separator: " · "))
        markup.line("</header>")
    }

    private mutating func failures() {
        guard !chart.run.holds else { return }
        markup.line("<section><h2 id=\"failed\">What did not hold</h2>")
        markup.line("<div class=\"window\" tabindex=\"0\" role=\"region\" aria-labelledby=\"failed\">")
        FailureCards.write(chart, address: "", in: &markup)
        markup.line("</div></section>")
    }

    private mutating func picture() {
        markup.line("<section aria-label=\"Timeline\">")
        markup.line("<div class=\"bar needs-script\">")
        if sound != nil { markup.line("<button id=\"play\" type=\"button\" disabled>Play</button>") }
        markup.line(
            """
            <button id="back" type="button" aria-label="The moment before">◀</button>\
            <button id="next" type="button" aria-label="The next moment">▶</button>\
            <output id="clock" for="time">0.000 s</output></div>
            <div id="now" class="needs-script" tabindex="0" role="region" aria-label="What holds now" aria-live="polite"></div>
            <div class="scroll" id="scroll" tabindex="0" role="region" aria-label="Timeline, scrolls sideways">
            """)
        markup.line("<div class=\"frame\">")
        slider()
        markup.raw(TimelinePicture.text(of: chart, isPart: true))
        markup.line("</div></div></section>")
    }

    /// The slider lies over the plot of the picture, so that its thumb stands where the cursor is.
    private mutating func slider() {
        let plot = TimelinePicture.plot(of: chart)
        func share(_ length: Double) -> String { number(length / TimelinePicture.pageWidth * 100) + "%" }
        markup.empty(
            "input",
            [
                "id": "time", "class": "needs-script", "type": "range", "min": "0", "max": number(chart.seconds),
                "step": "0.001", "value": "0", "aria-label": "Time in seconds",
                "style": "margin-left:calc(\(share(plot.left)) - 8px);width:calc(\(share(plot.width)) + 16px)",
            ])
    }

    /// Up to so many moments a browser lays out only those that are seen, so that the page is there sooner. With more of them
    /// this costs more than it saves, in every picture while the reader scrolls.
    static let mostLaidOutLate = 2_000

    private mutating func steps() {
        markup.line(chart.moments.count <= Self.mostLaidOutLate ? "<section class=\"late\">" : "<section>")
        markup.line("<h2>Step by step</h2>")
        let quiet = chart.moments.count { !tells($0) }
        if quiet > 0 {
            markup.line(
                """
                <p class="needs-script"><label><input id="all" type="checkbox"> Show all \(chart.moments.count) moments, also \
                the \(quiet) at which nothing changed</label></p>
                """)
        }
        // Lists of a few, so that a browser that paints one part of the page need not look at every moment.
        for first in stride(from: 0, to: chart.moments.count, by: 25) {
            markup.line("<ol class=\"steps\">")
            for moment in chart.moments.dropFirst(first).prefix(25) { write(moment) }
            markup.line("</ol>")
        }
        markup.line("</section>")
    }

    private mutating func write(_ moment: Chart.Moment) {
        let at = number(moment.at)
        let style = tells(moment) ? "" : " class=\"same\""
        if let step = moment.step {
            markup.line("<li id=\"step-\(step.number)\" data-at=\"\(at)\"\(style)>")
            markup.raw("<p><strong>\(step.number)</strong> · \(at) s · ")
            markup.element("code", step.step.text)
            if step.result != "ok" { markup.element("span", " → \(step.result)") }
            markup.line("</p>")
        } else {
            markup.line("<li data-at=\"\(at)\"\(style)>")
            markup.element("p", ["class": "quiet"], "\(at) s · time passes")
        }
        let facts = facts(of: moment)
        if let first = told[facts.text] {
            markup.raw("<ul data-first=\"\(first)\">\n\(facts.text)</ul>\n")
        } else {
            told[facts.text] = moment.step.map { "step \($0.number)" } ?? "\(at) s"
            markup.raw("<ul>\n\(facts.text)</ul>\n")
        }
        for failure in moment.step?.failures ?? [] {
            markup.element("p", ["class": "fails"], "✗ \(failure.sentence)")
        }
        markup.line("</li>")
    }

    /// Whether a moment belongs to the list of changes: something sounds otherwise, an app was told something, a step was
    /// refused, or an expectation failed.
    private func tells(_ moment: Chart.Moment) -> Bool {
        if !moment.changes.isEmpty || !moment.told.isEmpty { return true }
        guard let step = moment.step else { return false }
        return step.result != "ok" || !step.failures.isEmpty
    }

    private mutating func facts(of moment: Chart.Moment) -> Markup {
        var markup = Markup()
        let (heard, unheard) = moment.facts
        var lines =
            FactGrouping.lines(of: heard).map { "heard: \($0)" }
            + FactGrouping.lines(of: unheard).map { "not heard: \($0)" }
        if lines.isEmpty { lines = ["nothing is heard"] }
        for line in lines {
            if before.contains(line) {
                markup.element("li", ["class": "same"], line)
            } else {
                markup.element("li", line)
            }
        }
        before = Set(lines)
        let ended = moment.changes.filter { $0.now == nil }.map(\.sound)
        if !ended.isEmpty { markup.element("li", "no longer: \(ended.joined(separator: ", "))") }
        for line in FactGrouping.lines(of: moment.told.map(\.fact)) { markup.element("li", "told: \(line)") }
        for reasons in FactGrouping.gathered(moment.reasons.map { ($0.about, "\($0.rule.id) \($0.says)", $0) }) {
            let reason = reasons[0]
            let rule = reason.rule.id
            let line = FactGrouping.line("\(reason.about): \(reason.says)", of: reasons.map(\.about))
            markup.line("<li>because <a href=\"#rule-\(rule)\">\(rule)</a>, \(Markup.escaped(line))</li>")
        }
        return markup
    }

    private mutating func rules() {
        guard !chart.rules.isEmpty else { return }
        markup.line("<section class=\"rules\"><h2>The rules that decided</h2><dl>")
        for rule in chart.rules {
            markup.open("dt", ["id": "rule-\(rule.id.id)"])
            markup.line("\(rule.id.id)</dt>")
            markup.raw("<dd>\(Markup.escaped(rule.statement)) ")
            markup.element("span", ["class": "quiet"], rule.sourceText)
            markup.line("</dd>")
        }
        markup.line("</dl></section>")
    }

    private mutating func script() {
        let plot = TimelinePicture.plot(of: chart)
        let geometry = "{left:\(number(plot.left)),plot:\(number(plot.width)),top:8}"
        markup.line("<script>\(Script.text.replacing("GEOMETRY", with: geometry))</script>")
    }
}
