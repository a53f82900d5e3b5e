internal import SessionPolicy
public import SessionWorld

extension Device {
    /// Takes a step in the oracle's format.
    ///
    /// - Parameter text: A JSON object of the step vocabulary; its `at`, in seconds from the start, advances the time.
    /// - Throws: A message if it is not a valid step; nothing has happened then.
    @discardableResult
    public mutating func step(_ text: String) throws(StepError) -> Reply {
        let value = try PositionedValue(json: text.utf8, line: 1)
        return try apply(value)
    }
}
