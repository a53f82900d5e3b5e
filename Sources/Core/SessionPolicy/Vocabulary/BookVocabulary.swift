/// The words that a rule book takes: what a program or a page must know of the book to use it.
public struct BookVocabulary: Hashable, Sendable {
    /// The name of the book.
    public let book: String
    public let categories: Members<Category>
    public let modes: Members<Mode>
    public let options: CategoryOptions
    public let accessories: Members<Accessory.Kind>
    public let features: Members<Feature>

    /// Describes the words of a book.
    public init(
        book: String, categories: Members<Category>, modes: Members<Mode>, options: CategoryOptions,
        accessories: Members<Accessory.Kind>, features: Members<Feature>
    ) {
        (self.book, self.categories, self.modes) = (book, categories, modes)
        (self.options, self.accessories, self.features) = (options, accessories, features)
    }
}

extension RuleBook {
    /// The words that the book takes.
    public var vocabulary: BookVocabulary {
        BookVocabulary(
            book: name, categories: Members(categories.map { $0.category }),
            modes: Members(Mode.allCases.filter { objection(to: .mode($0)) == nil }),
            options: CategoryOptions(
                CategoryOptions.named.map { $0.option }.filter { objection(to: .default, $0) == nil }),
            accessories: Members(Accessory.Kind.allCases.filter { objection(to: .accessory($0)) == nil }),
            features: Members(Feature.allCases.filter(knows)))
    }
}
