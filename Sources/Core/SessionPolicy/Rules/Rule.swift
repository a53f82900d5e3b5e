/// One rule in words: what it says, who says so, and where in the emulator it stands.
public struct Rule: Hashable, Sendable {
    public let id: RuleID
    /// The title, of at most 60 characters.
    public let title: String
    /// The statement of the rule, in one or two sentences.
    public let statement: String
    /// The first system of which the sources tell it, or nil for all up to `until`.
    public let since: SystemVersion?
    /// The first system that no longer goes by it, or nil.
    public let until: SystemVersion?
    /// The kinds of evidence for the rule, the strongest first; never empty.
    public let evidence: [Evidence]
    /// The documents and their sections.
    public let source: String
    /// The place where the emulator keeps the rule, or the reason for which it does not.
    public let standing: Standing
    /// The part of the rule that is not emulated, or nil if all is.
    public let limits: String?
    /// The readings of the rule in the books, where they differ.
    public let difference: Difference?

    /// - Parameter standing: The place, or nil for the tables that have a row resting on the rule.
    init(
        _ id: RuleID, _ title: String, _ statement: String, since: SystemVersion? = nil,
        until: SystemVersion? = nil, evidence: [Evidence], source: String, standing: Standing? = nil,
        limits: String? = nil, difference: Difference? = nil
    ) {
        self.id = id
        self.title = title
        self.statement = statement
        (self.since, self.until) = (since, until)
        self.evidence = evidence
        self.source = source
        self.standing = standing ?? .tables(RuleID.tables[id] ?? [])
        self.limits = limits
        self.difference = difference
    }

    /// A kind of evidence, the strongest first.
    public enum Evidence: UInt8, VocabularyWord, Comparable {
        /// The text that this emulator was built for: iPhone Human Interface Guidelines 2009, "Using Sound".
        case seed
        /// A guide, a reference page, a technical note or a talk of Apple's.
        case appleDocument
        /// A header of an Apple SDK.
        case header
        /// A developer's log of a device, or a test on one.
        case measured
        /// Issue threads, question-and-answer sites, books, other people's code.
        case secondHand
        /// Concluded by us; no source says it outright.
        case inferred

        public static let names = ["seed", "Apple document", "header", "measured", "second-hand", "inferred"]

        public static func < (stronger: Evidence, weaker: Evidence) -> Bool { stronger.rawValue < weaker.rawValue }
    }

    /// The place where the emulator keeps a rule.
    public enum Standing: Hashable, Sendable {
        /// The rule is rows or columns of these tables of a rule book; never empty.
        case tables([RuleBook.Table])
        /// The rule is in the code that moves the state or paints the picture; the words say at which moment.
        case reducer(String)
        /// Nowhere, for this reason.
        case notEmulated(String)
    }

    /// The readings of one rule in the books.
    public struct Difference: Hashable, Sendable {
        public let iPhoneOS3: String
        public let modern: String
        /// The first system that goes by the words of `modern`.
        let since: SystemVersion
        /// The readings of the systems between, from which version on, in the order of versions.
        let between: [Between]

        /// The reading of a rule by the systems from one version on.
        struct Between: Hashable, Sendable {
            let since: SystemVersion
            let words: String
        }

        init(iPhoneOS3: String, modern: String, since: SystemVersion = .iOS(4), between: [Between] = []) {
            (self.iPhoneOS3, self.modern, self.since, self.between) = (iPhoneOS3, modern, since, between)
        }

        func words(for system: SystemVersion) -> String {
            if system >= since { return modern }
            return between.last { $0.since <= system }?.words ?? iPhoneOS3
        }
    }

    /// Whether the emulator follows the rule, be it in part.
    public var isEmulated: Bool {
        if case .notEmulated = standing { false } else { true }
    }
}

extension Rule {
    /// Every rule once, in the order of the identifiers.
    public static let catalog: [Rule] =
        switchAndLock + activation + ducking + background + routes + volume + interruptions + alerts + questions + own
        + newer + siri
}

extension RuleID {
    // Written as a loop: Embedded Swift has no initializer of a dictionary that is told what to do with equal keys.
    private static let rules: [RuleID: Rule] = {
        var rules: [RuleID: Rule] = [:]
        for rule in Rule.catalog where rules[rule.id] == nil { rules[rule.id] = rule }
        return rules
    }()

    /// The tables with a row, under any system, that rests on a rule; the vocabulary dates what rules speak of.
    fileprivate static let tables: [RuleID: [RuleBook.Table]] = {
        var tables: [RuleID: [RuleBook.Table]] = [:]
        for definition in TableDefinition.all where definition.table != .vocabulary {
            for rule in Set(definition.rows(.history).flatMap { $0.rules }) {
                tables[rule, default: []].append(definition.table)
            }
        }
        return tables
    }()

    /// The rule of the identifier.
    public var rule: Rule {
        // CatalogTests names a rule that the catalogue lacks, if nothing that prints it ends the tests before.
        RuleID.rules[self]
            ?? Rule(
                self, "\(id) is missing in the catalogue", "Add it in Sources/Core/SessionPolicy/Rules/Catalog.",
                evidence: [.inferred], source: "None", standing: .notEmulated("it is missing in the catalogue"))
    }
}

extension RuleBook {
    /// The tables of a rule book, in the order in which they are printed.
    public enum Table: String, CaseIterable, Hashable, Sendable {
        case vocabulary, words, categories, directions, options, modes, coexistence, interruptions, causes, refusals
        case silencing
        case levels, accessories, buttons
        case vibration, changes, ramps, settings, numbers
    }
}
