extension RuleBook {
    /// The rules of iPhone OS 3, the era of the Human Interface Guidelines of 2009; the default.
    ///
    /// It takes the words that came later, and gives each the meaning that it can have there.
    public static let iPhoneOS3 = RuleBook("iPhoneOS3", .iPhoneOS3, takesLaterWords: true)

    /// The rules of iOS 4.
    public static let iOS4 = RuleBook("iOS4", .iOS(4, 3))

    /// The rules of iOS 6; also of iOS 5, but for MultiRoute.
    public static let iOS6 = RuleBook("iOS6", .iOS(6, 1))

    /// The rules of iOS 10 to iOS 12.
    public static let iOS10 = RuleBook("iOS10", .iOS(10, 3))

    /// The rules of iOS 13.
    public static let iOS13 = RuleBook("iOS13", .iOS(13, 7))

    /// The rules of iOS 14 and iOS 15.
    public static let iOS14 = RuleBook("iOS14", .iOS(14, 8))

    /// The rules of iOS 16 to iOS 18.
    public static let iOS18 = RuleBook("iOS18", .iOS(18, 7))

    /// The rules of iOS 26.
    public static let iOS26 = RuleBook("iOS26", .iOS(26, 2))

    /// The rules of the newest system, which is iOS 27.
    public static let modern = RuleBook("modern", .today)

    /// A book is the rows that hold in its system.
    ///
    /// - Parameters:
    ///   - system: The last of the systems that go by the book.
    ///   - takesLaterWords: Whether steps may use the words that are younger than the system.
    private init(_ name: String, _ system: SystemVersion, takesLaterWords: Bool = false) {
        var tables = Tables.history
        (tables.name, tables.system) = (name, system)
        for definition in TableDefinition.all { definition.hold(&tables, system) }
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
