import SessionPolicy
import SessionWorld

// The parts of files, with errors that say what stands there instead.
extension PositionedValue {
    /// Returns the members of an object.
    /// - Parameter wanted: What the value must be, as a sentence.
    func members(_ wanted: @autoclosure () -> String) throws(StepError) -> [Member] {
        if case .object(let members) = content { return members }
        throw StepError(position, "\(wanted()); found \(kind)")
    }

    /// Returns the items of a list.
    /// - Parameter wanted: What the value must be, as a sentence.
    func items(_ wanted: @autoclosure () -> String) throws(StepError) -> [PositionedValue] {
        if case .array(let items) = content { return items }
        throw StepError(position, "\(wanted()); found \(kind)")
    }
}

extension [PositionedValue.Member] {
    /// Returns an error for each key that is not one of some.
    /// - Parameter owner: The object, such as "a scenario".
    func unknownKeys(but keys: [String], of owner: String) -> [StepError] {
        filter { keys.place(of: $0.key) == nil }.map { member in
            StepError(
                member.keyPosition,
                "\(owner) has no key \"\(member.key.shortened)\"; its keys are \(keys.joined(separator: ", "))")
        }
    }
}
