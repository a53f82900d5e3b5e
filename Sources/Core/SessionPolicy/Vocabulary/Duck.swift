/// The way in which a session lowers the others: how far and how slowly, where the app says so; else as the rule book does.
///
/// It is kept in eight bytes, because each app of a state has one.
public struct Duck: Hashable, Sendable {
    private var factor: Float = -1
    private var milliseconds: Int32 = -1

    /// Describes a duck.
    ///
    /// - Parameters:
    ///   - gain: The factor, brought into 0 to 1, linear, in single precision; nil is the rule book's.
    ///   - over: How long the way down takes, in whole milliseconds, a day at most; nil is the rule book's.
    public init(gain: Double? = nil, over length: Length? = nil) {
        if let gain { factor = Float(min(1, max(0, gain))) }
        if let length { milliseconds = Int32(min(86_400_000, max(0, length.milliseconds))) }
    }

    /// The factor by which others are lowered, 0 to 1, linear; nil is the rule book's.
    public var gain: Double? { factor < 0 ? nil : Double(factor) }

    /// The length of the way down; nil is the rule book's.
    public var over: Length? { milliseconds < 0 ? nil : .milliseconds(Int64(milliseconds)) }

    /// Whether the rule book decides all of it.
    public var isOfTheBook: Bool { factor < 0 && milliseconds < 0 }
}
