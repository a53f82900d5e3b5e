import CommandSupport
import Report
import SessionScenario
import SessionWorld

/// The display of a playing scenario: snapshots as they are heard, and on a terminal, below them, the lanes so far,
/// with the audible sounds, their levels, and why others are silent.
struct ReplayDisplay {
    private let story: ShownStory
    private let lanes: LiveLanes
    private var status = StatusLines()
    private var shown = 0

    init(_ story: ShownStory) {
        self.story = story
        let style = Terminal.complaints
        // A character in the last column would start a new line.
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

    mutating func finish() throws {
        try show(until: .infinity)
        status.clear()
        try Output.write(styled: story.drawing)
    }

    /// Clears the lanes, so that a message appears on its own line.
    mutating func makeRoom() { status.clear() }
}

/// A replay as text: the heading, the lines of each snapshot, and the drawing at its end.
struct ShownStory {
    enum Detail {
        /// Only the drawing.
        case brief
        /// The changes, with the rules that decided them.
        case changes
        /// Every step with the resulting state and all reasons.
        case why
    }

    let chart: Chart
    /// The times at which the parts are written, in order; the heading comes first.
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

    var text: String { parts.map(\.text).joined() + drawing }
}
