import SessionPolicy
import SessionWorld

extension ScenarioRun {
    /// A drawing of who is heard when: one lane per sound, time to the right.
    public var lanes: String {
        guard let names = entries.last?.reply.names else { return "" }
        var drawing = LaneDrawing(names)
        for moment in moments { drawing.take(moment) }
        guard !drawing.labels.isEmpty else { return "" }
        let labelWidth = min(Self.widestLabel, drawing.labels.map(\.count).max() ?? 0)
        let width = TextColumn.width - labelWidth - 2
        var text = ""
        for (label, turns) in zip(drawing.labels, drawing.turns) {
            var lane = LaneCells(width: width, seconds: seconds)
            for turn in turns { lane.take(turn.standing, at: turn.at.seconds) }
            text += "\(TextColumn.filled(label, to: labelWidth))  \(lane.finished)\n"
        }
        let indent = PlainText.padded("", labelWidth + 2)
        let end = "\(plainText((seconds * 1000).rounded() / 1000)) s"
        text += indent + PlainText.padded("0 s", max(4, width - end.count)) + end + "\n"
        text += indent + "▶ starts  ━ heard  ▽ duck begins  ─ ducked  ▲ duck ends  ┄ not heard  ■ ends\n"
        return text
    }

    static let widestLabel = 28
}

/// What becomes of each sound, gathered in one pass over the moments: each costs what is started then.
struct LaneDrawing {
    let names: NameTable
    /// The sounds in the order in which they appear.
    private(set) var labels: [String] = []
    /// When each of them begins to stand otherwise.
    private(set) var turns: [[(at: Instant, standing: LaneCells.Standing)]] = []
    private var laneOfSound: [SoundReference: Int] = [:]
    private var laneOfName: [SoundName: Int] = [:]
    /// The lanes of the last moment's sounds.
    private var present: [Int] = []
    /// The number of the moment in which a lane was taken last.
    private var lastTaken: [Int] = []
    private var count = 0

    init(_ names: NameTable) { self.names = names }

    mutating func take(_ moment: Moment) {
        count += 1
        let before = present
        present.removeAll(keepingCapacity: true)
        for sound in moment.heard { take(sound.reference, sound.isDucked ? .ducked : .heard, at: moment.at) }
        for sound in moment.unheard { take(sound.reference, .unheard, at: moment.at) }
        for lane in before where lastTaken[lane] != count { turn(lane, .absent, at: moment.at) }
    }

    private mutating func take(_ sound: SoundReference, _ standing: LaneCells.Standing, at moment: Instant) {
        let lane = self.lane(of: sound)
        // A sound and a system sound of one name share a lane; who is heard comes first.
        guard lastTaken[lane] != count else { return }
        lastTaken[lane] = count
        present.append(lane)
        turn(lane, standing, at: moment)
    }

    private mutating func turn(_ lane: Int, _ standing: LaneCells.Standing, at moment: Instant) {
        if turns[lane].last?.standing != standing { turns[lane].append((moment, standing)) }
    }

    private mutating func lane(of sound: SoundReference) -> Int {
        if let lane = laneOfSound[sound] { return lane }
        let name = names.name(of: sound)
        let lane = laneOfName[name] ?? labels.count
        if lane == labels.count {
            labels.append(name.text)
            turns.append([])
            lastTaken.append(0)
            laneOfName[name] = lane
        }
        laneOfSound[sound] = lane
        return lane
    }
}

/// One lane of the drawing.
struct LaneCells {
    private var cells: [Character]
    private let secondsPerCell: Double
    private var standing = Standing.absent
    private var filledTo = 0

    /// How a sound stands at a moment.
    enum Standing {
        case absent, heard, ducked, unheard

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
