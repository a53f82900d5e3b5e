internal import SessionPolicy
public import SessionWorld

extension Device {
    /// Takes a step as the oracle reads it.
    ///
    /// - Parameter text: One object of the step vocabulary as JSON; its `at`, in seconds from the start, moves time on.
    /// - Throws: A sentence with the fault, where it is no step; nothing has happened then.
    @discardableResult
    public mutating func step(_ text: String) throws(StepError) -> Reply {
        let value = try PositionedValue(json: text.utf8, line: 1)
        return try apply(value)
    }
}
