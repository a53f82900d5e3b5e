/// A version of the phone's system, by which features, words, rows and rule books are dated.
public struct SystemVersion: Hashable, Comparable, Sendable {
    /// A hundred times the first number, and the second.
    private let number: UInt16

    private init(_ major: UInt16, _ minor: UInt16 = 0) { number = major * 100 + minor }

    /// The system of the Human Interface Guidelines of 2009.
    public static let iPhoneOS3 = SystemVersion(3)

    /// The newest system, whatever its number.
    public static let today = SystemVersion(600)

    /// A version from 4 on.
    public static func iOS(_ major: UInt16, _ minor: UInt16 = 0) -> SystemVersion { SystemVersion(major, minor) }

    /// Reads a version as it is usually written, in any case of letters: `iOS 18.2`, `ios17`, `iPhone OS 3.1.3`, `17`.
    ///
    /// - Parameter text: `iOS` or `iPhone OS`, or neither; then a number from 1 to 99, and after points any others, of
    ///   which the first counts.
    public init?(_ text: String) {
        var rest = text.lowercaseBytes[...]
        if let system = ["iphone os", "iphoneos", "ios"].first(where: { rest.starts(with: $0.utf8) }) {
            rest = rest.dropFirst(system.utf8.count)
            if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
        }
        var numbers: [UInt16] = []
        for digits in rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !digits.isEmpty, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
            numbers.append(digits.reduce(0) { min(100, $0 * 10 + UInt16($1 - 48)) })
        }
        guard rest.first != UInt8(ascii: "0"), numbers[0] < 100 else { return nil }
        self.init(numbers[0], numbers.count > 1 ? min(99, numbers[1]) : 0)
    }

    /// The first number of the version, such as 14 of iOS 14.5.
    var major: Int { Int(number / 100) }

    /// Such as `iPhone OS 3`, `iOS 13` or `iOS 14.5`.
    public var name: String {
        if self == .today { return "today" }
        let (major, minor) = number.quotientAndRemainder(dividingBy: 100)
        return (major < 4 ? "iPhone OS " : "iOS ") + "\(major)" + (minor == 0 ? "" : ".\(minor)")
    }

    public static func < (one: SystemVersion, other: SystemVersion) -> Bool { one.number < other.number }
}
