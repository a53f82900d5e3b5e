import SessionWorld

/// The columns of moments in a row of cells.
struct CellScale: Sendable {
    let count: Int
    private let secondsPerCell: Double
    private let seconds: Double

    init(count: Int, seconds: Double) {
        (self.count, self.seconds) = (count, seconds)
        secondsPerCell = max(seconds, 1e-9) / Double(max(1, count - 1))
    }

    func cell(at seconds: Double) -> Int { max(0, min(count - 1, Int(seconds / secondsPerCell))) }

    /// The round moments of the scale, at least eight cells apart.
    var ticks: [Double] {
        let least = secondsPerCell * 8
        var step = 0.001
        var turn = 0
        while step < least {
            step *= [2, 2.5, 2][turn % 3]
            turn += 1
        }
        return (0...Int(seconds / step)).map { Double($0) * step }
    }
}

/// A time from which a sound has a standing; nil where the sound is no longer there.
typealias LaneTurn = (at: Double, standing: Chart.Standing?)

extension Chart {
    /// The times at which each sound changes its standing, by the sound's label.
    var turns: [String: [LaneTurn]] {
        var turns: [String: [LaneTurn]] = [:]
        for moment in moments {
            for change in moment.changes { turns[change.sound, default: []].append((moment.at, change.now)) }
        }
        return turns
    }
}

/// One lane of a drawing in text: a mark where a sound starts, turns or ends, and between them a line that says how it stands.
struct LaneCells {
    /// Each mark with what it means.
    static let legend: [(mark: Character, says: String)] = [
        ("▶", "starts"), ("━", "heard"), ("▽", "is lowered"), ("─", "lowered"), ("▲", "comes back"), ("┄", "not heard"),
        ("■", "ends"),
    ]

    private enum Standing {
        case absent, heard, ducked, unheard

        init(_ standing: Chart.Standing) {
            self =
                switch standing {
                case .heard: .heard
                case .ducked: .ducked
                case .unheard: .unheard
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

    private var cells: [Character]
    private let scale: CellScale
    private var standing = Standing.absent
    private var filledTo = 0

    /// - Parameter turns: When the sound begins to stand otherwise, in order; nil where it is no longer there.
    init(_ turns: [LaneTurn], _ scale: CellScale) {
        self.scale = scale
        cells = Array(repeating: " ", count: scale.count)
        for turn in turns { take(turn.standing.map(Standing.init) ?? .absent, at: turn.at) }
    }

    private mutating func take(_ next: Standing, at seconds: Double) {
        guard next != standing else { return }
        let cell = scale.cell(at: seconds)
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

/// A text with its marks in their colours.
func painted(_ text: String, _ style: TextStyle) -> String {
    guard style.hasColours else { return text }
    var result = ""
    var run = ""
    var ink: TextStyle.Ink?
    for character in text {
        let next: TextStyle.Ink? =
            switch character {
            case "▶", "━", "▲": .heard
            case "▽", "─": .ducked
            case "┄", "■": .quiet
            default: nil
            }
        if next != ink {
            result += style.paint(run, ink)
            (run, ink) = ("", next)
        }
        run.append(character)
    }
    return result + style.paint(run, ink)
}
