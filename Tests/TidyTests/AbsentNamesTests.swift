import Foundation
import Testing

/// The names of Apple's that do nothing here are written from one list.
struct AbsentNamesTests {
    /// `ABSENT_REWRITE=1 swift test --filter AbsentNamesTests` writes the files anew.
    @Test("The files of absent names are those that Tests/Apple/AbsentNames.txt says, and no others")
    func equal() throws {
        let files = try AbsentNames(Repository.text(of: AbsentNames.list)).files
        #expect(files.count > 5)
        let isWriting = ProcessInfo.processInfo.environment["ABSENT_REWRITE"] == "1"
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            let place = Repository.root.appending(path: path)
            if isWriting {
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: place, atomically: true, encoding: .utf8)
            }
            #expect(Repository.text(of: path) == text, "\(path) is stale; ABSENT_REWRITE=1 swift test writes it anew")
        }
        let present = Repository.files { $0.contains("/Absent/") && $0.hasSuffix(".swift") }
        #expect(present == files.keys.sorted(), "a file under Absent/ is not in \(AbsentNames.list)")
    }

    @Test("A line that is of no kind is refused with its number")
    func unreadable() {
        #expect(throws: AbsentNames.Unreadable.self) { try AbsentNames("file A/B: C\nkept a: Int") }
        #expect(throws: AbsentNames.Unreadable.self) { try AbsentNames("file A/B: C\nsomething") }
    }
}
