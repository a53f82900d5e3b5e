import SessionPolicy
import SessionScenario
import SessionWorld

/// A report of one scenario as a page in one file: the picture, every step in words, and, where it was rendered, the
/// sound. It needs no network, is whole without JavaScript, and takes nothing from outside for markup.
struct ReportPage {
    private let chart: Chart
    private let sound: String?
    /// The sentences about the sounds at the moment before.
    private var before: Set<String> = []
    /// The first moment of which a text was told, by the text. On paper the others name that one.
    private var told: [String: String] = [:]

    /// The text of the page.
    /// - Parameters:
    ///   - chart: What is shown.
    ///   - sound: The mix as a `data:` address, or nil for a page without sound.
    static func text(of chart: Chart, sound: String?) -> String {
        var page = ReportPage(chart: chart, sound: sound)
        return page.whole.text
    }

    private init(chart: Chart, sound: String?) { (self.chart, self.sound) = (chart, sound) }

    private var whole: Markup {
        mutating get {
            // The page is there before its sound, which takes as long to read as all the rest.
            let audio = sound.map { "<audio id=\"sound\" preload=\"auto\" src=\"\($0)\"></audio>\n" as Markup } ?? ""
            let plot = TimelinePicture.plot(of: chart)
            let geometry = "{left:\(number(plot.left)),plot:\(number(plot.width)),top:8}"
            return """
                \(Self.beginning(chart.run.scenario.title))\(heading)<main>
                \(failures)\(picture)\(steps)\(rules)</main>
                <script>\(raw: Script.text.replacing("GEOMETRY", with: geometry))</script>
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
            \(FailureCards.cards(chart, address: ""))</div></section>

            """
    }

    /// The picture, with a slider over its plot, so that its thumb stands where the cursor is.
    private var picture: Markup {
        let plot = TimelinePicture.plot(of: chart)
        func share(_ length: Double) -> String { number(length / TimelinePicture.pageWidth * 100) + "%" }
        return """
            <section aria-label="Timeline">
            <div class="bar needs-script">
            \(raw: sound == nil ? "" : "<button id=\"play\" type=\"button\" disabled>Play</button>\n")\
            <button id="back" type="button" aria-label="The moment before">◀</button>\
            <button id="next" type="button" aria-label="The next moment">▶</button>\
            <output id="clock" for="time">0.000 s</output></div>
            <div id="now" class="needs-script" tabindex="0" role="region" aria-label="What holds now" aria-live="polite"></div>
            <div class="scroll" id="scroll" tabindex="0" role="region" aria-label="Timeline, scrolls sideways">
            <div class="frame">
            <input id="time" class="needs-script" type="range" min="0" max="\(number(chart.seconds))" step="0.001" value="0" \
            aria-label="Time in seconds" style="margin-left:calc(\(share(plot.left)) - 8px);\
            width:calc(\(share(plot.width)) + 16px)"/>
            \(raw: TimelinePicture.text(of: chart, isPart: true))</div></div></section>

            """
    }

    /// Up to so many moments a browser lays out only those that are seen, so that the page is there sooner. With more of them
    /// this costs more than it saves, in every picture while the reader scrolls.
    static let mostLaidOutLate = 2_000

    private var steps: Markup {
        mutating get {
            let (moments, quiet) = (chart.moments, chart.moments.count { !tells($0) })
            let choice: Markup = """
                <p class="needs-script"><label><input id="all" type="checkbox"> Show all \(moments.count) moments, also the \
                \(quiet) at which nothing changed</label></p>

                """
            var markup: Markup = """
                \(raw: moments.count <= Self.mostLaidOutLate ? "<section class=\"late\">" : "<section>")
                <h2>Step by step</h2>
                \(quiet > 0 ? choice : "")
                """
            // Lists of a few, so that a browser that paints one part of the page need not look at every moment.
            for first in stride(from: 0, to: moments.count, by: 25) {
                markup += "<ol class=\"steps\">\n"
                for moment in moments.dropFirst(first).prefix(25) { markup += item(moment) }
                markup += "</ol>\n"
            }
            markup += "</section>\n"
            return markup
        }
    }

    private mutating func item(_ moment: Chart.Moment) -> Markup {
        let at = number(moment.at)
        let style = tells(moment) ? "" : " class=\"same\""
        let head: Markup
        if let step = moment.step {
            let result: Markup = step.result == "ok" ? "" : "<span> → \(step.result)</span>\n"
            head = """
                <li id="step-\(step.number)" data-at="\(at)"\(raw: style)>
                <p><strong>\(step.number)</strong> · \(at) s · <code>\(step.step.text)</code>
                \(result)</p>

                """
        } else {
            head = "<li data-at=\"\(at)\"\(raw: style)>\n<p class=\"quiet\">\(at) s · time passes</p>\n"
        }
        let facts = facts(of: moment)
        let first = told[facts.text]
        if first == nil { told[facts.text] = moment.step.map { "step \($0.number)" } ?? "\(at) s" }
        let failures = (moment.step?.failures ?? []).map { "<p class=\"fails\">✗ \($0.sentence)</p>\n" as Markup }
        return """
            \(head)<ul\(raw: first.map { " data-first=\"\($0)\"" } ?? "")>
            \(facts)</ul>
            \(failures)</li>

            """
    }

    /// Whether a moment belongs to the list of changes: something sounds otherwise, an app was told something, a step was
    /// refused, or an expectation failed.
    private func tells(_ moment: Chart.Moment) -> Bool {
        if !moment.changes.isEmpty || !moment.told.isEmpty { return true }
        guard let step = moment.step else { return false }
        return step.result != "ok" || !step.failures.isEmpty
    }

    private mutating func facts(of moment: Chart.Moment) -> Markup {
        let (heard, unheard) = moment.facts
        var lines =
            FactGrouping.lines(of: heard).map { "heard: \($0)" }
            + FactGrouping.lines(of: unheard).map { "not heard: \($0)" }
        if lines.isEmpty { lines = ["nothing is heard"] }
        var markup = Markup()
        for line in lines { markup += "<li\(raw: before.contains(line) ? " class=\"same\"" : "")>\(line)</li>\n" }
        before = Set(lines)
        let ended = moment.changes.filter { $0.now == nil }.map(\.sound)
        if !ended.isEmpty { markup += "<li>no longer: \(ended.joined(separator: ", "))</li>\n" }
        for line in FactGrouping.lines(of: moment.told.map(\.fact)) { markup += "<li>told: \(line)</li>\n" }
        for reasons in FactGrouping.gathered(moment.reasons.map { ($0.about, "\($0.rule.id) \($0.says)", $0) }) {
            let (reason, rule) = (reasons[0], reasons[0].rule.id)
            let line = FactGrouping.line("\(reason.about): \(reason.says)", of: reasons.map(\.about))
            markup += "<li>because <a href=\"#rule-\(rule)\">\(rule)</a>, \(line)</li>\n"
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
