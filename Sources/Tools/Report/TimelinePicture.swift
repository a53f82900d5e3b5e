import SessionPolicy
import SessionScenario
import SessionWorld

/// The drawing of a chart as SVG: time to the right, a lane for each part of the device that changed, each session and
/// each sound, and numbers at the times of rule changes, with those rules below. It is accessible: every span has a
/// title, states differ by shape and pattern as well as colour, and the colours follow the reader's light or dark
/// theme. Text that does not fit is placed beside its span or in its title, never truncated.
struct TimelinePicture {
    /// The dimensions of the picture, in its own units.
    enum Measure {
        /// The width at which GitHub shows a picture in a README, in pixels.
        static let width = 838.0
        static let wide = 1120.0
        static let margin = 16.0
        static let widestLabel = 240.0
        static let deviceLane = 24.0
        static let session = 32.0
        static let lane = 42.0
        static let tier = 22.0
        static let map = 30.0
        static let line = 20.0
        /// The widest character of the style's fonts at 13 pixels.
        static let character = 7.7
        /// The widest bold character at 19 pixels.
        static let titleCharacter = 11.6
    }

    /// The largest number of causes and failures listed below the picture.
    private static let mostNotes = 24

    private let chart: Chart
    private let isPart: Bool
    private let width: Double
    /// The width of the label column: that of the longest label, within limits.
    private let label: Double
    private let notes: Causes
    private var badges: [Badge] = []
    /// The loudest peak of all, to which the others are scaled.
    private let loudest: Float
    private var markup = Markup()
    /// The waves and hatches of the current lane, by their style. One path for all: many elements are slower to draw than
    /// long ones, and a browser takes minutes to print thousands of patterned paths.
    private var shapes: [String: Markup] = [:]
    private var y = 0.0
    /// The kinds of marks in the picture, for the legend.
    private var met: Set<String> = []
    /// The finished parts from top to bottom, each with its lower edge. Paper may be cut between two of them.
    private var parts: [(markup: Markup, to: Double)] = []

    /// A number above the plot, or the mark of a failed step.
    private struct Badge {
        let at: Double
        let x: Double
        let tier: Int
        let text: String
        let isFailure: Bool
    }

    /// Creates the picture of a chart.
    /// - Parameter isPart: Whether it is embedded in a page, which supplies the style, the heading and the failures.
    init(_ chart: Chart, isPart: Bool) {
        (self.chart, self.isPart) = (chart, isPart)
        width = isPart ? Measure.wide : Measure.width
        let names = chart.changingLanes.map(\.name) + chart.groups.flatMap { [$0.title] + $0.lanes.map(\.name) }
        let longest = names.map(\.printable.columns).max() ?? 0
        label = min(Measure.widestLabel, Measure.margin + Double(longest) * Measure.character + 12)
        loudest = chart.groups.flatMap(\.lanes).flatMap(\.peaks).reduce(0, max)
        notes = Causes(chart, limit: Self.mostNotes)
        badges = placedBadges()
    }

    private func x(_ seconds: Double) -> Double {
        label + min(1, max(0, seconds / chart.seconds)) * (width - label - Measure.margin)
    }

    /// Places the numbers in three rows without overlaps; those that do not fit are omitted.
    private func placedBadges() -> [Badge] {
        let failed = Set(chart.steps.filter { !$0.failures.isEmpty }.map(\.at)).map { ($0, "✗", true) }
        let marks = chart.isLong ? [] : notes.marks
        let told = marks.flatMap { mark in mark.numbers.map { (mark.at, "\($0)", false) } }
        var ends = Array(repeating: -100.0, count: 3)
        return (failed + told).sorted { $0.0 < $1.0 }.compactMap { at, text, isFailure in
            guard let tier = ends.indices.first(where: { ends[$0] + 20 - x(at) < ($0 == 0 ? 6 : 14) }) else {
                return nil
            }
            let center = max(x(at), ends[tier] + 20)
            guard center < width - 8 else { return nil }
            ends[tier] = center
            return Badge(at: at, x: center, tier: tier, text: text, isFailure: isFailure)
        }
    }

