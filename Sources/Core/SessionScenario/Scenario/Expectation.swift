import SessionPolicy
public import SessionWorld

/// A key under `expect`: what a reply must contain.
public struct Expectation: Sendable {
    /// The key, such as `heard`.
    public let key: String
    public let position: SourcePosition
    /// The names of the events that it waits for.
    let events: [String]
    /// Returns what a reply has otherwise, or nil if it meets the expectation.
    let mismatch: @Sendable (WrittenReply) -> Mismatch?
}

extension Scenario {
    /// Whether a step expects an event that replies contain from protocol version 5 on.
    package var expectsEventsOfVersion5: Bool {
        steps.contains { step in
            step.expectations.contains { !Notice.Message.namesSinceVersion5.isDisjoint(with: $0.events) }
        }
    }
}

/// An expectation that did not hold.
public struct FailedExpectation: Sendable {
    /// The number of the step, from 1.
    public let step: Int
    /// The step in words.
    public let stepText: String
    /// The time of the step in seconds.
    public let at: Double
    /// The key under `expect`.
    public let key: String
    public let position: SourcePosition
    public let expected: String
    public let actual: String
    /// The rules that decided, each with its sentence.
    public let deciding: [String]
    /// The name of the rule book, if the scenario runs under several.
    var book: String?

    /// The step, its time and the key, on one line.
    package var headline: String {
        "step \(step) (\(stepText), at \(plainText(at)) s\(book.map { ", under \($0)" } ?? "")): \(key)"
    }

    /// Returns four lines for people: location, expected, actual, and the deciding rule.
    ///
    /// - Parameter file: The file of the scenario.
    public func text(file: String) -> String {
        let place = "\(file):\(position.line):\(position.column)"
        var lines = [
            "\(place): \(headline)".printable,
            "    expected: \(expected.printable)",
            "    actual:   \(actual.printable)",
        ]
        for (index, decision) in deciding.enumerated() {
            lines.append((index == 0 ? "    decided:  " : "              ") + decision)
        }
        return lines.joined(separator: "\n")
    }
}
