/// Levels in decibels, reckoned without a library of mathematics: this module goes where only the standard library is.
enum DecibelScale {
    /// A linear gain in tenths of a decibel, rounded to the nearest: -1440 to 0 for gains from 0 to 1. What is quieter
    /// than -144 dB is -144 dB, 0 too.
    static func tenths(of gain: Double) -> Int {
        guard gain > 1e-8 else { return floor }
        return max(floor, Int((200 * log10(gain)).rounded()))
    }

    private static let floor = -1440

    /// The logarithm of a finite number above zero, exact to about one unit in the last place. The number is a power of
    /// two times a rest near 1; the rest's logarithm is the series of the area tangent.
    private static func log10(_ number: Double) -> Double {
        var exponent = Double(number.exponent)
        var rest = number.significand
        if rest > 2.0.squareRoot() {
            rest /= 2
            exponent += 1
        }
        let ratio = (rest - 1) / (rest + 1)
        let square = ratio * ratio
        // `ratio` is at most 0.1716, so that what comes after these terms is below the last place.
        var sum = 0.0
        for divisor in stride(from: 23.0, through: 1, by: -2) { sum = sum * square + 1 / divisor }
        return exponent * tenLog2High + (exponent * tenLog2Low + 2 * ratio * sum * tenLogE)
    }

    /// The decadic logarithm of 2 in two parts: products of the first with small whole numbers are exact.
    private static let tenLog2High = 3.01029995663611771306e-01
    private static let tenLog2Low = 3.69423907715893078616e-13
    private static let tenLogE = 4.34294481903251816668e-01
}
