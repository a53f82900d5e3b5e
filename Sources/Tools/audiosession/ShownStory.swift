import Report
import SessionScenario
import SessionWorld

/// A replay as text, in parts with the times at which they are written: the heading, the lines of each snapshot, and the
/// drawing at the end.
struct ShownStory {
    enum Detail {
        /// Only the drawing.
        case brief
        /// The changes, with the rules that decided them.
        case changes
        /// Every step with the resulting state and all reasons.
        case why
    }

    private var parts: ArraySlice<(at: Double, text: String)>

    init(_ run: ScenarioRun, _ detail: Detail, _ style: TextStyle) {
        let chart = Chart(run)
        let text = ChartText(chart, style, tellsFailures: !Terminal.isForPeople(json: false))
        parts = [(0, text.heading)]
        switch detail {
        case .brief: break
        case .changes: parts += chart.moments.map { ($0.at, text.lines(of: $0)) }
        case .why:
            parts += run.entries.map { ($0.reply.at, $0.timeline(width: style.width)) }
            parts.append((run.seconds, run.conclusion(width: style.width)))
        }
        parts.append((.infinity, (detail == .brief ? "" : "\n") + text.drawing + "\n"))
    }

    /// Returns the text up to a time that has not been returned yet.
    mutating func text(until seconds: Double = .infinity) -> String {
        let due = parts.prefix { $0.at <= seconds }
        parts = parts[due.endIndex...]
        return due.map(\.text).joined()
    }
}