    // MARK: The whole

    /// The largest height of a page's picture that is one drawing: at 145 mm on paper its type is 7 pt high. A browser
    /// prints a drawing on one sheet, so each part of a taller picture is a drawing of its own, below a head that each
    /// sheet repeats.
    private static let tallestDrawing = 760.0

    /// The text of the drawing.
    var drawing: String {
        mutating get {
            heading()
            let (title, top) = (markup, y)
            markup = Markup()
            let map = y + badgesHeight
            y = map + (chart.isLong ? Measure.map + 8 : 0) + kindsHeight + 20
            let lanes = y
            for lane in chart.changingLanes { draw(lane) }
            for group in chart.groups { draw(group) }
            let bottom = y + 2
            endPart()
            legend()
            if !isPart { drawFailures() }
            drawNotes()
            y += 12
            endPart()
            let head: Markup = "\(title)\(head(top, map: map, lanes, bottom))"
            guard isPart, y > Self.tallestDrawing else {
                return svg(parts.reduce(into: head) { $0 += $1.markup }, from: 0, to: y)
            }
            var (upper, rows) = (lanes, "")
            for part in parts {
                rows += svg(part.markup, from: upper, to: part.to)
                upper = part.to
            }
            return "<div class=\"head\">\n\(svg(head, from: 0, to: lanes))</div><div>\n\(rows)</div>\n"
        }
    }

    private var badgesHeight: Double { Double((badges.map(\.tier).max() ?? -1) + 1) * Measure.tier }

    /// The part of an embedded picture that has the overview, which the page shows, too.
    var mapBox: String {
        "\(number(label)) \(number(Self.partTop + badgesHeight)) \(number(width - label - Measure.margin)) \(number(Measure.map))"
    }

    private mutating func endPart() {
        drawShapes()
        guard !markup.text.isEmpty else { return }
        parts.append((markup: markup, to: y))
        markup = Markup()
    }

    private mutating func drawShapes() {
        for (style, path) in shapes.sorted(by: { $0.key > $1.key }) {
            markup += "<path class=\"\(style)\" d=\"\(path)\"/>\n"
        }
        shapes = [:]
    }

    private mutating func hatch(_ what: String, _ x: Double, _ middle: Double, _ width: Double) {
        shapes["hatched \(what)", default: Markup()] += "M\(x) \(middle)h\(width)"
    }

    /// The part above the lanes, with everything that others refer to: the hatch, the grid, and the lines of the steps.
    private mutating func head(_ top: Double, map: Double, _ lanes: Double, _ bottom: Double) -> Markup {
        let ticks = ticks(in: chart.seconds, apart: chart.seconds / 12)
        let grid = ticks.map { "M\(x($0)) \(lanes - 2)V\(bottom)" as Markup }
        let shapes: Markup = """
            <defs>\(Self.hatchPattern)<path id="grid" d="\(grid)"/>
            \(minimap(at: map))<g id="lines">
            \(lines(from: top, to: bottom))</g></defs>

            """
        drawAxis(ticks, at: lanes - 8)
        if chart.isLong { markup += "<use href=\"#minimap\"/>\n" }
        drawKinds(above: lanes)
        for badge in badges {
            drawBadge(badge.text, badge.x, top + Double(badge.tier) * Measure.tier + 10, isFailure: badge.isFailure)
        }
        defer { markup = Markup() }
        return "\(shapes)\(markup)"
    }

    private func svg(_ content: Markup, from upper: Double, to lower: Double) -> String {
        let label =
            "\(chart.run.scenario.title): who is heard when" + (upper == 0 ? ". \(chart.run.verdict)" : ", continued")
        let ground: Markup = """
            <style>\(raw: Style.colours)\(raw: Style.picture)</style>
            <rect class="ground" width="100%" height="100%"/>

            """
        let drawing: Markup = """
            <svg xmlns="http://www.w3.org/2000/svg" \
            viewBox="0 \(upper) \(width) \(lower - upper)" width="\(width)" \
            height="\(lower - upper)" role="img" aria-label="\(label)" class="timeline">
            \(isPart ? "" : ground)<use href="#grid"/>
            \(content)<use href="#lines"/>
            </svg>

            """
        return drawing.text
    }

