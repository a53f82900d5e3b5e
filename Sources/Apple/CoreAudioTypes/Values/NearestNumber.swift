extension FixedWidthInteger {
    /// Creates the nearest integer: out-of-range numbers are clamped and NaN becomes 0, so that no number that an app passes
    /// can trap.
    package init(nearest number: Double) {
        let rounded = number.isNaN ? 0 : number.rounded()
        self = Self(exactly: rounded) ?? (rounded < 0 ? .min : .max)
    }
}
