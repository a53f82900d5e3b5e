/// The drawing of a chart as SVG: time to the right, a lane for each thing of the device and for each sound.
///
/// It is readable by itself: every stretch has a title, states differ by shape and pattern as well as by colour, and the
/// colours change with the reader's light or dark surroundings.
struct Picture {
    /// Lengths in units of the picture.
    enum Measure {
        static let width = 1200.0
        static let label = 196.0
        static let margin = 14.0
        static let plot = width - label - margin
        static let heading = 58.0
        static let axis = 34.0
        static let deviceLane = 22.0
        static let group = 26.0
        static let lane = 50.0
        static let flag = 18.0
        /// How wide a character of small text is, about.
        static let character = 6.1
    }

    private let chart: Chart
    private let flags: [Flag]
    /// The loudest peak of all; the others are drawn in proportion.
    private let loudest: Float
    private var markup = Markup()
    private var y = 0.0

    /// A failed expectation with its place among the others.
    private struct Flag {
        let step: Chart.Step
        let failure: Chart.Step.Failure
        let row: Int
    }

    /// The text of the drawing.
    ///
    /// - Parameters:
    ///   - chart: What is drawn.
    ///   - isPart: Whether it becomes part of a page, which brings the style and the heading.
    static func text(of chart: Chart, isPart: Bool) -> String {
        var picture = Picture(chart, isPart: isPart)
        picture.draw(isPart: isPart)
        return picture.markup.text
    }

    private init(_ chart: Chart, isPart: Bool) {
        self.chart = chart
        loudest = chart.groups.flatMap(\.lanes).flatMap(\.peaks).reduce(0, max)
        // A page has its failures as cards.
        flags = isPart ? [] : chart.failures.enumerated().map { Flag(step: $1.0, failure: $1.1, row: $0) }
    }

    private var height: Double {
        let lanes = chart.groups.reduce(0) { $0 + Measure.group + Double($1.lanes.count) * Measure.lane }
        let flagged = flags.isEmpty ? 0 : Double(flags.count) * Measure.flag + 6
        return Measure.heading + Measure.axis + flagged + Double(chart.deviceLanes.count) * Measure.deviceLane + lanes
            + 30
    }

    /// Where a time stands.
    private func x(_ seconds: Double) -> Double {
        Measure.label + min(1, max(0, seconds / chart.seconds)) * Measure.plot
    }

