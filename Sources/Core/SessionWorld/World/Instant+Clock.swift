package import SessionPolicy

extension Instant {
    /// The moment as people read it below others: seconds with three decimals, filled up on its left to ten characters.
    package var clockText: String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let text = "\(seconds).\(String(rest + 1000).dropFirst())"
        return String(repeating: " ", count: max(0, 10 - text.count)) + text
    }
}
