import SessionPolicy
import SessionScenario
import SessionWorld

/// A report of a scenario as a self-contained page: the picture, every step in words, and, if rendered, the sound. It
/// needs neither network nor JavaScript.
struct ReportPage {
    private let chart: Chart
    private var timeline: TimelinePicture
    private let sound: String?
    private let source: [Substring]
    private var before: Set<String> = []
    /// The first step with some facts, by their text; later ones refer to it.
    private var told: [String: Int] = [:]

    /// Returns the text of the page.
    /// - Parameters:
    ///   - sound: The mix as a `data:` URL, or nil for a page without sound.
    ///   - source: The text of the scenario file, or nil if unknown.
    static func text(of chart: Chart, sound: String?, source: String?) -> String {
        let lines = source?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        var page = ReportPage(chart: chart, sound: sound, source: lines)
        return page.whole.text
    }

    private init(chart: Chart, sound: String?, source: [Substring]) {
        (self.chart, self.sound, self.source) = (chart, sound, source)
        timeline = TimelinePicture(chart, isPart: true)
    }

    private var whole: Markup {
        mutating get {
            // After the page itself, since the sound takes as long to load as everything else.
            let audio = sound.map { "<audio id=\"sound\" preload=\"auto\" src=\"\($0)\"></audio>\n" as Markup } ?? ""
            // Only its own end tag ends a script.
            let drawn = chart.drawn.written(depth: 1).replacing("<", with: "\\u003c")
            return """
                \(Self.beginning(chart.run.scenario.title))\(heading)<main>
                \(viewer)<div class="document">\(failures)\(picture)\(steps)\(rules)</div></main>
                <script type="application/json" id="chart">\(raw: drawn)</script>
                <script>\(raw: Script.text)</script>
                \(audio)</body></html>

                """
        }
    }

