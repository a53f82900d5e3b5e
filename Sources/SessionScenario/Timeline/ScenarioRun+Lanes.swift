import SessionPolicy
import SessionWorld

extension ScenarioRun {
    /// A drawing of who is heard when: one lane per sound, time to the right.
    public var lanes: String {
        let moments = moments
        guard let reply = entries.last?.reply else { return "" }
        var labels: [String] = []
        for moment in moments {
            for sound in moment.heard.map(\.reference) + moment.unheard.map(\.reference) {
                let label = reply.text(of: sound)
                if !labels.contains(label) { labels.append(label) }
            }
        }
        let labelWidth = min(Self.widestLabel, labels.map(\.count).max() ?? 0)
        let width = TextColumn.width - labelWidth - 2
        var text = ""
        for label in labels {
            var lane = Lane(width: width, seconds: seconds)
            for moment in moments {
                lane.take(Lane.Standing(of: label, at: moment, reply), at: moment.at.seconds)
            }
            text += "\(TextColumn.filled(label, to: labelWidth))  \(lane.finished)\n"
        }
        guard !labels.isEmpty else { return "" }
        let indent = String(repeating: " ", count: labelWidth + 2)
        let end = "\(plainText((seconds * 1000).rounded() / 1000)) s"
        text += indent + "0 s" + String(repeating: " ", count: max(1, width - 3 - end.count)) + end + "\n"
        text += indent + "▶ starts  ━ heard  ▽ duck begins  ─ ducked  ▲ duck ends  ┄ not heard  ■ ends\n"
        return text
    }

    private static let widestLabel = 28
}

/// One lane of the drawing.
private struct Lane {
    private var cells: [Character]
    private let secondsPerCell: Double
    private var standing = Standing.absent
    private var filledTo = 0

    /// How a sound stands at a moment.
    enum Standing {
        case absent, heard, ducked, unheard

        init(of label: String, at moment: Moment, _ reply: Reply) {
            if let heard = moment.heard.first(where: { reply.text(of: $0.reference) == label }) {
                self = heard.isDucked ? .ducked : .heard
            } else if moment.unheard.contains(where: { reply.text(of: $0.reference) == label }) {
                self = .unheard
            } else {
                self = .absent
            }
        }

        var cell: Character {
            switch self {
            case .absent: " "
            case .heard: "━"
            case .ducked: "─"
            case .unheard: "┄"
            }
        }
    }

    init(width: Int, seconds: Double) {
        cells = Array(repeating: " ", count: width)
        secondsPerCell = max(seconds, 1e-9) / Double(max(1, width - 1))
    }

    mutating func take(_ next: Standing, at seconds: Double) {
        guard next != standing else { return }
        let cell = min(cells.count - 1, Int(seconds / secondsPerCell))
        fill(to: cell)
        cells[cell] = mark(to: next, over: cells[cell])
        filledTo = cell + 1
        standing = next
    }

    /// The lane, drawn to its end.
    var finished: String {
        var lane = self
        lane.fill(to: cells.count)
        return String(lane.cells)
    }

    private mutating func fill(to end: Int) {
        while filledTo < end {
            cells[filledTo] = standing.cell
            filledTo += 1
        }
    }

    /// A sound that starts and ends in one cell shows its start.
    private func mark(to next: Standing, over old: Character) -> Character {
        switch (standing, next) {
        case (.absent, _): "▶"
        case (_, .absent): old == "▶" ? "▶" : "■"
        case (_, .ducked): "▽"
        case (.ducked, .heard): "▲"
        default: next.cell
        }
    }
}
