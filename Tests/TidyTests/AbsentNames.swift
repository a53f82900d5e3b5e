import Foundation

/// Writes the files of `Tests/Apple/AbsentNames.txt`, which says how its lines are to be read.
struct AbsentNames {
    /// A line that is none of the kinds that the list has.
    struct Unreadable: Error, CustomStringConvertible {
        let number: Int
        let line: String
        var description: String { "Tests/Apple/AbsentNames.txt:\(number): cannot be read: \(line)" }
    }

    static let list = "Tests/Apple/AbsentNames.txt"
    /// The text of each file, by its path below the repository's folder.
    private(set) var files: [String: String] = [:]
    private var path = ""
    /// Whether the members of a class or of an extension follow.
    private var isOpen = false
    private var access = "public"
    /// The classes that keep values: with kept members, in an extension or in a subclass too.
    private let keepers: Set<String>

    init(_ text: String) throws {
        keepers = Self.keepers(of: text)
        for (index, line) in text.components(separatedBy: "\n").enumerated() where !line.isEmpty && !line.hasPrefix("#")
        {
            guard read(line) else { throw Unreadable(number: index + 1, line: line) }
        }
        close()
    }

    private static func keepers(of text: String) -> Set<String> {
        var (keepers, name): (Set<String>, String) = ([], "")
        for line in text.components(separatedBy: "\n").reversed() {
            if line.hasPrefix("    "), line.contains("kept") { name = "kept" }
            guard let match = line.firstMatch(of: /^(class|extension) (\w+)(: (\w+))?/) else { continue }
            let own = String(match.2)
            if name == "kept" || keepers.contains(own) {
                keepers.insert(own)
                if let parent = match.4 { keepers.insert(String(parent)) }
            }
            name = ""
        }
        return keepers
    }

    private mutating func write(_ line: String) { files[path, default: ""] += line + "\n" }

    private mutating func close() {
        if isOpen { write("}") }
        isOpen = false
    }

    private mutating func read(_ line: String) -> Bool {
        let isMember = line.hasPrefix("    ")
        let (word, rest) = line.trimmingPrefix { $0 == " " }.splitting(at: " ")
        if !isMember { access = "public" }
        if !isMember, word != "file" || !path.isEmpty { close() }
        let indent = isMember ? "    " : ""
        switch word {
        case "file": return begin(rest)
        case "|": write(indent + rest)
        case "class": open(class: rest)
        case "extension":
            write("\nextension \(rest) {")
            isOpen = true
        case "enum": return cases(rest)
        case "names": return constants(rest)
        case "kept", "is", "func": return member(word, rest, indent)
        default: return false
        }
        return true
    }

    private mutating func begin(_ rest: String) -> Bool {
        let (name, imports) = rest.splitting(at: ": ")
        guard !imports.isEmpty else { return false }
        path = "Sources/Apple/\(name).swift"
        write("// swift-format-ignore-file")
        write(
            "// Written from \(Self.list); change that list. A property here is kept or has always one value, and a function"
        )
        write("// that answers nothing has no effect.\n")
        for module in imports.components(separatedBy: ", ") where module != "nothing" {
            write(module.hasPrefix("internal ") ? module.replacing(" ", with: " import ") : "public import \(module)")
        }
        return true
    }

    private mutating func open(class rest: String) {
        let (head, sentence) = rest.splitting(at: " - ")
        write("\n/// \(sentence)\nopen class \(head), @unchecked Sendable {")
        (isOpen, access) = (true, "open")
        if head.contains(": NSObject"), keepers.contains(head.splitting(at: ":").before) {
            write("    let kept = Kept()")
        }
    }

    private mutating func cases(_ rest: String) -> Bool {
        let (head, list) = rest.splitting(at: " = ")
        let (name, sentence) = head.splitting(at: " - ")
        let made = list.components(separatedBy: ", ").map { $0.replacing(" ", with: " = ") }
        write("\n/// \(sentence)\npublic enum \(name), Sendable { case \(made.joined(separator: ", ")) }")
        return made.allSatisfy { $0.contains(" = ") }
    }

    private mutating func constants(_ rest: String) -> Bool {
        let (head, list) = rest.splitting(at: " = ")
        let (name, sentence) = head.splitting(at: " - ")
        write("\n/// \(sentence)\npublic struct \(name): RawRepresentable, Hashable, Sendable {")
        write("    public let rawValue: String")
        let set = "{ self.rawValue = rawValue }"
        write("    public init(rawValue: String) \(set); public init(_ rawValue: String) \(set)")
        var line = ""
        for pair in list.components(separatedBy: ", ") {
            let (constant, raw) = pair.splitting(at: " ")
            guard !raw.isEmpty else { return false }
            let made = "\(constant) = Self(\"\(raw)\")"
            if !line.isEmpty, line.count + made.count > 100 {
                write("    public static let \(line)")
                line = ""
            }
            line += (line.isEmpty ? "" : ", ") + made
        }
        write("    public static let \(line)\n}")
        return true
    }

    private mutating func member(_ word: String, _ rest: String, _ indent: String) -> Bool {
        let (head, value) = rest.splitting(at: " = ")
        switch word {
        case "kept":
            let (name, type) = head.splitting(at: ": ")
            guard !type.isEmpty, !value.isEmpty else { return false }
            let place = "kept[\"\(name)\", \(value)]"
            write("\(indent)\(access) var \(head) { get { \(place) } set { \(place) = newValue } }")
        case "is":
            guard !value.isEmpty else { return false }
            write("\(indent)\(access) var \(head) { \(value) }")
        default:
            let isDiscardable = head.hasSuffix("Bool") || head.hasSuffix("OSStatus")
            write(
                "\(indent)\(isDiscardable ? "@discardableResult " : "")\(access) func \(head) {\(value.isEmpty ? "" : " \(value) ")}"
            )
        }
        return true
    }
}

extension StringProtocol {
    /// The text before and after the first occurrence of another, or nil.
    fileprivate func splitting(at text: String) -> (before: String, behind: String) {
        guard let range = range(of: text) else { return (String(self), "") }
        return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
    }
}
