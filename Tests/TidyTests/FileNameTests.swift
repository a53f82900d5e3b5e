import Testing

/// A name that two files share sends a reader to the wrong one.
struct FileNameTests {
    @Test("No two Swift files have the same name")
    func uniqueNames() {
        // A program of several files begins in a file that has to be called main.
        let files = Repository.swiftFiles.filter {
            ($0.path.hasPrefix("Sources/") || $0.path.hasPrefix("Tests/")) && !$0.path.hasSuffix("/main.swift")
        }
        let twins = Dictionary(grouping: files.map(\.path)) { $0.split(separator: "/").last ?? "" }
            .filter { $0.value.count > 1 }
        expectNone(
            twins.values.map { $0.joined(separator: ", ") + ": the same name; call each by what sets it apart" }
                .sorted())
        #expect(files.count > 500, "the files were not found")
    }
}