    static func beginning(_ title: String) -> Markup {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>\(title)</title>
        <style>\(raw: Style.colours)\(raw: Style.picture)\(raw: Style.page)</style></head><body>

        """
    }

    private var heading: Markup {
        let run = chart.run
        let facts = [
            run.scenario.file, "Rule book \(run.book.title)", "\(number(chart.seconds)) s", run.scenario.source,
        ]
        return """
            <header>
            <h1>\(run.scenario.title)</h1>
            <p class="\(run.holds ? "holds" : "fails")">\(run.mark) \(chart.score)</p>
            <p class="quiet">\(facts.compactMap { $0 }.joined(separator: " · "))</p>
            </header>

            """
    }

    private var failures: Markup {
        chart.run.holds
            ? ""
            : """
            <section><h2 id="failed">What did not hold</h2>
            <div class="window" tabindex="0" role="region" aria-labelledby="failed">
            \(FailureCards.cards(chart, address: "", source: source))</div></section>

            """
    }

    /// The elements that the script fills: the steps, the lanes with their cursor, and the selected step.
    private var viewer: Markup {
        let filters = [("failed", "Failed"), ("changed", "Changed"), ("all", "All")].map { value, name -> Markup in
            let isChosen = value == "all"
            return """
                <label><input type="radio" name="filter" value="\(value)"\(raw: isChosen ? " checked" : "")> \(name)</label>

                """
        }
        return """
            <div class="viewer needs-script">
            <section class="pane" aria-labelledby="steps-title"><h2 id="steps-title">Steps</h2>
            <div class="filters" role="radiogroup" aria-label="Which steps">\(filters)</div>
            <ol id="list" aria-label="Steps"></ol></section>
            <section class="pane middle" aria-label="Timeline"><div class="bar">
            \(raw: sound == nil ? "" : "<button id=\"play\" type=\"button\" disabled>Play</button>\n")\
            <button id="back" type="button" aria-label="The step before">◀</button>\
            <button id="next" type="button" aria-label="The next step">▶</button>
            \(raw: chart.run.holds ? "" : "<button id=\"fail\" type=\"button\">Next failure</button>\n")\
            <button id="near" type="button" aria-label="Zoom in">+</button>\
            <button id="far" type="button" aria-label="Zoom out">−</button>
            <output id="clock">0.000 s</output>
            <span class="quiet keys">J K steps · N failure · W S zoom · A D along</span></div>
            <svg id="map" aria-hidden="true" viewBox="\(timeline.mapBox)" preserveAspectRatio="none">
            <use href="#minimap"/><rect id="part" y="0" height="100%"/></svg>
            <div id="plot" tabindex="0" role="img" aria-label="Lanes of who is heard when"><canvas></canvas></div></section>
            <section class="pane" aria-labelledby="detail-title"><h2 id="detail-title">The selected step</h2>
            <div id="detail" tabindex="0" role="group" aria-labelledby="detail-title" aria-live="polite"></div></section>
            </div>

            """
    }

    private var picture: Markup {
        mutating get {
            """
            <section aria-label="Timeline">
            <div class="scroll" id="scroll" tabindex="0" role="region" aria-label="Timeline, scrolls sideways">
            <div class="frame">
            \(raw: timeline.drawing)</div></div></section>

            """
        }
    }

    private var steps: Markup {
        mutating get {
            var items = Markup()
            for moment in chart.moments { items += item(moment) }
            return "<section><h2>Step by step</h2>\n<ol class=\"steps\">\n\(items)</ol></section>\n"
        }
    }

    private mutating func item(_ moment: Chart.Snapshot) -> Markup {
        let at = number(moment.at)
        let kind = kind(of: moment)
        let text = moment.step?.step.text ?? "time passes"
        let style: Markup = """
             data-kind="\(kind)" data-text="\(text)"\(raw: kind == "same" ? " class=\"same\"" : "")
            """
        let (id, head): (Markup, Markup)
        if let step = moment.step {
            let result: Markup = step.result == "ok" ? "" : "<span> → \(step.result)</span>\n"
            id = " id=\"step-\(step.number)\""
            head = "<p><strong>\(step.number)</strong> · \(at) s · <code>\(step.step.text)</code>\n\(result)</p>"
        } else {
            (id, head) = ("", "<p class=\"quiet\">\(at) s · time passes</p>")
        }
        let failures = (moment.step?.failures ?? []).map { failure -> Markup in
            "<div class=\"failure\">\(FailureCards.body(failure, in: chart, source))</div>\n"
        }
        let sentence: Markup = moment.step.map { "<p class=\"say\">\(Telling().text(of: $0.reply))</p>\n" } ?? ""
        return "<li\(id) data-at=\"\(at)\"\(style)>\n\(head)\n\(failures)\(sentence)\(list(of: moment))</li>\n"
    }

    /// The facts after a snapshot, or a link to the step with the same ones, which the script replaces with them.
    private mutating func list(of moment: Chart.Snapshot) -> Markup {
        let facts = facts(of: moment)
        if let step = told[facts.text] {
            return "<p class=\"again\">as at <a href=\"#step-\(step)\">step \(step)</a></p>\n"
        }
        told[facts.text] = moment.step?.number
        return "<ul>\n\(facts)</ul>\n"
    }

    /// The kind of a snapshot in the list of steps: `failed`, `refused`, `changed` or `same`.
    private func kind(of moment: Chart.Snapshot) -> String {
        guard moment.step?.failures.isEmpty ?? true else { return "failed" }
        guard moment.step?.result ?? "ok" == "ok" else { return "refused" }
        return moment.changes.isEmpty && moment.told.isEmpty ? "same" : "changed"
    }

    private mutating func facts(of moment: Chart.Snapshot) -> Markup {
        var lines =
            FactGrouping.lines(of: moment.heard).map { "heard: \($0)" }
            + FactGrouping.lines(of: moment.unheard).map { "not heard: \($0)" }
        if lines.isEmpty { lines = ["nothing is heard"] }
        var markup = Markup()
        for line in lines { markup += "<li\(raw: before.contains(line) ? " class=\"same\"" : "")>\(line)</li>\n" }
        before = Set(lines)
        let ended = moment.changes.filter { $0.now == nil }.map(\.sound)
        if !ended.isEmpty { markup += "<li>no longer: \(ended.joined(separator: ", "))</li>\n" }
        for line in FactGrouping.lines(of: moment.told) { markup += "<li>told: \(line)</li>\n" }
        for reasons in FactGrouping.gathered(moment.reasons.map { ($0.about, "\($0.rule.id) \($0.says)", $0) }) {
            let (reason, rule) = (reasons[0], reasons[0].rule.id)
            let line = FactGrouping.line("\(reason.about): \(reason.says)", of: reasons.map(\.about))
            markup +=
                "<li>because <a href=\"#rule-\(rule)\">\(rule)</a>, \(line)</li>\n"
        }
        return markup
    }

    private var rules: Markup {
        guard !chart.rules.isEmpty else { return "" }
        let rules = chart.rules.map { rule -> Markup in
            """
            <dt id="rule-\(rule.id.id)">\(rule.id.id)</dt>
            <dd>\(rule.statement) <span class="quiet">\(rule.sourceText)</span>
            </dd>

            """
        }
        return "<section class=\"rules\"><h2>The rules that decided</h2><dl>\n\(rules)</dl></section>\n"
    }
}
