package enum PlainText {
    package static let width = 118
    private static let narrowest = 10
    private static let gap = 2

    static func heading(_ title: String, _ rule: Character) -> [String] {
        [title, String(repeating: rule, count: title.count)]
    }

    /// Words on lines of at most `width` characters; a longer word has a line of its own.
    static func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty && line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + [line]
    }

    /// Wrapped words behind a label, the lines after the first indented as far.
    /// - Parameter width: How many characters a line has at most, the label included.
    package static func hanging(_ label: String, _ text: String, width: Int = PlainText.width) -> [String] {
        let indent = String(repeating: " ", count: label.count)
        return wrapped(text, width - label.count).enumerated().map { ($0.offset == 0 ? label : indent) + $0.element }
    }

    package static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Aligned columns; the widest give way until a row fits. If the width is too small for the number of columns, each
    /// row is a block of lines.
    static func table(_ headings: [String], _ rows: [[String]], width: Int = PlainText.width) -> [String] {
        let widths = columnWidths(headings, rows, within: width)
        guard total(widths) <= width else { return blocks(headings, rows, width) }
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
        let wraps = widths.contains { $0 < longest(in: rows, headings) }
        var lines = row(headings, widths) + [rule]
        for (index, cells) in rows.enumerated() {
            let printed = row(cells, widths)
            // A line between rows helps the eye only where rows take several lines.
            if wraps && index > 0 && (printed.count > 1 || row(rows[index - 1], widths).count > 1) { lines.append("") }
            lines += printed
        }
        return lines
    }

    /// Rows without columns: the first cell of each, and below it the others, each behind its heading.
    private static func blocks(_ headings: [String], _ rows: [[String]], _ width: Int) -> [String] {
        let blocks = rows.map { cells in
            hanging("", cells[0], width: width)
                + zip(headings, cells).dropFirst().filter { !$0.1.isEmpty }.flatMap { heading, cell in
                    hanging("    ", "\(heading): \(cell)", width: width)
                }
        }
        return Array(blocks.joined(separator: [""]))
    }

    private static func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + gap * (widths.count - 1) }

    private static func longest(in rows: [[String]], _ headings: [String]) -> Int {
        ([headings] + rows).flatMap { $0 }.map { $0.count }.max() ?? 0
    }

    /// The widest give way: first as far as their longest words let them, then all.
    private static func columnWidths(_ headings: [String], _ rows: [[String]], within width: Int) -> [Int] {
        let cells = headings.indices.map { column in ([headings] + rows).map { $0[column] } }
        var widths = cells.map { $0.map { $0.count }.max() ?? 0 }
        let words = cells.map { $0.flatMap { $0.split(separator: " ") }.map { $0.count }.max() ?? 0 }
        for least in [words.map { max($0, narrowest) }, words.map { _ in narrowest }] {
            while total(widths) > width {
                let wide = widths.indices.filter { widths[$0] > least[$0] }
                guard let widest = wide.max(by: { widths[$0] < widths[$1] }) else { break }
                widths[widest] -= 1
            }
        }
        return widths
    }

    /// The pieces of a word that is wider than its column; a line that is not is one piece.
    private static func cut(_ line: String, _ width: Int) -> [String] {
        guard line.count > width else { return [line] }
        return [String(line.prefix(width))] + cut(String(line.dropFirst(width)), width)
    }

    private static func row(_ cells: [String], _ widths: [Int]) -> [String] {
        let wrappedCells = zip(cells, widths).map { cell, width in
            wrapped(cell, width).flatMap { cut($0, width) }
        }
        let height = wrappedCells.map { $0.count }.max() ?? 0
        return (0..<height).map { line in
            let parts = zip(wrappedCells, widths).map { padded(line < $0.count ? $0[line] : "", $1) }
            return parts.joined(separator: "  ").trimmedAtEnd
        }
    }
}

extension String {
    /// Without the spaces at its end.
    package var trimmedAtEnd: String { String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]) }
}
