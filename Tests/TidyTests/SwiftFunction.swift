/// A function as it stands in a file: anything with a body that runs (functions, initialisers, computed properties).
struct SwiftFunction: Equatable {
    let name: String
    /// The line of its keyword, from 1.
    let line: Int
    /// The lines from that of its keyword to that of its closing brace.
    let lineCount: Int
}

extension SwiftFile {
    /// Every function of the file, inner ones included, in the order in which they end.
    var functions: [SwiftFunction] {
        var finder = FunctionFinder()
        for (index, line) in code.enumerated() { finder.read(line, number: index + 1) }
        return finder.found
    }
}

/// Matches braces and remembers which of them opened the body of a function.
private struct FunctionFinder {
    private(set) var found: [SwiftFunction] = []

    /// A declaration whose body has not begun.
    private var pending: (keyword: String, name: String, line: Int, parentheses: Int)?
    /// The function of each open brace; nil for a brace that is no function's.
    private var bodies: [(name: String, line: Int)?] = []
    private var parentheses = 0
    private var previous: Substring = ""

    mutating func read(_ line: Substring, number: Int) {
        var rest = line[...]
        while let first = rest.first {
            if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                read(word: word, number: number)
                previous = word
                rest = rest[word.endIndex...]
            } else {
                read(mark: first, number: number)
                if first != " " { previous = rest.prefix(1) }
                rest = rest.dropFirst()
            }
        }
        // A stored property ends with its line; the brace of a computed one stands on it.
        if pending?.keyword == "var", pending?.parentheses == parentheses { pending = nil }
    }

    private mutating func read(word: Substring, number: Int) {
        if let unnamed = pending, unnamed.name.isEmpty {
            pending?.name = String(word)
        } else if Self.declarations.contains(word), previous != "." {
            let isNamed = word == "init" || word == "deinit" || word == "subscript"
            pending = (String(word), isNamed ? String(word) : "", number, parentheses)
        }
    }

    private mutating func read(mark: Character, number: Int) {
        switch mark {
        case "(", "[": parentheses += 1
        case ")", "]": parentheses -= 1
        case "=" where pending?.keyword == "var" && pending?.parentheses == parentheses: pending = nil
        case "{":
            if let body = pending, body.parentheses == parentheses {
                bodies.append((body.name, body.line))
                pending = nil
            } else {
                bodies.append(nil)
            }
        case "}":
            if pending?.parentheses == parentheses { pending = nil }
            guard let body = bodies.popLast() ?? nil else { return }
            found.append(SwiftFunction(name: body.name, line: body.line, lineCount: number - body.line + 1))
        default: break
        }
    }

    private static let declarations: Set<Substring> = ["func", "init", "deinit", "subscript", "var"]
}
