import Testing

/// A function that does not fit on a screen or two hides more than one idea, and a wide comment is not read.
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

    static let commentLimit = 128

    @Test("No line with a comment is wider than 128 characters")
    func comments() {
        expectNone(
            Repository.swiftFiles.flatMap { file in
                file.comments.enumerated().filter { _, line in
                    line.count > Self.commentLimit && line.drop { $0 == " " }.hasPrefix("///")
                }.map { "\(file.path):\($0.offset + 1): \($0.element.count) characters; wrap it" }
            })
    }
}