    private mutating func draw(isPart: Bool) {
        let size = "0 0 \(number(Measure.width)) \(number(height))"
        markup.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": size, "role": "img",
                "aria-label": "\(chart.title): who is heard when. \(chart.verdict)", "class": "timeline",
            ])
        markup.raw("\n")
        if !isPart { markup.line("<style>\(Style.colours)\(Style.picture)</style>") }
        Pattern.define(in: &markup)
        if !isPart { markup.line("<rect class=\"ground\" width=\"100%\" height=\"100%\"/>") }
        heading()
        let top = y
        axis()
        drawFlags()
        for lane in chart.deviceLanes { draw(lane) }
        for group in chart.groups { draw(group) }
        drawSteps(from: top + 14, to: y)
        legend()
        markup.line("</svg>")
    }

    private mutating func heading() {
        text(chart.title, x: Measure.margin, y: 26, "title")
        text(
            "\(chart.holds ? "✓ holds" : "✗ fails") · rule book \(chart.book)", x: Measure.margin,
            y: 46, "small")
        y = Measure.heading
    }

    // MARK: Time

    private mutating func axis() {
        for tick in Self.ticks(in: chart.seconds) {
            let place = x(tick)
            markup.empty(
                "line",
                [
                    "x1": number(place), "x2": number(place), "y1": number(y + Measure.axis - 6),
                    "y2": number(height - 30), "class": "grid",
                ])
            text("\(number(tick)) s", x: place, y: y + Measure.axis - 10, "tick")
        }
        y += Measure.axis
    }

    /// Round times, five to twelve of them.
    static func ticks(in seconds: Double) -> [Double] {
        var step = 0.001
        let factors = [2.0, 2.5, 2.0]
        var turn = 0
        while seconds / step > 12 {
            step *= factors[turn % 3]
            turn += 1
        }
        return (0...Int(seconds / step)).map { (Double($0) * step * 1000).rounded() / 1000 }
    }

    /// A line through all lanes for each step, with its number where there is room; steps of one place share a line.
    private mutating func drawSteps(from top: Double, to bottom: Double) {
        var lastLabel = -100.0
        let marks = Crowd.gathered(chart.steps) { last, first in
            last.failures.isEmpty && first.failures.isEmpty && x(last.at) - x(first.at) < 0.5
        }
        for steps in marks {
            guard let step = steps.first else { continue }
            let place = x(step.at)
            let failed = !step.failures.isEmpty
            markup.open("g", ["class": failed ? "step failed" : "step", "data-step": "\(step.number)"])
            let lines = steps.prefix(8).map { "\($0.number) · \(number($0.at)) s · \($0.text)" }
            let rest = steps.count > lines.count ? ["and \(steps.count - lines.count) more"] : []
            markup.element("title", (lines + rest).joined(separator: "\n"), newline: false)
            markup.raw("<path d=\"M\(tenth(place)) \(tenth(top))V\(tenth(bottom))\"/>")
            let label = "\(step.number)"
            if place - lastLabel > max(15, Double(label.count) * Measure.character + 4) {
                text(label, x: place, y: top - 3, "number")
                lastLabel = place
            }
            markup.line("</g>")
        }
    }

    private mutating func drawFlags() {
        guard !flags.isEmpty else { return }
        for flag in flags {
            let place = x(flag.step.at)
            let words =
                "✗ step \(flag.step.number), \(flag.failure.key): expected \(flag.failure.expected); was \(flag.failure.actual)"
            let isLate = place > Measure.label + Measure.plot / 2
            let room = Int((isLate ? place - 8 : Measure.width - place - 8) / Measure.character)
            let baseline = y + Double(flag.row) * Measure.flag + 13
            markup.open("g", ["class": "flag"])
            markup.element("title", ([words] + flag.failure.deciding).joined(separator: "\n"))
            text(words.shortened(to: room), x: isLate ? place - 5 : place + 5, y: baseline, isLate ? "end" : "start")
            markup.line("</g>")
        }
        y += Double(flags.count) * Measure.flag + 6
    }

    // MARK: Lanes

    private mutating func draw(_ lane: Chart.DeviceLane) {
        text(lane.name, x: Measure.label - 10, y: y + 15, "label")
        draw(lane.spans, "device", height: Measure.deviceLane - 5)
        y += Measure.deviceLane
    }

    private mutating func draw(_ spans: [Chart.DeviceLane.Span], _ style: String, height: Double) {
        for crowd in Crowd.gathered(spans, within: isNarrow) {
            let (from, to) = (x(crowd.from), x(crowd.to))
            guard to > from else { continue }
            let span = crowd.longest
            markup.open("g", ["class": span.isUsual ? "\(style) usual" : style])
            markup.element("title", crowd.title(span.text), newline: false)
            let box = (width: max(0.5, to - from - 1), left: tenth(from), top: tenth(y + 2))
            markup.raw(
                "<rect x=\"\(box.left)\" y=\"\(box.top)\" width=\"\(tenth(box.width))\" height=\"\(tenth(height))\"/>")
            let room = Int((to - from - 8) / Measure.character)
            if room >= min(3, span.text.count) {
                text(span.text.shortened(to: room), x: from + 4, y: y + 2 + height / 2 + 4, "inside")
            }
            markup.line("</g>")
        }
    }

    /// Whether all from the first to the last stretch is too narrow to show one beside the other.
    private func isNarrow(_ last: some Stretch, _ first: some Stretch) -> Bool { x(last.to) - x(first.from) < 1 }

    private mutating func draw(_ group: Chart.Group) {
        text(group.app ?? "the device", x: Measure.label - 10, y: y + 17, "app")
        draw(group.sessions, "session", height: Measure.group - 7)
        y += Measure.group
        for lane in group.lanes {
            text(lane.name, x: Measure.label - 10, y: y + Measure.lane / 2 + 4, "label")
            draw(lane)
            y += Measure.lane
        }
    }

    private mutating func draw(_ lane: Chart.Lane) {
        let middle = y + Measure.lane / 2
        markup.open("g", ["class": "lane", "data-sound": lane.label])
        for crowd in Crowd.gathered(lane.spans, within: isNarrow) { draw(crowd, of: lane, middle: middle) }
        for start in lane.starts {
            let place = number(x(start))
            markup.open("path", ["class": "begins", "d": "M\(place) \(number(middle - 5))l7 5l-7 5z"])
            markup.element("title", "\(lane.label) starts at \(number(start)) s")
            markup.line("</path>")
        }
        markup.line("</g>")
    }

    private mutating func draw(_ crowd: ArraySlice<Chart.Lane.Span>, of lane: Chart.Lane, middle: Double) {
        let (from, to) = (x(crowd.from), x(crowd.to))
        let width = max(1, to - from)
        let span = crowd.longest
        markup.open("g", ["class": span.standing.style])
        markup.element("title", "\(lane.label) \(crowd.title(span.standing.words))", newline: false)
        shape("box", from, y + 3, width, Measure.lane - 6)
        if case .unheard = span.standing {
        } else if let path = wave(lane, from: crowd.from, to: crowd.to, middle) {
            markup.raw("<path class=\"wave\" d=\"\(path)\"/>")
        } else {
            shape("wave", from, middle - span.standing.halfHeight, width, 2 * span.standing.halfHeight)
        }
        let fitting = [span.standing.words, span.standing.shortWords].first {
            Double($0.count) * Measure.character + 6 < to - from
        }
        if let fitting { text(fitting, x: from + 4, y: y + 14, "note") }
        markup.line("</g>")
    }

    /// A rectangle, as the shortest path.
    private mutating func shape(_ style: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        let (right, down, left) = (tenth(width), tenth(height), tenth(-width))
        markup.raw("<path class=\"\(style)\" d=\"M\(tenth(x)) \(tenth(y))h\(right)v\(down)h\(left)z\"/>")
    }

    /// The outline of what was rendered within a stretch; nil where nothing was.
    private func wave(_ lane: Chart.Lane, from: Double, to: Double, _ middle: Double) -> String? {
        guard !lane.peaks.isEmpty, loudest > 0 else { return nil }
        let scale = Double(lane.peaks.count) / chart.seconds
        let first = min(lane.peaks.count - 1, Int(from * scale))
        let last = min(lane.peaks.count, max(first + 1, Int((to * scale).rounded(.up))))
        let half = Measure.lane / 2 - 4
        var upper: [Outline.Point] = []
        var lower: [Outline.Point] = []
        for column in first..<last {
            let place = min(max(x((Double(column) + 0.5) / scale), x(from)), x(to))
            let size = max(0.4, Double(lane.peaks[column] / loudest) * half)
            upper.append(Outline.Point(place, middle - size))
            lower.append(Outline.Point(place, middle + size))
        }
        return Outline.path(through: upper + lower.reversed())
    }

    // MARK: Words

    private mutating func legend() {
        let entries: [(String, String)] = [
            ("heard", "heard"), ("ducked", "ducked"), ("unheard", "silenced, by the rule named"),
            ("", "empty: paused or over"),
        ]
        var place = Measure.label
        for (style, words) in entries {
            if !style.isEmpty {
                markup.open("g", ["class": style])
                let (left, top) = (number(place), number(y + 9))
                markup.empty("rect", ["x": left, "y": top, "width": "22", "height": "12", "class": "box"])
                if style != "unheard" {
                    let inset = style == "heard" ? 1.0 : 4.0
                    markup.empty(
                        "rect",
                        [
                            "x": left, "y": number(y + 9 + inset), "width": "22", "height": number(12 - 2 * inset),
                            "class": "wave",
                        ])
                }
                markup.line("</g>")
                place += 28
            }
            text(words, x: place, y: y + 19, "small")
            place += Double(words.count) * Measure.character + 26
        }
        markup.open("path", ["class": "begins", "d": "M\(number(place)) \(number(y + 10))l7 5l-7 5z"])
        markup.line("</path>")
        text("starts from its beginning", x: place + 12, y: y + 19, "small")
    }

    private mutating func text(_ content: String, x: Double, y: Double, _ style: String) {
        markup.element("text", ["x": number(x), "y": number(y), "class": style], content)
    }
}

