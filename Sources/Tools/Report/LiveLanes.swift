import SessionPolicy
package import SessionWorld

/// The lanes of a playing scenario so far, for a terminal: which sounds are audible, how loud, and which rule silences
/// the others.
package struct LiveLanes: Sendable {
    private let rows: [(name: String, cells: [Character], lane: Chart.Lane)]
    private let seconds: Double
    private let style: TextStyle

    /// Creates the lanes.
    /// - Parameters:
    ///   - chart: The scenario, played in virtual time.
    ///   - style: The width of the terminal, and whether it has colours.
    package init(_ chart: Chart, _ style: TextStyle) {
        (self.style, seconds) = (style, chart.seconds)
        let width = chart.labelWidth(in: style)
        let scale = CellScale(count: max(8, style.width - width - Self.noteWidth - 4), seconds: seconds)
        rows = chart.groups.flatMap(\.lanes).map {
            ($0.label.printable.filled(to: width), Array(LaneCells($0, scale).finished), $0)
        }
    }

    private static let noteWidth = 22

    /// Returns the lines at a time: one for each sound that has started by then, and one for the time.
    /// - Parameters:
    ///   - now: Seconds from the start.
    ///   - height: The largest number of lines; silent sounds are dropped first.
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
