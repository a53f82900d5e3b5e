extension FixedWidthInteger {
    /// The whole number nearest to another one, whatever that is: what is too large is the largest, what is too small
    /// the smallest, and what is no number is zero. Apps pass any number; none of them may end the program.
    package init(nearest number: Double) {
        let rounded = number.isNaN ? 0 : number.rounded()
        self = Self(exactly: rounded) ?? (rounded < 0 ? .min : .max)
    }
}
