/// The rule books by their names, and by the versions of the system that they cover.
extension RuleBook {
    /// The versions that each book covers, from the oldest: all from `since` on, to before the next row's.
    ///
    /// A system without a book of its own goes by that of the next younger one, which has all that came with it (iOS 7 to
    /// 9, iOS 16 and 17); the numbers that Apple left out between 18 and 26 go by the book before them.
    private static let coverage: [(since: SystemVersion, book: String)] = [
        (.iPhoneOS3, "iPhoneOS3"), (.iOS(4), "iOS4"), (.iOS(5), "iOS6"), (.iOS(7), "iOS10"), (.iOS(13), "iOS13"),
        (.iOS(14), "iOS14"), (.iOS(16), "iOS18"), (.iOS(26), "iOS26"), (.iOS(27), "modern"),
    ]

    /// The names of the rule books, from the oldest system to the newest; naming one makes no other.
    public static let names = coverage.map { $0.book }

    /// The name of the book that holds where a caller names none: that of the newest system.
    public static let defaultName = names[names.count - 1]

    /// The book of that name.
    public static let `default` = book(defaultName)!

    /// The rule book with a name, or the one that covers a version of the system, in any case of letters.
    ///
    /// - Parameter name: Such as `modern`, `iOS6`, `iOS 18.2`, `ios14` or `27`.
    /// - Returns: The book under its own name; nil where no book covers that.
    public static func named(_ name: String) -> RuleBook? {
        if let version = SystemVersion(name) {
            return coverage.last { $0.since <= version }.flatMap { book($0.book) }
        }
        let letters = name.lowercaseBytes
        return names.first { $0.lowercaseBytes == letters }.flatMap(book)
    }

    /// - Parameter name: One of `names`.
    private static func book(_ name: String) -> RuleBook? {
        switch name {
        case "iPhoneOS3": .iPhoneOS3
        case "iOS4": .iOS4
        case "iOS6": .iOS6
        case "iOS10": .iOS10
        case "iOS13": .iOS13
        case "iOS14": .iOS14
        case "iOS18": .iOS18
        case "iOS26": .iOS26
        case "modern": .modern
        default: nil
        }
    }

    /// Returns the versions that the book of a name covers, such as `iOS 14 and 15` or `iOS 27 and later`; nil for a
    /// book of one's own.
    ///
    /// - Parameter name: One of `names`.
    public static func versions(coveredBy name: String) -> String? {
        guard let place = coverage.firstIndex(where: { $0.book == name }) else { return nil }
        let first = coverage[place].since
        guard place + 1 < coverage.count else { return "\(first.name) and later" }
        let next = coverage[place + 1].since
        let last = SystemVersion.releases.last { $0.system < next }?.system.major ?? first.major
        switch last {
        case first.major: return first.name
        case first.major + 1: return "\(first.name) and \(first.major + 1)"
        case let last: return "\(first.name) to \(last)"
        }
    }

    /// All names, each with the versions that its book covers: for messages about a name that no book has.
    public static let choices = names.map { "\($0) (\(versions(coveredBy: $0)!))" }.joined(separator: ", ")

    /// The rule books in the order of their names.
    public static let all: [RuleBook] = names.compactMap(book)

    /// The two that are written down whole; each of the others is one of them but for some rows.
    public static let whole: [RuleBook] = [.iPhoneOS3, .modern]
}

extension String {
    /// The UTF-8 of the text, with the letters A to Z in lower case.
    var lowercaseBytes: [UInt8] { utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
}