    private static let partTop = 10.0

    private mutating func heading() {
        y = Self.partTop
        guard !isPart else { return }
        let room = Int((width - 2 * Measure.margin) / Measure.titleCharacter)
        for line in Self.wrapped(chart.run.scenario.title, room) {
            y += 24
            text(line, x: Measure.margin, y: y, "title")
        }
        y += 20
        let words = "\(chart.run.mark) \(chart.score) · rule book \(chart.run.book.title)"
        text(words, x: Measure.margin, y: y, "small")
        y += 14
    }

    // MARK: Time

    /// An overview: a row for each sound, and a line at each failure.
    private func minimap(at top: Double) -> Markup {
        let lanes = chart.groups.flatMap(\.lanes)
        let row = (Measure.map - 4) / Double(max(1, lanes.count))
        var paths: [String: Markup] = [:]
        for (place, lane) in lanes.enumerated() {
            let y = top + 2 + (Double(place) + 0.5) * row
            for cluster in Cluster.gathered(lane.spans, within: isNarrow) {
                let from = x(cluster.from)
                paths[cluster.longest.value.style, default: Markup()] += "M\(from) \(y)h\(max(1, x(cluster.to) - from))"
            }
        }
        let rows = paths.sorted { $0.key < $1.key }.map { style, path in
            "<path class=\"\(style)\" stroke-width=\"\(max(1, row - 1))\" d=\"\(path)\"/>\n" as Markup
        }
        let failed = Set(chart.failures.map { x($0.step.at).rounded() }).sorted()
        let lines = failed.map { "M\($0) \(top)v\(Measure.map)" as Markup }
        return "<g id=\"minimap\">\n\(rows)<path class=\"failed\" d=\"\(lines)\"/></g>\n"
    }

    private mutating func drawAxis(_ ticks: [Double], at base: Double) {
        var free = 0.0
        for tick in ticks {
            let words = "\(number(tick)) s"
            let half = Double(words.count) * Measure.character / 2
            let center = min(x(tick), width - Measure.margin - half)
            guard center - half >= free else { continue }
            text(words, x: center, y: base, "tick")
            free = center + half + 8
        }
    }

    /// The height of the rows in which a long story marks the times of each kind of cause.
    private var kindsHeight: Double { chart.isLong ? Double(notes.notes.count) * 14 : 0 }

    /// The times of each kind of cause as ticks, with its number in the margin.
    private mutating func drawKinds(above lanes: Double) {
        for (place, note) in notes.notes.enumerated() where chart.isLong {
            let top = lanes - 20 - kindsHeight + Double(place) * 14
            text("\(place + 1)", x: label - 10, y: top + 10, "app")
            let ticks = note.times.map { "M\(x($0)) \(top + 1)v9" as Markup }
            markup += "<g class=\"kind\"><title>\(note.rule): \(note.words)</title><path d=\"\(ticks)\"/></g>\n"
        }
    }

    /// A line through all lanes at each time at which a rule changed what is heard or a step failed; in a long story only
    /// at failures. Times at one position share a line.
    private func lines(from top: Double, to bottom: Double) -> [Markup] {
        let times =
            chart.steps.filter { !$0.failures.isEmpty }.map { (at: $0.at, step: $0, isFailure: true) }
            + (chart.isLong ? [] : notes.marks).map { (at: $0.at, step: $0.step, isFailure: false) }
        return Cluster.gathered(times.sorted { $0.at < $1.at }) { x($0.at) - x($1.at) < 0.5 }.map { line in
            let at = line[line.startIndex].at
            let upper = badges.filter { $0.at == at }.map { top + Double($0.tier) * Measure.tier + 18 }.min()
            var told: [String] = []
            for step in line.compactMap(\.step).prefix(8) {
                let words = "\(step.number) · \(number(step.at)) s · \(step.step.text)"
                if told.last != words { told.append(words) }
            }
            if line.count > 8 { told.append("and \(line.count - 8) more") }
            let title = told.isEmpty ? "\(number(at)) s" : told.joined(separator: "\n")
            return """
                <g class="\(line.contains { $0.isFailure } ? "step failed" : "step")"><title>\(title)</title>\
                <path d="M\(x(at)) \(upper ?? top + 18)V\(bottom)"/></g>

                """
        }
    }

