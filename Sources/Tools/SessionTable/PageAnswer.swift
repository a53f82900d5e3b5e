import SessionPolicy
import SessionWorld

/// What a page is answered to its message.
public struct PageAnswer: Sendable {
    /// The status of HTTP: 200, or 4xx where the message was not followed.
    public let status: Int
    /// What was asked for, or what is wrong, as one object of JSON.
    public let json: String

    /// The message was followed.
    ///
    /// - Parameter json: What was asked for, as one object.
    public init(_ json: String = "{}") { (status, self.json) = (200, json) }

    /// The message was not followed.
    ///
    /// - Parameters:
    ///   - status: 4xx of HTTP.
    ///   - says: What is wrong and what would be right.
    public init(refused status: Int, _ says: String) {
        (self.status, json) = (status, #"{"says": \#(says.quoted)}"#)
    }

    /// A document was not followed.
    ///
    /// - Parameters:
    ///   - says: What was wanted of it.
    ///   - problems: What is wrong with it: a line each, with its place and what would be right.
    public init(unreadable says: String, _ problems: [String]) {
        let lines = problems.map { $0.quoted }.joined(separator: ", ")
        (status, json) = (422, #"{"says": \#(says.quoted), "problems": [\#(lines)]}"#)
    }
}
