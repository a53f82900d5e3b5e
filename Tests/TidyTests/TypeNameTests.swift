import Testing

struct TypeNameTests {
    /// A type declaration: the file and the types around it.
    private struct Declaration: Hashable {
        let path: String
        let isNested: Bool
    }

    private static let words: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]

    @Test("A type at the top of a file shares its name with no other type of the house, nested or not")
    func sharedNames() {
        var declarations: [Substring: Set<Declaration>] = [:]
        for file in Repository.swiftFiles where file.path.hasPrefix("Sources/") {
            for line in file.code {
                guard let (name, isNested) = Self.declaredType(in: line) else { continue }
                // Apple nests types in its classes as it likes.
                if isNested && file.path.hasPrefix("Sources/Apple/") { continue }
                declarations[name, default: []].insert(Declaration(path: file.path, isNested: isNested))
            }
        }
        let shared = declarations.filter { _, places in places.count > 1 && places.contains { !$0.isNested } }
        #expect(
            shared.isEmpty,
            "\(shared.map { "\($0.key): \($0.value.map(\.path).sorted().joined(separator: ", "))" }.sorted())")
    }

    @Test("No function is called take: its name says what it does")
    func take() {
        let places = Repository.swiftFiles.filter { $0.path.hasPrefix("Sources/") }.filter { file in
            file.code.contains { $0.contains("func take(") }
        }
        #expect(places.isEmpty, "\(places.map(\.path))")
    }

    @Test("Declarations are told from uses, nested ones and private ones from the others")
    func declarations() {
        #expect(Self.declaredType(in: "public struct Name: Hashable {")! == ("Name", false))
        #expect(Self.declaredType(in: "    indirect enum Kind {")! == ("Kind", true))
        #expect(Self.declaredType(in: "private struct Name {") == nil)
        #expect(Self.declaredType(in: "    class func make() {}") == nil)
        #expect(Self.declaredType(in: "    let name = Name()") == nil)
    }

    /// The type that a line of code declares, and whether it is within another; nil for a private one.
    private static func declaredType(in line: some StringProtocol) -> (name: Substring, isNested: Bool)? {
        let isNested = line.first?.isWhitespace == true
        let parts = Substring(line).split(whereSeparator: \.isWhitespace)
        guard let place = parts.firstIndex(where: words.contains), place + 1 < parts.count,
            parts[..<place].allSatisfy({ modifiers.contains($0) || $0.hasPrefix("@") })
        else { return nil }
        let name = parts[place + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.first?.isUppercase == true ? (name, isNested) : nil
    }

    /// The modifiers of types that others see.
    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "open", "final", "indirect", "nonisolated",
    ]
}
