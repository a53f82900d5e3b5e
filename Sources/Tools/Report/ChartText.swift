import SessionPolicy
import SessionScenario
package import SessionWorld

/// A chart for a terminal: a line per change with the rule that decided it, and a drawing with a time axis.
package struct ChartText {
    private let chart: Chart
    private let style: TextStyle
    private let tellsFailures: Bool

    /// Lays out a chart.
    /// - Parameter tellsFailures: Whether a failed step says what was expected; false if that is told below.
    package init(_ chart: Chart, _ style: TextStyle, tellsFailures: Bool = true) {
        (self.chart, self.style, self.tellsFailures) = (chart, style, tellsFailures)
    }

    /// The title, followed by the file, the rules and the length of the story.
    package var heading: String {
        let counted = [
            chart.run.scenario.file.printable, chart.run.book.title,
            "\(chart.steps.count) step\(chart.steps.count == 1 ? "" : "s")",
            "\(number(chart.seconds)) s",
        ]
        let facts = counted.joined(separator: " · ")
        func lines(_ text: String) -> [String] {
            PlainText.hanging("", text, width: style.width).map { $0.cut(to: style.width) }
        }
        let title = lines(chart.run.scenario.title.printable).map { style.strong($0) }
        return (title + lines(facts).map { style.paint($0, .quiet) }).map { $0 + "\n" }.joined() + "\n"
    }

    // MARK: Moments

    private static let stepColumn = 9
    private static let widestStep = 40
    private static let levelWidth = 20
    private static let widestSound = 16
    private static let ruleWidth = 9

    /// The width of snapshot lines; limited, since a rule far to the right is hard to associate with its sound.
    private var lineWidth: Int { min(style.width, 120) }
    /// Whether steps and changes are side by side.
    private var hasTwoColumns: Bool { style.width >= 76 }
    private var stepWidth: Int {
        let least = soundWidth + Self.levelWidth + Self.ruleWidth + 3
        return min(Self.widestStep, lineWidth - Self.stepColumn - least - 2)
    }
    private var changeWidth: Int {
        lineWidth - Self.stepColumn - (hasTwoColumns ? stepWidth + 2 : 0)
    }
    /// The width of the sounds' column: that of the longest name, within limits.
    private var soundWidth: Int {
        min(Self.widestSound, chart.groups.flatMap(\.lanes).map { $0.label.printable.columns }.max() ?? 0)
    }

    /// Returns the lines of a snapshot: the step, and the sounds that have changed; none if only time has passed
    /// without a change.
    package func lines(of moment: Chart.Snapshot) -> String {
        let changes = moment.changes
        guard let step = moment.step else { return changes.isEmpty ? "" : rows(moment.at, "…", nil, changes) }
        if step.step.text.hasPrefix("wait"), step.result == "ok", changes.isEmpty, step.failures.isEmpty { return "" }
        let isRefused = step.result != "ok"
        let text = step.step.text.printable + (isRefused ? " → \(step.result)" : "")
        let rule = isRefused && changes.isEmpty ? moment.reasons.last?.rule.id : nil
        return rows(moment.at, text, rule, changes)
            + step.failures.map { failure in
                let words =
                    tellsFailures
                    ? ": expected \(failure.expected), was \(failure.actual)" : ", line \(failure.position.line)"
                return PlainText.hanging("         ✗ ", (failure.key + words).printable, width: style.width)
                    .map { style.paint($0, .bad) + "\n" }.joined()
            }.joined()
    }

    private func rows(_ at: Double, _ text: String, _ rule: String?, _ changes: [Chart.Change]) -> String {
        var changes = changes.map(line)[...]
        let time = style.paint(TextColumn.rightAligned(fixed(at), 7), .quiet) + "  "
        let indent = String(repeating: " ", count: Self.stepColumn)
        var lines: [String]
        if hasTwoColumns, text.columns <= stepWidth, let first = changes.popFirst() {
            lines = [time + text.filled(to: stepWidth) + "  " + first]
        } else if let rule {
            lines = [time + text.filled(to: lineWidth - Self.stepColumn - rule.count) + style.paint(rule, .quiet)]
        } else {
            lines = [time + text.cut(to: style.width - Self.stepColumn)]
        }
        let lead = hasTwoColumns ? indent + String(repeating: " ", count: stepWidth + 2) : indent
        lines += changes.map { lead + $0 }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ change: Chart.Change) -> String {
        let ports = change.outputs.map(Self.short).joined(separator: ", ")
        let level =
            switch change.now {
            case .heard(let tenths): Self.level(tenths) + (ports.isEmpty ? "" : " \(ports)")
            case .ducked(let tenths): Self.level(tenths) + " lowered"
            case .unheard: "       not heard"
            case nil: change.isPaused ? "       pauses" : "       ends"
            }
        let mark = change.now.mark ?? (change.isPaused ? LaneCells.pause : "■")
        let text =
            "\(mark) \(change.sound.printable.filled(to: soundWidth)) "
            + level.filled(to: changeWidth - soundWidth - 3 - Self.ruleWidth)
        guard let rule = change.rule else { return style.paint(text.trimmedAtEnd, style.ink(of: mark)) }
        return style.paint(text, style.ink(of: mark))
            + style.paint(TextColumn.rightAligned(rule, Self.ruleWidth), .quiet)
    }

    private static func level(_ tenths: Int) -> String {
        TextColumn.rightAligned(number(Double(tenths) / 10), 5) + " dB"
    }

    private static func short(_ port: String) -> String {
        guard port.hasPrefix("builtIn") else { return port }
        let rest = port.dropFirst("builtIn".count)
        return rest.prefix(1).lowercased() + rest.dropFirst()
    }

    private func fixed(_ seconds: Double) -> String {
        let thousandths = Int((seconds * 1000).rounded())
        let rest = "\(thousandths % 1000)"
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    // MARK: Drawing

    /// The axis, the device, a lane for each sound, and a legend; empty if nothing ever played.
    package var drawing: String {
        let lanes = chart.groups.flatMap(\.lanes)
        guard !lanes.isEmpty else { return "" }
        let names = lanes.map(\.label.printable) + chart.changingLanes.map(\.name)
        let labelWidth = min(28, style.width / 4, names.map(\.columns).max() ?? 0)
        let cells = max(8, style.width - labelWidth - 2)
        let scale = CellScale(count: cells, seconds: chart.seconds)
        let indent = String(repeating: " ", count: labelWidth + 2)
        var text = indent + style.paint(axis(scale), .quiet) + "\n"
        for row in chart.changingLanes {
            text += style.paint(row.name.filled(to: labelWidth), .quiet) + "  " + blocks(row, scale) + "\n"
        }
        var marks: Set<Character> = []
        for lane in lanes {
            let cells = LaneCells(lane, scale).finished
            marks.formUnion(cells)
            text += lane.label.printable.filled(to: labelWidth) + "  " + style.painted(cells.trimmedAtEnd) + "\n"
        }
        let legend = LaneCells.legend.filter { marks.contains($0.mark) }.map { "\($0.mark) \($0.says)" }
        return text + folded(legend, indent)
    }

    private func folded(_ legend: [String], _ indent: String) -> String {
        var lines: [String] = []
        for entry in legend {
            if let last = lines.last, indent.count + last.count + 2 + entry.count <= style.width {
                lines[lines.count - 1] = last + "  " + entry
            } else {
                lines.append(entry)
            }
        }
        return lines.map { indent + style.painted($0) + "\n" }.joined()
    }

    private func axis(_ scale: CellScale) -> String {
        var cells = Array(repeating: Character(" "), count: scale.count)
        var end = 0
        for tick in scale.ticks {
            let label = "\(number(tick))" + (tick == 0 ? " s" : "")
            let place = min(scale.cell(at: tick), scale.count - label.count)
            guard place >= end else { continue }
            for (offset, character) in label.enumerated() { cells[place + offset] = character }
            end = place + label.count + 1
        }
        return String(cells).trimmedAtEnd
    }

    /// Formats a span with its words, or without them if they would not be understood.
    private func block(_ says: String, _ width: Int) -> String {
        let room = style.hasColours ? width : width - 2
        guard says.columns <= room || room >= 3 else { return style.block(String(repeating: "▪", count: width)) }
        return style.hasColours ? style.block(says.filled(to: room)) : "[" + says.filled(to: room) + "]"
    }

    /// The spans in which a part of the device was not in its initial state.
    private func blocks(_ row: Chart.DeviceLane, _ scale: CellScale) -> String {
        var text = ""
        var place = 0
        for span in row.spans where !row.isUsual(span) {
            let from = max(place, scale.cell(at: span.from))
            let to = min(scale.count, max(from + 1, scale.cell(at: span.to)))
            guard from < to else { continue }
            let says = Self.short(span.value).printable
            text += String(repeating: " ", count: from - place)
            text += block(says, to - from)
            place = to
        }
        return text
    }
}
