import Testing

/// A function or file that does not fit on a screen or two hides more than one idea.
struct LengthTests {
    static let functionLimit = 70
    static let fileLimit = 500
    /// Files that are given to other people as one file.
    static let whole: Set<String> = ["Docs/Examples/apple/Probe.swift"]

    @Test("No function is longer than 70 lines")
    func functions() {
        let long = Repository.swiftFiles.flatMap { file in
            file.functions.filter { $0.lineCount > Self.functionLimit }.map {
                "\(file.path):\($0.line): \($0.name) has \($0.lineCount) lines; name its parts"
            }
        }
        expectNone(long)
        #expect(Repository.swiftFiles.contains { !$0.functions.isEmpty }, "no function was found at all")
    }

    @Test("No file is longer than 500 lines")
    func files() {
        let long = Repository.swiftFiles.filter { $0.code.count > Self.fileLimit && !Self.whole.contains($0.path) }.map
        {
            "\($0.path): \($0.code.count) lines; there is more than one subject in it"
        }
        expectNone(long)
    }
}
