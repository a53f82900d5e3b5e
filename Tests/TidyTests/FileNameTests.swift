import Testing

/// A name that two files share sends a reader to the wrong one.
struct FileNameTests {
    @Test("No two Swift files have the same name")
    func uniqueNames() {
        // SwiftPM prescribes the name of the file in which a program of several files begins, and those of a package.
        let prescribed = ["/main.swift", "/Package.swift", "/XCTMain.swift"]
        let files = Repository.swiftFiles.filter { file in
            (file.path.hasPrefix("Sources/") || file.path.hasPrefix("Tests/"))
                && !prescribed.contains(where: file.path.hasSuffix)
        }
        let twins = Dictionary(grouping: files.map(\.path)) { $0.split(separator: "/").last ?? "" }
            .filter { $0.value.count > 1 }
        expectNone(
            twins.values.map { $0.joined(separator: ", ") + ": the same name; call each by what sets it apart" }
                .sorted())
        #expect(files.count > 500, "the files were not found")
    }
}
