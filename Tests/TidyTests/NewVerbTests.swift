import Testing

/// The cost of a new verb of an app. `Tests/NewVerb/run` builds a copy of the package with one, and asks its oracle.
struct NewVerbTests {
    /// The parts of the patch that adds the verb: the file, and the lines that it must have for the part to fit.
    private static let parts: [(file: String, lines: String)] = {
        var parts: [(file: String, lines: String)] = []
        var file = ""
        for line in Repository.text(of: "Tests/NewVerb/verb.patch").split(separator: "\n") {
            if line.hasPrefix("+++ b/") {
                file = String(line.dropFirst(6))
            } else if line.hasPrefix("@@") {
                parts.append((file, ""))
            } else if !line.hasPrefix("---"), let first = line.first, first == " " || first == "-" {
                parts[parts.count - 1].lines += line.dropFirst() + "\n"
            }
        }
        return parts
    }()

    @Test("A new verb of an app changes at most eight files")
    func files() { #expect(Set(Self.parts.map(\.file)).count <= 8) }

    @Test("The patch that adds a verb of an app fits the sources", arguments: parts)
    func fits(part: (file: String, lines: String)) {
        #expect(
            Repository.text(of: part.file).contains(part.lines),
            "Tests/NewVerb/verb.patch no longer fits \(part.file); add the verb captions by hand and write the patch anew"
        )
    }
}
