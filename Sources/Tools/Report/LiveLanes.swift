import SessionPolicy
package import SessionWorld

/// The lanes of a scenario as far as they have been heard, for a terminal on which it plays: who is heard, how loud, and by
/// which rule not.
package struct LiveLanes: Sendable {
    private let rows: [(name: String, cells: [Character], lane: Chart.Lane)]
    private let seconds: Double
    private let style: TextStyle

    /// Draws up the lanes.
    /// - Parameters:
    ///   - chart: The scenario, played in virtual time.
    ///   - style: How wide the terminal is, and whether it has colours.
    package init(_ chart: Chart, _ style: TextStyle) {
        (self.style, seconds) = (style, chart.seconds)
        let width = chart.labelWidth(in: style)
        let scale = CellScale(count: max(8, style.width - width - Self.noteWidth - 4), seconds: seconds)
        rows = chart.groups.flatMap(\.lanes).map {
            ($0.label.printable.filled(to: width), Array(LaneCells($0, scale).finished), $0)
        }
    }

    private static let noteWidth = 22

    /// The lines at a moment: one for each sound that has begun by then, and one for the time.
    /// - Parameters:
    ///   - now: The moment, in seconds from the start.
    ///   - height: How many lines there may be; sounds that are silent give way first.
    package func lines(at now: Double, height: Int) -> [String] {
        let begun = rows.compactMap { row in row.lane.turns.last { $0.at <= now }.map { (row: row, state: $0.state) } }
        let sounding = begun.filter { $0.state != nil }
        let shown = begun.count < height ? begun : Array(sounding.prefix(max(0, height - 1)))
        let place = "\((now * 10).rounded() / 10) of \((seconds * 10).rounded() / 10) s"
        let hidden = begun.count > shown.count ? "   \(begun.count - shown.count) more" : ""
        return shown.map { row, state in
            let part = max(0, min(1, now / max(seconds, 1e-9)))
            let count = min(row.cells.count, Int(part * Double(row.cells.count - 1)) + 1)
            let lane = String(row.cells.prefix(count)).filled(to: row.cells.count)
            let note = style.paint(String((state?.words ?? "").prefix(Self.noteWidth)), style.ink(of: state.mark))
            return "\(row.name)  \(style.painted(lane))  \(note)"
        } + [place + hidden]
    }
}
