import Testing

/// A function that does not fit on a screen or two hides more than one idea.
struct LengthTests {
    static let functionLimit = 80

    @Test("No function is longer than 80 lines")
    func functions() {
        let long = Repository.swiftFiles.flatMap { file in
            file.functions.filter { $0.lineCount > Self.functionLimit }.map {
                "\(file.path):\($0.line): \($0.name) has \($0.lineCount) lines; name its parts"
            }
        }
        expectNone(long)
        #expect(Repository.swiftFiles.contains { !$0.functions.isEmpty }, "no function was found at all")
    }
}
