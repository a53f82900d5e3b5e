import Testing

/// The size of the project may only fall: a commit that removes lowers the limits, and one that raises a limit says why in its
/// message.
struct SizeTests {
    /// Lines of Swift, C, JavaScript, CSS and HTML under `Sources`, without blank lines and comments.
    private static let code = 64_560
    /// Folders of modules under `Sources`.
    private static let modules = 46
    /// Words of the Markdown documents under `Docs`.
    private static let words = 55_830

    @Test("Sources has no more code than its limit, which follows what was removed")
    func codeLines() {
        let swift = Repository.swiftFiles.filter { $0.path.hasPrefix("Sources/") }
            .map { $0.code.count { !$0.allSatisfy(\.isWhitespace) } }
        let endings = [".c", ".h", ".js", ".css", ".html"]
        let others = Repository.files { path in path.hasPrefix("Sources/") && endings.contains(where: path.hasSuffix) }
            .map { Self.lines(ofC: Repository.text(of: $0)) }
        expect((swift + others).reduce(0, +), Self.code, slack: 300)
    }

    @Test("Sources has no more modules than its limit")
    func moduleCount() { expect(Repository.rooms.count, Self.modules, slack: 0) }

    @Test("Docs has no more words than its limit, which follows what was removed")
    func wordCount() {
        let words = Repository.documents.filter { $0.hasPrefix("Docs/") }
            .map { Repository.text(of: $0).split(whereSeparator: \.isWhitespace).count }
        expect(words.reduce(0, +), Self.words, slack: 1_000)
    }

    /// - Parameter slack: How far a limit may be above what there is.
    private func expect(
        _ count: Int, _ limit: Int, slack: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            count <= limit, "remove as much elsewhere, or raise the limit and say why in the commit's message",
            sourceLocation: sourceLocation)
        #expect(count >= limit - slack, "lower the limit to \(count)", sourceLocation: sourceLocation)
    }

    /// The lines of a text that hold more than blanks and comments. A mark of a comment within a string counts as one.
    private static func lines(ofC text: String) -> Int {
        var isComment = false
        return text.split(separator: "\n").count { line in
            var rest = line[...].drop(while: \.isWhitespace)
            var holdsCode = false
            while !rest.isEmpty {
                if isComment {
                    guard let end = rest.firstRange(of: "*/") else { return holdsCode }
                    isComment = false
                    rest = rest[end.upperBound...]
                } else if rest.hasPrefix("//") {
                    return holdsCode
                } else if rest.hasPrefix("/*") {
                    isComment = true
                    rest = rest.dropFirst(2)
                } else {
                    holdsCode = holdsCode || rest.first?.isWhitespace == false
                    rest = rest.dropFirst()
                }
            }
            return holdsCode
        }
    }
}
