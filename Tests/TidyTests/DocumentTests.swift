import Foundation
import Testing

/// A document without a link to it is not read, and one with two titles is two documents.
struct DocumentTests {
    @Test("Each document has exactly one title, and begins with it")
    func titles() {
        let wrong = Repository.documents.filter { path in
            let lines = Self.prose(of: path)
            return lines.filter { $0.hasPrefix("# ") }.count != 1
                || lines.first { !$0.isEmpty }?.hasPrefix("# ") != true
        }
        expectNone(wrong.map { "\($0): begin with one line \"# Title\"; use ## below it" })
    }

    @Test("Each link inside the repository leads somewhere")
    func links() {
        let broken = Repository.documents.flatMap { path in
            Self.links(of: path)
                .filter { !FileManager.default.fileExists(atPath: Repository.root.appending(path: $0).path) }
                .map { "\(path): nothing stands at \($0)" }
        }
        expectNone(broken)
    }

    @Test("Each link to a heading names one that its document has")
    func headings() {
        let linked = Repository.documents.flatMap { path in
            Self.targets(of: path).compactMap { target in target.heading.map { (path, target.path ?? path, $0) } }
        }
        #expect(linked.count > 20)
        let broken = linked.filter { _, target, heading in
            Repository.documents.contains(target) && !Self.prose(of: target).contains { Self.anchor(of: $0) == heading }
        }
        expectNone(broken.map { "\($0.0): \($0.1) has no heading #\($0.2)" })
    }

    @Test("Each document can be reached from README.md")
    func references() {
        var reached: Set<String> = []
        var waiting = ["README.md"]
        while let path = waiting.popLast() {
            guard reached.insert(path).inserted else { continue }
            waiting += Self.links(of: path).filter { Repository.documents.contains($0) }
        }
        // The articles of a DocC catalogue are reached from its first page, which `make docs` looks after.
        let lost = Repository.documents.filter { !reached.contains($0) && !$0.contains(".docc/") }
        expectNone(lost.map { "\($0): link to it, or delete it" })
    }

    @Test("Decisions are numbered from 1 without gaps, in name and title, and listed")
    func decisions() {
        let folder = "Docs/Decisions/"
        let paths = Repository.documents.filter { $0.hasPrefix(folder) && $0 != folder + "README.md" }.sorted()
        let listed = Set(Self.links(of: folder + "README.md"))
        let wrong = paths.enumerated().filter { place, path in
            path.dropFirst(folder.count).prefix { $0 != "-" } != String(format: "%04d", place + 1)
                || Self.prose(of: path).first?.hasPrefix("# \(place + 1). ") != true || !listed.contains(path)
        }
        #expect(paths.count > 40)
        expectNone(
            wrong.map { "\($0.element): number it \($0.offset + 1), in name and title, and list it in README.md" })
    }

    @Test("Each decision is named by the code or the document that it explains, and each one named exists")
    func namedDecisions() {
        let folder = "Docs/Decisions/"
        let count = Repository.documents.count { $0.hasPrefix(folder) } - 1
        let code = Repository.swiftFiles.filter { $0.path != "Tests/TidyTests/DocumentTests.swift" }.flatMap { file in
            Self.decisions(in: file.comments.joined(separator: "\n")).map { (file.path, $0) }
        }
        let documents = Repository.documents.filter { $0 != folder + "README.md" }.flatMap { path in
            let linked = Self.links(of: path).filter { $0.hasPrefix(folder) && !path.hasPrefix(folder) }
                .compactMap { Int($0.dropFirst(folder.count).prefix(4)) }
            return (linked + Self.decisions(in: Repository.text(of: path))).map { (path, $0) }
        }
        let named = code + documents
        expectNone(named.filter { !(1...count).contains($0.1) }.map { "\($0.0): there is no decision \($0.1)" })
        let lost = Set(1...count).subtracting(named.map(\.1))
        expectNone(lost.sorted().map { "decision \($0): name it at what it explains, or delete it" })
    }

    /// The numbers of the decisions that a text names, such as "decision 12".
    private static func decisions(in text: String) -> [Int] {
        text.matches(of: /\b[Dd]ecision\s+(?:\/\/\/?\s*)?(\d+)(?=[)\].,;:]|\s+(?:says|has))/).compactMap { Int($0.1) }
    }

    @Test("The test that README.md quotes stands so in the file that CI runs, and has at most 12 lines")
    func quotation() throws {
        let fences = Repository.text(of: "README.md").components(separatedBy: "\n```").enumerated()
            .filter { $0.offset % 2 == 1 }.map { $0.element.drop { $0 != "\n" }.dropFirst() }
        let text = Repository.text(of: "Docs/Examples/testing/Tests/PlayerTests/DeclinedCallTests.swift")
        let quoted = try #require(fences.first { text.hasSuffix($0 + "\n") && $0.split(separator: "\n").count > 3 })
        #expect(quoted.split(separator: "\n").count <= 12)
    }

    @Test("A client for another language has at most 40 lines, and a test beside it")
    func clients() {
        let folder = "Docs/Examples/languages/"
        let tests = ["phone.go": "phone_test.go", "phone.rs": "phone_test.rs", "phone.ts": "phone.test.ts"]
            .merging(["Phone.cs": "PhoneTest.cs", "Phone.kt": "PhoneTest.kt"]) { first, _ in first }
        for (client, test) in tests {
            let lines =
                Repository.text(of: folder + client).split(separator: "\n", omittingEmptySubsequences: false).count - 1
            #expect((10...40).contains(lines), "\(client)")
            #expect(Repository.text(of: folder + test).contains("PLANTED_BUG"), "\(test)")
        }
    }

    /// The lines outside code fences.
    private static func prose(of path: String) -> [Substring] {
        var isFenced = false
        return Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isFenced.toggle() }
            return !isFence && !isFenced
        }
    }

    /// The address of a heading on its page, as GitHub makes it: letters, digits and hyphens; nil for other lines.
    private static func anchor(of line: Substring) -> String? {
        guard line.hasPrefix("#") else { return nil }
        let title = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        return String(title.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
    }

    /// The targets of the relative links to files of a document, as paths from the root.
    private static func links(of path: String) -> [String] { targets(of: path).compactMap(\.path) }

    /// The targets of the relative links `[text](path#heading)` of a document: the path from the root, which is nil for a
    /// link within the document, and the heading.
    private static func targets(of path: String) -> [(path: String?, heading: String?)] {
        let folder = path.split(separator: "/").dropLast()
        return prose(of: path).joined(separator: "\n").components(separatedBy: "](").dropFirst().compactMap { rest in
            let target = rest.prefix { !")# \n".contains($0) }
            guard !target.contains(":") else { return nil }
            let rest = rest.dropFirst(target.count)
            let heading = rest.first == "#" ? String(rest.dropFirst().prefix { !") \n".contains($0) }) : nil
            guard !target.isEmpty else { return (nil, heading) }
            var parts = folder
            for part in target.split(separator: "/") where part != "." {
                if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
            }
            return (parts.joined(separator: "/"), heading)
        }
    }
}
