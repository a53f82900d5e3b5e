import Glibc

/// One Swift source file, separated into code and comments.
struct SwiftFile {
    /// Relative to the repository's root.
    let path: String
    /// The whole.
    private let text: String
    /// The lines with comments and the insides of string literals blanked out; line numbers are those of the file.
    let code: [Substring]
    /// The lines with everything but comments blanked out.
    let comments: [Substring]

    /// Reads the text of a file; `path` only serves to name it.
    init(path: String, text: String) {
        (self.path, self.text) = (path, text)
        var separator = SourceSeparator(text: text)
        separator.separate()
        code = Self.lines(of: separator.code)
        comments = Self.lines(of: separator.comments)
    }

    /// Whether some letters stand anywhere in it; asked first, as most of them stand in few files.
    func holds(_ letters: String) -> Bool { strstr(text, letters) != nil }

    /// The room the file stands in: `Mixer` for `Sources/Sound/Mixer/Bus.swift`.
    var room: String? { Repository.room(of: path) }

    /// The modules the file imports, each with its line number from 1.
    var imports: [(module: String, line: Int)] {
        code.enumerated().compactMap { index, line in
            let words = line.split { $0 == " " || $0 == ";" }
            guard let keyword = words.firstIndex(of: "import"),
                words[..<keyword].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains(String($0)) })
            else { return nil }
            let name = words[(keyword + 1)...].first { !Self.importKinds.contains(String($0)) }
            return name.map { (String($0.prefix { $0 != "." }), index + 1) }
        }
    }

    private static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    private static let importKinds: Set<String> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    private static func lines(of bytes: [UInt8]) -> [Substring] {
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
