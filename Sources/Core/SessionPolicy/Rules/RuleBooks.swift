extension RuleBook {
    /// A row of the table of rule books. The book holds in every system from `since` on, to before the next row's. A
    /// system without a book of its own goes by the book of the next younger one, which has all that came with it (iOS
    /// 7 to 9, iOS 16 and 17); the numbers that Apple left out between 18 and 26 go by the book before them.
    struct Edition: Sendable {
        let name: String
        /// The first system that goes by the book.
        let since: SystemVersion
        /// The last system whose rows the book has.
        let system: SystemVersion
        /// The book, which is made when it is first asked for.
        let book: @Sendable () -> RuleBook
    }

    // swift-format-ignore
    static let editions = [
        Edition(name: "iPhoneOS3", since: .iPhoneOS3,  system: .iPhoneOS3,   book: { iPhoneOS3 }),
        Edition(name: "iOS4",      since: .iOS(4),     system: .iOS(4, 3),   book: { iOS4 }),
        Edition(name: "iOS6",      since: .iOS(5),     system: .iOS(6, 1),   book: { iOS6 }),
        Edition(name: "iOS10",     since: .iOS(7),     system: .iOS(10, 3),  book: { iOS10 }),
        Edition(name: "iOS13",     since: .iOS(13),    system: .iOS(13, 7),  book: { iOS13 }),
        Edition(name: "iOS14",     since: .iOS(14),    system: .iOS(14, 8),  book: { iOS14 }),
        Edition(name: "iOS18",     since: .iOS(16),    system: .iOS(18, 7),  book: { iOS18 }),
        Edition(name: "iOS26",     since: .iOS(26),    system: .iOS(26, 2),  book: { iOS26 }),
        Edition(name: "modern",    since: .iOS(27),    system: .iOS(27),     book: { modern }),
    ]

    /// The rules of iPhone OS 3, the era of the Human Interface Guidelines of 2009.
    ///
    /// Accepts words introduced after iPhone OS 3, with the closest meaning that system has.
    public static let iPhoneOS3 = RuleBook(edition: "iPhoneOS3", takesLaterWords: true)

    /// The rules of iOS 4.
    public static let iOS4 = RuleBook(edition: "iOS4")

    /// The rules of iOS 6; also of iOS 5, except for MultiRoute.
    public static let iOS6 = RuleBook(edition: "iOS6")

    /// The rules of iOS 10 to iOS 12.
    public static let iOS10 = RuleBook(edition: "iOS10")

    /// The rules of iOS 13.
    public static let iOS13 = RuleBook(edition: "iOS13")

    /// The rules of iOS 14 and iOS 15.
    public static let iOS14 = RuleBook(edition: "iOS14")

    /// The rules of iOS 16 to iOS 18.
    public static let iOS18 = RuleBook(edition: "iOS18")

    /// The rules of iOS 26.
    public static let iOS26 = RuleBook(edition: "iOS26")

    /// The rules of iOS 27; the default.
    public static let modern = RuleBook(edition: "modern")

    /// A book is the rows that hold in its system.
    /// - Parameters:
    ///   - name: The name of its row in `editions`.
    ///   - takesLaterWords: Whether steps may use the words that are younger than the system.
    private init(edition name: String, takesLaterWords: Bool = false) {
        var tables = Tables.history
        let edition = Self.edition(name)!
        (tables.name, tables.system) = (name, edition.system)
        for definition in TableDefinition.all { definition.hold(&tables, edition.system) }
        if takesLaterWords {
            for place in tables.words.indices { tables.words[place].isKnown = true }
        }
        self.init(tables)
    }
}

extension RuleBook.Tables {
    /// Every row that any system has.
    static let history = RuleBook.Tables(
        name: "history", system: .today, features: FeatureRule.history, words: WordRule.history,
        categories: CategoryRule.history, options: OptionRule.history, modes: ModeRule.history,
        coexistence: CoexistenceRule.history, interruptions: InterruptionRule.history, causes: CauseRule.history,
        refusals: RefusalRule.history, silencing: SilencingRule.history, levels: LevelRule.history,
        accessories: AccessoryRule.history, buttons: ButtonRule.history, vibration: VibrationRule.history,
        changes: ChangeRule.history, ramps: RampRule.history,
        settings: RuleBook.Settings.fields.flatMap { $0.history },
        numbers: RuleBook.Numbers.fields.flatMap { $0.history })
}