    private mutating func drawBadge(_ words: String, _ x: Double, _ y: Double, isFailure: Bool) {
        markup += """
            <g class="\(isFailure ? "badge failed" : "badge")"><circle cx="\(x)" cy="\(y)" r="10"/>\
            <text x="\(x)" y="\(y + 4.5)">\(words)</text></g>

            """
    }

    // MARK: Lanes

    private mutating func drawLabel(_ name: String, _ style: String, y: Double) {
        let room = Int((label - Measure.margin - 10) / Measure.character)
        let name = name.printable
        let fits = name.columns <= room
        let title: Markup = "<title>\(name)</title>"
        markup += """
            <text x="\(number(label - 10))" y="\(number(y))" class="\(style)">\(fits ? "" : title)\
            \(fits ? name : name.shortened(to: room))</text>

            """
    }

    private mutating func draw(_ lane: Chart.DeviceLane) {
        drawLabel(lane.name, "label", y: y + 16)
        markup += "<path class=\"rest\" d=\"M\(label) \(y + 12)H\(width - Measure.margin)\"/>\n"
        let clusters = Cluster.gathered(lane.spans, within: isNarrow).filter {
            $0.count > 1 || !lane.isUsual($0.longest)
        }
        // Up to the next box or word.
        var free = label
        for (place, cluster) in clusters.enumerated() {
            let (from, to) = (x(cluster.from), max(x(cluster.to), x(cluster.from) + 1))
            let span = cluster.longest
            markup += """
                <g class="device"><title>\(lane.name): \(cluster.title(span.value))</title>\
                <rect x="\(from)" y="\(y + 2)" width="\(max(0.5, to - from - 1))" height="20"/>
                """
            let need = Double(span.value.columns) * Measure.character + 6
            let next = clusters.indices.contains(place + 1) ? x(clusters[place + 1].from) : width - Measure.margin
            let rooms = [
                (to - from, from + 4, "inside"), (next - to - 4, to + 5, "beside"),
                (from - free - 4, from - 5, "beside end"),
            ]
            free = to
            if let (_, x, style) = rooms.first(where: { need <= $0.0 }) {
                text(span.value, x: x, y: y + 16, style)
                if style == "beside" { free = to + 4 + need }
            }
            markup += "</g>\n"
        }
        y += Measure.deviceLane
    }

    /// Whether the spans from the first to the last are too narrow to be drawn separately.
    private func isNarrow(_ last: some TimeStretch, _ first: some TimeStretch) -> Bool {
        x(last.to) - x(first.from) < 1
    }

    private mutating func draw(_ group: Chart.Group) {
        endPart()
        y += 6
        drawLabel(group.title, "app", y: group.app == nil ? y + 16 : y + 25)
        if group.app != nil { draw(group.sessions) }
        y += group.app == nil ? 22 : Measure.session
        for (place, lane) in group.lanes.enumerated() {
            if place > 0 { endPart() }
            drawLabel(lane.name, "label", y: y + Measure.lane / 2 + 4)
            draw(lane)
            y += Measure.lane
        }
    }

    private mutating func draw(_ sessions: [Chart.Span<Session>]) {
        markup += "<g class=\"session\" transform=\"translate(0 \(y + 18))\">\n"
        for cluster in Cluster.gathered(sessions, within: isNarrow) {
            let (from, session) = (x(cluster.from), cluster.longest)
            let title: Markup = "<title>\(cluster.title(session.value.text))</title>"
            markup += bar(session.value.phase.name, from, max(1.5, x(cluster.to) - from), title, y + 18)
        }
        markup += "</g>\n"
        // The category is written once above the spans that share it.
        let kinds = Cluster.gathered(sessions) { $0.value.kind == $1.value.kind }
        for kind in kinds
        where Double(kind[kind.startIndex].value.kind.columns) * Measure.character <= x(kind.to) - x(kind.from) {
            text(kind[kind.startIndex].value.kind, x: x(kind.from), y: y + 12, "small")
        }
    }

