import CommandSupport
import Report
import SessionScenario
import SessionWorld

/// The display of a scenario that plays: the moments as they are heard, and on a terminal, below them, the lanes so
/// far: the sounds that are heard, how loud, and the reasons for which others are not.
struct ReplayDisplay {
    private let story: ShownStory
    private let lanes: LiveLanes
    private var status = StatusLines()
    private var shown = 0

    init(_ story: ShownStory) {
        self.story = story
        let style = Terminal.complaints
        // The last column would begin a new line.
        lanes = LiveLanes(story.chart, TextStyle(width: style.width - 1, hasColours: style.hasColours))
    }

    mutating func show(until seconds: Double) throws {
        var text = ""
        while shown < story.parts.count, story.parts[shown].at <= seconds {
            text += story.parts[shown].text
            shown += 1
        }
        if !text.isEmpty {
            status.clear()
            try Output.write(styled: text)
        }
        guard seconds.isFinite, status.isShown else { return }
        status.show(lanes.lines(at: seconds, height: min(16, Terminal.height - 4)))
    }

    /// Ends the show with all that is left, and the drawing.
    mutating func finish() throws {
        try show(until: .infinity)
        status.clear()
        try Output.write(styled: story.drawing)
    }

    /// Takes the lanes away, so that a complaint stands on a line of its own.
    mutating func makeRoom() { status.clear() }
}

/// A replay as text: the heading, the lines of each moment, and the drawing at its end.
struct ShownStory {
    enum Detail {
        /// The drawing alone.
        case brief
        /// The changes, with the rules that decided them.
        case changes
        /// Every step with all that holds then, and every reason.
        case why
    }

    let chart: Chart
    /// The moments at which the parts are written, in order; the heading at the beginning.
    let parts: [(at: Double, text: String)]
    let drawing: String

    init(_ run: ScenarioRun, _ chart: Chart, _ detail: Detail, _ style: TextStyle) {
        self.chart = chart
        let text = ChartText(chart, style, tellsFailures: !Terminal.isForPeople(json: false))
        var parts = [(at: 0.0, text: text.heading)]
        switch detail {
        case .brief: break
        case .changes: parts += chart.moments.map { ($0.at, text.lines(of: $0)) }
        case .why:
            parts += run.entries.map { ($0.reply.at, $0.timeline(width: style.width)) }
            parts.append((run.seconds, run.conclusion(width: style.width)))
        }
        self.parts = parts
        drawing = (detail == .brief ? "" : "\n") + text.drawing + "\n"
    }

    /// All of it.
    var text: String { parts.map(\.text).joined() + drawing }
}
