import SessionPolicy
import SessionWorld

/// The lanes of a scenario as far as they have been heard, for a terminal on which it plays: who is heard, how loud, and by
/// which rule not.
public struct LiveLanes: Sendable {
    private struct Row {
        let name: String
        /// The whole lane; a part of it is shown.
        let cells: [Character]
        /// What stands behind it from which moment on.
        let notes: [(at: Instant, note: Note)]
    }

    private enum Note: Equatable {
        case absent
        case heard(String)
        case ducked(String)
        case unheard(String)
    }

    private let rows: [Row]
    private let seconds: Double
    private let width: Int

    /// Draws up the lanes.
    ///
    /// - Parameters:
    ///   - run: The scenario, played in virtual time.
    ///   - width: How many columns the terminal has; at least 40 are used.
    public init(_ run: ScenarioRun, width: Int) {
        self.width = max(40, width)
        seconds = run.seconds
        guard let reply = run.entries.last?.reply else {
            rows = []
            return
        }
        var drawing = LaneDrawing(reply.names)
        for moment in run.moments { drawing.take(moment) }
        let nameWidth = min(ScenarioRun.widestLabel, drawing.labels.map(\.columns).max() ?? 0, self.width / 4)
        let notes = Self.notes(run.moments, reply)
        let cellCount = max(8, self.width - nameWidth - Self.noteWidth - 4)
        rows = zip(drawing.labels, drawing.turns).map { label, turns in
            var lane = LaneCells(width: cellCount, seconds: run.seconds)
            for turn in turns { lane.take(turn.standing, at: turn.at.seconds) }
            return Row(
                name: label.printable.filled(to: nameWidth), cells: Array(lane.finished), notes: notes[label] ?? [])
        }
    }

    private static let noteWidth = 22

    /// What stands behind each lane, by its label, and from when on.
    private static func notes(_ moments: [Moment], _ reply: Reply) -> [String: [(at: Instant, note: Note)]] {
        var notes: [String: [(at: Instant, note: Note)]] = [:]
        for moment in moments {
            var now: [String: Note] = [:]
            for sound in moment.unheard { now[reply.text(of: sound.reference)] = .unheard(sound.rule.id) }
            for sound in moment.heard {
                let level = "\(sound.decibels) dB"
                now[reply.text(of: sound.reference)] = sound.isDucked ? .ducked(level) : .heard(level)
            }
            for label in Set(notes.keys).union(now.keys) {
                let note = now[label] ?? .absent
                if notes[label]?.last?.note != note { notes[label, default: []].append((moment.at, note)) }
            }
        }
        return notes
    }

    /// The lines at a moment: one for each sound that has begun by then, and one for the time.
    ///
    /// - Parameters:
    ///   - now: The moment, in seconds from the start.
    ///   - height: How many lines there may be; sounds that are silent give way first.
    ///   - colours: Whether what is heard and what is not is coloured too.
    public func lines(at now: Double, height: Int, colours: Bool) -> [String] {
        let moment = Instant(seconds: now)
        let begun: [(row: Row, note: Note)] = rows.compactMap { row in
            row.notes.last { $0.at <= moment }.map { (row, $0.note) }
        }
        let sounding = begun.filter { $0.note != .absent }
        let shown = begun.count < height ? begun : Array(sounding.prefix(max(0, height - 1)))
        let place = "\((now * 10).rounded() / 10) of \((seconds * 10).rounded() / 10) s"
        let hidden = begun.count > shown.count ? "   \(begun.count - shown.count) more" : ""
        return shown.map { line($0.row, $0.note, now, colours) } + [place + hidden]
    }

    private func line(_ row: Row, _ note: Note, _ now: Double, _ colours: Bool) -> String {
        let part = max(0, min(1, now / max(seconds, 1e-9)))
        let count = min(row.cells.count, Int(part * Double(row.cells.count - 1)) + 1)
        let lane = String(row.cells.prefix(count)).filled(to: row.cells.count)
        let (text, colour) =
            switch note {
            case .absent: ("", "")
            case .heard(let level): (level, "\u{1B}[34m")
            case .ducked(let level): ("\(level), ducked", "\u{1B}[33m")
            case .unheard(let rule): ("not heard: \(rule)", "\u{1B}[2m")
            }
        let note = String(text.prefix(Self.noteWidth))
        return "\(row.name)  \(lane)  " + (colours && !note.isEmpty ? colour + note + "\u{1B}[0m" : note)
    }
}

extension String {
    /// How many columns of a terminal it takes; what is wide in the scripts of East Asia takes two.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Filled up with spaces on its right, or cut with an ellipsis.
    fileprivate func filled(to width: Int) -> String {
        let own = columns
        guard own > width else { return self + String(repeating: " ", count: width - own) }
        var (text, used) = ("", 0)
        for character in self {
            guard used + character.columns < width else { break }
            text.append(character)
            used += character.columns
        }
        return text + "…" + String(repeating: " ", count: max(0, width - used - 1))
    }
}

extension Character {
    fileprivate var columns: Int {
        switch unicodeScalars.first?.value ?? 0 {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
