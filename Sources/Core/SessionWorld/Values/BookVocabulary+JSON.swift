package import SessionPolicy

extension BookVocabulary {
    /// The words as members of a JSON object, without the book's name.
    package var jsonMembers: [String] {
        [
            #""categories": \#(Self.list(categories.cases.map { $0.name }))"#,
            #""modes": \#(Self.list(modes.cases.map { $0.name }))"#, #""options": \#(Self.list(options.names))"#,
            #""wired": \#(Self.list(accessories.cases.filter { $0.isWired }.map { $0.name }))"#,
            #""wireless": \#(Self.list(accessories.cases.filter { !$0.isWired }.map { $0.name }))"#,
            #""features": \#(Self.list(features.cases.map { "\($0)" }))"#,
        ]
    }

    /// The words as one object of JSON.
    package var json: String { "{" + ([#""book": \#(book.quoted)"#] + jsonMembers).joined(separator: ", ") + "}" }

    private static func list(_ words: [String]) -> String {
        "[" + words.map { $0.quoted }.joined(separator: ", ") + "]"
    }

    /// Reads the object written by `json`. Ignores members and words of later versions.
    /// - Returns: Nil for a value without a book.
    package init?(_ value: PositionedValue) {
        guard let book = value["book"]?.string else { return nil }
        func words(_ key: String) -> Set<String> {
            guard case .array(let items) = value[key]?.content else { return [] }
            return Set(items.compactMap { $0.string })
        }
        let (categories, modes, options) = (words("categories"), words("modes"), words("options"))
        let (accessories, features) = (words("wired").union(words("wireless")), words("features"))
        self.init(
            book: book, categories: Members(Category.allCases.filter { categories.contains($0.name) }),
            modes: Members(Mode.allCases.filter { modes.contains($0.name) }),
            options: CategoryOptions(
                rawValue: CategoryOptions.named.reduce(0) {
                    options.contains($1.name) ? $0 | $1.option.rawValue : $0
                }),
            accessories: Members(Accessory.Kind.allCases.filter { accessories.contains($0.name) }),
            features: Members(Feature.allCases.filter { features.contains("\($0)") }))
    }
}