/// The patterns that tell states apart without colour.
private enum Pattern {
    static func define(in markup: inout Markup) {
        markup.line(
            """
            <defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
            <line class="hatch" x1="0" y1="0" x2="0" y2="7"/></pattern></defs>
            """)
    }
}

extension Chart.Standing {
    /// The style that draws it.
    var style: String {
        switch self {
        case .heard: "heard"
        case .ducked: "ducked"
        case .unheard: "unheard"
        }
    }

    /// What it says of itself.
    var words: String {
        switch self {
        case .heard(let tenths): "\(number(Double(tenths) / 10)) dB"
        case .ducked(let tenths): "ducked, \(number(Double(tenths) / 10)) dB"
        case .unheard(let rule): "not heard: \(rule)"
        }
    }

    /// The same where there is little room.
    var shortWords: String {
        switch self {
        case .heard(let tenths), .ducked(let tenths): number(Double(tenths) / 10)
        case .unheard(let rule): rule
        }
    }

    /// How high it is drawn where nothing was rendered: by its gain, within what can be seen.
    fileprivate var halfHeight: Double {
        switch self {
        case .heard(let tenths), .ducked(let tenths): max(1.5, 20 * (1 + Double(max(-400, tenths)) / 400))
        case .unheard: 0
        }
    }
}

extension String {
    /// At most so many characters, with an ellipsis where some were left out.
    func shortened(to count: Int) -> String { self.count <= count ? self : prefix(max(0, count - 1)) + "…" }
}

/// A place in the picture; a tenth of its unit is finer than anybody sees.
private func tenth(_ value: Double) -> String { number((value * 10).rounded() / 10) }

/// A number with up to three decimals and no more than it needs.
func number(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let (whole, rest) = (abs(thousandths) / 1000, abs(thousandths) % 1000)
    guard rest != 0 else { return thousandths < 0 ? "-\(whole)" : "\(whole)" }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(thousandths < 0 ? "-" : "")\(whole).\(digits)"
}
