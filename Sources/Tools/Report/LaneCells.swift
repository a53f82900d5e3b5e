import SessionWorld

/// The columns of times in a row of cells.
struct CellScale: Sendable {
    let count: Int
    private let secondsPerCell: Double
    private let seconds: Double

    init(count: Int, seconds: Double) {
        (self.count, self.seconds) = (count, seconds)
        secondsPerCell = max(seconds, 1e-9) / Double(max(1, count - 1))
    }

    func cell(at seconds: Double) -> Int { max(0, min(count - 1, Int(seconds / secondsPerCell))) }

    /// The round times of the scale, at least eight cells apart.
    var ticks: [Double] { Report.ticks(in: seconds, apart: secondsPerCell * 8) }
}

/// A lane in a text drawing: a mark where a sound starts, changes or ends, and lines for the states in between.
struct LaneCells {
    static let legend: [(mark: Character, says: String)] = [
        ("▶", "starts"), ("▷", "resumes"), ("━", "heard"), ("▽", "is lowered"), ("─", "lowered"), ("▲", "comes back"),
        ("┄", "not heard"),
        ("□", "pauses"), ("■", "ends"),
    ]
    static let pause: Character = "□"

    private var cells: [Character] = []
    private let scale: CellScale
    /// The mark of the current state, or nil if there is no sound.
    private var mark: Character?

    init(_ lane: Chart.Lane, _ scale: CellScale) {
        self.scale = scale
        for change in lane.turns where change.state.mark != mark { turn(to: change.state.mark, at: change.at, lane) }
    }

    private mutating func turn(to next: Character?, at seconds: Double, _ lane: Chart.Lane) {
        let cell = scale.cell(at: seconds)
        fill(to: cell)
        let old = cells.count > cell ? cells[cell] : " "
        var new = symbol(to: next, over: old)
        // The device's own sounds have no start events.
        if new == "▶", mark == nil, !lane.starts.isEmpty, !lane.starts.contains(seconds) { new = "▷" }
        if new == "■", lane.pauses.contains(seconds) { new = Self.pause }
        cells[cell...] = [new]
        mark = next
    }

    var finished: String {
        var lane = self
        lane.fill(to: scale.count)
        return String(lane.cells)
    }

    private mutating func fill(to end: Int) {
        while cells.count < end { cells.append(mark ?? " ") }
    }

    /// A sound that starts and ends in the same cell shows its start.
    private func symbol(to next: Character?, over old: Character) -> Character {
        switch (mark, next) {
        case (nil, _): "▶"
        case (_, nil): "▶▷".contains(old) ? old : "■"
        case (_, "─"): "▽"
        case ("─", "━"): "▲"
        case (_, let next?): next
        }
    }
}

extension Chart.LaneState? {
    var mark: Character? {
        switch self {
        case .heard: "━"
        case .ducked: "─"
        case .unheard: "┄"
        case nil: nil
        }
    }
}

extension TextStyle {
    func ink(of mark: Character?) -> Ink? {
        switch mark {
        case "▶", "▷", "━", "▲": .heard
        case "▽", "─": .ducked
        case "┄", "□", "■": .quiet
        default: nil
        }
    }

    func painted(_ text: String) -> String {
        guard hasColours else { return text }
        var runs: [(ink: Ink?, text: String)] = []
        for character in text {
            let ink = ink(of: character)
            if runs.last?.ink != ink || runs.isEmpty { runs.append((ink, "")) }
            runs[runs.count - 1].text.append(character)
        }
        return runs.map { paint($0.text, $0.ink) }.joined()
    }
}
