import Foundation

/// Everything measured in one run: a table for people and a file for programs.
struct FigureTable {
    var figures: [Figure] = []

    /// The table, its columns aligned, one figure a line.
    var table: String {
        let header = ["what", "value", "unit", "reach", "ratio", ""]
        let rows = figures.map { figure in
            [
                figure.name, Self.text(figure.value), figure.unit, Self.reach(figure),
                Self.text(figure.ratio), Self.verdict(figure),
            ]
        }
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        return ([header] + rows).map { row in
            let cells = zip(row.indices, row).map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 1 || column == 3 || column == 4 ? padding + cell : cell + padding
            }
            return cells.joined(separator: "  ").trimmingSuffix(while: \.isWhitespace)
        }.joined(separator: "\n")
    }

    /// Writes name → value, unit, better, limit, ratio, the reach of the ratio, and peers where there are any.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var json = try encoder.encode(Dictionary(figures.map { ($0.name, $0) }, uniquingKeysWith: { $1 }))
        json.append(UInt8(ascii: "\n"))
        try json.write(to: URL(filePath: path), options: .atomic)
    }

    /// The aim of the value, in words.
    static func reach(_ figure: Figure) -> String {
        let factor = figure.reach == 1 ? "" : "\(text(figure.reach)) × "
        return (figure.better == .higher ? "≥ " : "≤ ") + factor + text(figure.limit)
    }

    static func verdict(_ figure: Figure) -> String { figure.isReached ? "reached" : "MISSED" }

    /// Thousands as whole numbers, the rest with three significant digits.
    static func text(_ value: Double) -> String {
        if value.magnitude >= 1000 {
            return Int(value.rounded()).formatted(.number.locale(Locale(identifier: "en_US")))
        }
        let rounded = value.rounded(toDigits: 3)
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}

extension String {
    func trimmingSuffix(while matches: (Character) -> Bool) -> String {
        String(self[..<(lastIndex { !matches($0) }.map(index(after:)) ?? startIndex)])
    }
}
