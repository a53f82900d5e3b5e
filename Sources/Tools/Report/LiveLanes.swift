import SessionPolicy
package import SessionWorld

/// The lanes of a scenario as far as they have been heard, for a terminal on which it plays: who is heard, how loud, and by
/// which rule not.
package struct LiveLanes: Sendable {
    private struct Row: Sendable {
        let name: String
        /// The whole lane; a part of it is shown.
        let cells: [Character]
        let turns: [LaneTurn]
    }

    private let rows: [Row]
    private let seconds: Double
    private let style: TextStyle

    /// Draws up the lanes.
    ///
    /// - Parameters:
    ///   - chart: The scenario, played in virtual time.
    ///   - style: How wide the terminal is, and whether it has colours.
    package init(_ chart: Chart, _ style: TextStyle) {
        (self.style, seconds) = (style, chart.seconds)
        let labels = chart.groups.flatMap(\.lanes).map(\.label)
        let nameWidth = min(28, labels.map(\.printable.columns).max() ?? 0, style.width / 4)
        let scale = CellScale(count: max(8, style.width - nameWidth - Self.noteWidth - 4), seconds: seconds)
        let turns = chart.turns
        rows = labels.map { label in
            let own = turns[label] ?? []
            return Row(
                name: label.printable.filled(to: nameWidth), cells: Array(LaneCells(own, scale).finished), turns: own)
        }
    }

    private static let noteWidth = 22

    /// The lines at a moment: one for each sound that has begun by then, and one for the time.
    ///
    /// - Parameters:
    ///   - now: The moment, in seconds from the start.
    ///   - height: How many lines there may be; sounds that are silent give way first.
    package func lines(at now: Double, height: Int) -> [String] {
        let begun = rows.compactMap { row in row.turns.last { $0.at <= now }.map { (row: row, standing: $0.standing) } }
        let sounding = begun.filter { $0.standing != nil }
        let shown = begun.count < height ? begun : Array(sounding.prefix(max(0, height - 1)))
        let place = "\((now * 10).rounded() / 10) of \((seconds * 10).rounded() / 10) s"
        let hidden = begun.count > shown.count ? "   \(begun.count - shown.count) more" : ""
        return shown.map { line($0.row, $0.standing, now) } + [place + hidden]
    }

    private func line(_ row: Row, _ standing: Chart.Standing?, _ now: Double) -> String {
        let part = max(0, min(1, now / max(seconds, 1e-9)))
        let count = min(row.cells.count, Int(part * Double(row.cells.count - 1)) + 1)
        let lane = String(row.cells.prefix(count)).filled(to: row.cells.count)
        let (text, ink): (String, TextStyle.Ink?) =
            switch standing {
            case nil: ("", nil)
            case .heard(let tenths): ("\(Double(tenths) / 10) dB", .heard)
            case .ducked(let tenths): ("\(Double(tenths) / 10) dB, lowered", .ducked)
            case .unheard(let rule): ("not heard: \(rule)", .quiet)
            }
        return "\(row.name)  \(painted(lane, style))  " + style.paint(String(text.prefix(Self.noteWidth)), ink)
    }
}
