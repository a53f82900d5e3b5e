/// A version of the phone's system, by which features, words and rule books are dated.
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

    /// Such as `iPhone OS 3`, `iOS 13` or `iOS 14.5`.
    public var name: String {
        if self == .today { return "today" }
        let (major, minor) = number.quotientAndRemainder(dividingBy: 100)
        return (major < 4 ? "iPhone OS " : "iOS ") + "\(major)" + (minor == 0 ? "" : ".\(minor)")
    }

    public static func < (one: SystemVersion, other: SystemVersion) -> Bool { one.number < other.number }
}
