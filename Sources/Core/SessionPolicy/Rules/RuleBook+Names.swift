/// The rule books by their names, and by the versions of the system that they cover.
extension RuleBook {
    static func edition(_ name: String) -> Edition? { editions.first { $0.name == name } }

    public static let names = editions.map { $0.name }

    /// The name of the book that holds where a caller names none: that of the newest system.
    public static let defaultName = names[names.count - 1]

    /// The book of that name.
    public static let `default` = editions[editions.count - 1].book()

    /// The rule book with a name, or the one that covers a version of the system, in any case of letters.
    ///
    /// - Parameter name: Such as `modern`, `iOS6`, `iOS 18.2`, `ios14` or `27`.
    /// - Returns: The book under its own name, or nil if no book covers that.
    public static func named(_ name: String) -> RuleBook? {
        if let version = SystemVersion(name) {
            return editions.last { $0.since <= version }?.book()
        }
        let letters = name.lowercaseBytes
        return editions.first { $0.name.lowercaseBytes == letters }?.book()
    }

    /// Returns the versions that the book of a name covers, such as `iOS 14 and 15` or `iOS 27 and later`, or nil for a
    /// book of one's own.
    ///
    /// - Parameter name: One of `names`.
    public static func versions(coveredBy name: String) -> String? {
        guard let place = editions.firstIndex(where: { $0.name == name }) else { return nil }
        let first = editions[place].since
        guard place + 1 < editions.count else { return "\(first.name) and later" }
        let next = editions[place + 1].since
        let last = SystemVersion.releases.last { $0 < next }?.major ?? first.major
        switch last {
        case first.major: return first.name
        case first.major + 1: return "\(first.name) and \(first.major + 1)"
        case let last: return "\(first.name) to \(last)"
        }
    }

    /// All names, each with the versions that its book covers: for messages about a name that no book has.
    public static let choices = names.map { "\($0) (\(versions(coveredBy: $0)!))" }.joined(separator: ", ")

    /// The rule books in the order of their names.
    public static let all: [RuleBook] = editions.map { $0.book() }

    /// The oldest and the newest.
    public static let whole: [RuleBook] = [.iPhoneOS3, .modern]
}

extension String {
    /// The UTF-8 of the text, with the letters A to Z in lower case.
    var lowercaseBytes: [UInt8] { utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
}
