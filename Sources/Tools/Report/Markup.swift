import SessionPolicy

/// Text of HTML or SVG. What is interpolated into it is escaped, unless it is markup itself: nothing from outside can become
/// markup.
struct Markup: ExpressibleByStringInterpolation {
    private(set) var text = ""

    init() {}
    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Markup of our own that is text already.
    init(raw text: String) { self.text = text }

    static func += (markup: inout Markup, more: Markup) { markup.text += more.text }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += Markup.escaped(value) }
        mutating func appendInterpolation(_ value: Int) { text += String(value) }
        mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
        mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { text += part.text } }

        /// Style, script and paths of our own.
        mutating func appendInterpolation(raw value: String) { text += value }
        /// A place in a picture; a tenth of its unit is finer than the eye sees.
        mutating func appendInterpolation(_ place: Double) { text += number((place * 10).rounded() / 10) }
    }

    /// A text that means itself in content and in quoted attributes. A tab and the end of a line become spaces; what else is
    /// not printable stands as its escape, as on a terminal: XML may not hold it, or it would turn the writing around.
    static func escaped(_ content: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(content.utf8.count)
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped += " "
            case _ where scalar.isPrintable: escaped.unicodeScalars.append(scalar)
            default: escaped += String(scalar).printable
            }
        }
        return escaped
    }
}
