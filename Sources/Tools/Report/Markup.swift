import SessionPolicy

/// Text of HTML or SVG that is put together so that nothing from outside can become markup.
struct Markup {
    private(set) var text = ""

    /// Appends markup of our own.
    mutating func raw(_ markup: String) { text += markup }

    /// Appends a line of markup of our own.
    mutating func line(_ markup: String) {
        text += markup
        text += "\n"
    }

    /// Appends an element with a text from outside.
    ///
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - attributes: Its attributes, in order; values may come from outside.
    ///   - content: What stands in it.
    ///   - newline: Whether the line ends with it.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: String, newline: Bool = true
    ) {
        open(name, attributes)
        text += Self.escaped(content)
        text += newline ? "</\(name)>\n" : "</\(name)>"
    }

    /// Appends an element without attributes, with a text from outside.
    mutating func element(_ name: String, _ content: String, newline: Bool = true) {
        element(name, [:], content, newline: newline)
    }

    /// Appends the beginning of an element.
    mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
        text += "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
        text += ">"
    }

    /// Appends an element without content.
    mutating func empty(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        open(name, attributes)
        text.removeLast()
        text += "/>\n"
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