    private mutating func draw(_ lane: Chart.Lane) {
        let middle = y + Measure.lane / 2
        markup += "<g class=\"lane\" data-sound=\"\(lane.label)\">"
        for cluster in Cluster.gathered(lane.spans, within: isNarrow) { draw(cluster, of: lane) }
        drawShapes()
        var last = -100.0
        for start in lane.starts where x(start) - last >= 1 {
            last = x(start)
            met.insert("begins")
            markup += """
                <path class="begins" d="\(Self.begins(last, middle))">\
                <title>\(lane.label) starts at \(number(start)) s</title></path>

                """
        }
        markup += "</g>\n"
    }

    private static func begins(_ x: Double, _ middle: Double) -> Markup {
        "M\(x) \(middle - 5)\(raw: Style.Form.begins)"
    }

    private mutating func draw(_ cluster: ArraySlice<Chart.Span<Chart.LaneState>>, of lane: Chart.Lane) {
        let (from, to) = (x(cluster.from), x(cluster.to))
        let width = max(1, to - from)
        let span = cluster.longest
        let style = span.value.style
        met.insert(style)
        let height = Self.box * span.value.share
        let (top, middle) = (y + 3 + Self.box - height, y + 3 + Self.box - height / 2)
        markup += """
            <path class="\(style)" d="\(Self.rectangle(from, top, width, height))">\
            <title>\(lane.label) \(cluster.title(span.value.words))</title></path>

            """
        if case .unheard = span.value {
            hatch("lane", from, middle, width)
        } else if let path = wave(lane, from: cluster.from, to: cluster.to, middle, height / 2 - 2) {
            shapes["wave \(style)", default: Markup()] += path
        } else {
            let half = max(1.5, span.value.loudness * (height / 2 - 2))
            shapes["wave \(style)", default: Markup()] += Self.rectangle(from, middle - half, width, 2 * half)
        }
    }

    private static let box = Measure.lane - 6

    /// A bar in a group of sessions, whose upper edge is at `top`.
    private mutating func bar(
        _ phase: String, _ x: Double, _ width: Double, _ title: Markup, _ top: Double
    ) -> Markup {
        met.insert("session \(phase)")
        if phase == "interrupted" { hatch("bar", x, top + 3, width) }
        return "<rect class=\"\(phase)\" x=\"\(x)\" width=\"\(width)\" height=\"6\">\(title)</rect>\n"
    }

    private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Markup {
        "M\(x) \(y)h\(width)v\(height)h\(-width)z"
    }

    /// The outline of the rendered peaks within a span, up to `highest` above its centre, or nil if there are none.
    private func wave(_ lane: Chart.Lane, from: Double, to: Double, _ middle: Double, _ highest: Double) -> Markup? {
        guard !lane.peaks.isEmpty, loudest > 0 else { return nil }
        let scale = Double(lane.peaks.count) / chart.seconds
        let first = min(lane.peaks.count - 1, Int(from * scale))
        let last = min(lane.peaks.count, max(first + 1, Int((to * scale).rounded(.up))))
        let half = Self.box / 2 - 2
        var upper: [SVGPath.Point] = []
        var lower: [SVGPath.Point] = []
        for column in first..<last {
            let place = min(max(x((Double(column) + 0.5) / scale), x(from)), x(to))
            let size = min(highest, max(0.4, Double(lane.peaks[column] / loudest) * half))
            upper.append(SVGPath.Point(place, middle - size))
            lower.append(SVGPath.Point(place, middle + size))
        }
        return SVGPath.path(through: upper + lower.reversed())
    }

    // MARK: Words

