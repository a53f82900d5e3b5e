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
        let lost = Repository.documents.filter { !reached.contains($0) }
        expectNone(lost.map { "\($0): link to it, or delete it" })
    }

    @Test("Each decision has a number of its own, in its file's name and its title, and is listed by the first")
    func decisions() {
        let folder = "Docs/Decisions/"
        let paths = Repository.documents.filter { $0.hasPrefix(folder) }
        let listed = Set(Self.links(of: folder + "0001-first-decisions.md"))
        let numbers = paths.map { $0.dropFirst(folder.count).prefix { $0 != "-" } }
        let wrong = zip(paths, numbers).filter { path, number in
            let title = Self.prose(of: path).first
            return numbers.count { $0 == number } != 1
                || Int(number).map { title?.hasPrefix("# \($0). ") } != true
                || number != "0001" && !listed.contains(path)
        }
        #expect(paths.count > 40)
        expectNone(wrong.map { "\($0.0): give it the next number, in name and title, and list it in the first" })
    }

    @Test(
        "Code that a document quotes stands so in the file that CI runs",
        arguments: [
            ("README.md", "testing/Tests/PlayerTests/DeclinedCallTests.swift"),
            ("Docs/HowTo/Languages.md", "languages/phone.ts"),
            ("Docs/HowTo/Languages.md", "languages/Phone.kt"),
            ("Docs/HowTo/Languages.md", "languages/phone.dart"),
        ])
    func quotations(document: String, file: String) throws {
        let fences = Repository.text(of: document).components(separatedBy: "\n```").enumerated()
            .filter { $0.offset % 2 == 1 }.map { $0.element.drop { $0 != "\n" }.dropFirst() }
        let text = Repository.text(of: "Docs/Examples/" + file)
        let quoted = try #require(fences.first { text.hasSuffix($0 + "\n") && $0.split(separator: "\n").count > 3 })
        #expect(file.hasSuffix(".swift") ? quoted.split(separator: "\n").count <= 12 : quoted + "\n" == text)
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
