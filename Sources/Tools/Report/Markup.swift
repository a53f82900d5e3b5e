import SessionPolicy

/// HTML or SVG text. Interpolated values are escaped unless they are markup themselves, so nothing from outside can
/// become markup.
struct Markup: ExpressibleByStringInterpolation {
    private(set) var text = ""

    init() {}
    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Our own markup that is already text.
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

        /// Our own style, script and paths.
        mutating func appendInterpolation(raw value: String) { text += value }
        /// A coordinate; a tenth of a unit is finer than the eye can see.
        mutating func appendInterpolation(_ place: Double) { text += number((place * 10).rounded() / 10) }
    }

    /// Returns text escaped for content and quoted attributes. Tabs and line ends become spaces; other unprintable
    /// characters become escapes, as on a terminal: XML may not contain them, or they would change the writing
    /// direction.
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