    private mutating func legend() {
        let entries = [
            ("heard", "heard"), ("ducked", "lowered"), ("unheard", "not heard"),
            ("begins", "starts from its beginning"), ("session active", "session active"),
            ("session inactive", "inactive"), ("session interrupted", "interrupted"),
        ].filter { met.contains($0.0) }
        y += 24
        var place = label
        for (style, words) in entries {
            let need = 34 + Double(words.count) * Measure.character
            if place + need > width - Measure.margin, place > label {
                place = label
                y += 20
            }
            drawSample(style, place)
            text(words, x: place + (style == "begins" ? 14 : 33), y: y, "small")
            place += need + (style == "begins" ? -4 : 14)
        }
        y += 10
    }

    private mutating func drawSample(_ style: String, _ x: Double) {
        guard style != "begins" else {
            markup += "<path class=\"begins\" d=\"\(Self.begins(x, y - 4))\"/>\n"
            return
        }
        guard !style.hasPrefix("session") else {
            let bar = bar(String(style.dropFirst("session ".count)), x, 26, "", y - 7)
            markup += "<g class=\"session\" transform=\"translate(0 \(y - 7))\">\(bar)</g>\n"
            return
        }
        let height = style == "ducked" ? 14 * Style.Form.lowered : 14
        markup += "<path class=\"\(style)\" d=\"\(Self.rectangle(x, y + 3 - height, 26, height))\"/>\n"
        guard style != "unheard" else { return hatch("sample", x, y - 4, 26) }
        let wave = Self.rectangle(x + 3, y + 3 - height * 0.75, 20, height / 2)
        markup += "<path class=\"wave \(style)\" d=\"\(wave)\"/>\n"
    }

    private mutating func drawFailures() {
        let failures = chart.failures
        for (step, failure) in failures.prefix(Self.mostNotes) {
            let words = "✗ step \(step.number), \(failure.sentence)"
            markup += "<g class=\"flag\"><title>\(([words] + failure.deciding).joined(separator: "\n"))</title>\n"
            for line in Self.wrapped(words, Int((width - 2 * Measure.margin) / Measure.character)) {
                y += Measure.line
                text(line, x: Measure.margin, y: y, "start")
            }
            markup += "</g>\n"
        }
        if failures.count > Self.mostNotes { drawRest("and \(failures.count - Self.mostNotes) more failed") }
        y += failures.isEmpty ? 0 : 8
    }

    /// Draws the numbered causes: the times, the words, and the rule on the right.
    private mutating func drawNotes() {
        let left = Measure.margin + 26 + 12 * Measure.character
        let ruleWidth = 9 * Measure.character
        for (place, note) in notes.notes.enumerated() {
            endPart()
            let words = Self.wrapped(note.words, Int((width - left - ruleWidth - Measure.margin) / Measure.character))
            let shown = note.times.prefix(6).map { number($0) }.joined(separator: ", ")
            let rest = note.times.count > 6 ? " and \(note.times.count - 6) more" : ""
            let isOften = chart.isLong && note.times.count > 2
            let times = Self.wrapped(isOften ? "\(note.times.count) times" : "\(shown)\u{A0}s\(rest)", 11)
            drawBadge("\(place + 1)", Measure.margin + 9, y + Measure.line - 4.5, isFailure: false)
            for (row, line) in words.enumerated() {
                text(line, x: left, y: y + Double(row + 1) * Measure.line, "cause")
            }
            for (row, line) in times.enumerated() {
                text(line, x: Measure.margin + 26, y: y + Double(row + 1) * Measure.line, "small")
            }
            text(note.rule, x: width - Measure.margin, y: y + Measure.line, "rule")
            y += Double(max(words.count, times.count)) * Measure.line + 6
        }
        if notes.omitted > 0 { drawRest("and \(notes.omitted) more cause\(notes.omitted == 1 ? "" : "s")") }
    }

    private mutating func drawRest(_ words: String) {
        y += Measure.line
        text(words, x: Measure.margin + 26, y: y, "small")
    }

    private mutating func text(_ content: String, x: Double, y: Double, _ style: String) {
        markup += "<text x=\"\(x)\" y=\"\(y)\" class=\"\(style)\">\(content)</text>\n"
    }
}
