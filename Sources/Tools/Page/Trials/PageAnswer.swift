import SessionPolicy

struct PageAnswer: Sendable {
    /// The HTTP status: 200, or 4xx if the message was refused.
    let status: Int
    /// The result, or the problem with the message, as a JSON object.
    let json: String

    /// Reports success.
    init(_ json: String = "{}") { (status, self.json) = (200, json) }

    /// Reports a refused message.
    init(refused status: Int, _ says: String) {
        (self.status, json) = (status, #"{"says": \#(says.quoted)}"#)
    }

    /// Reports an invalid document.
    /// - Parameters:
    ///   - says: The purpose of the document.
    ///   - problems: The problems, one per line, with location and remedy.
    init(unreadable says: String, _ problems: [String]) {
        let lines = problems.map { $0.quoted }.joined(separator: ", ")
        (status, json) = (422, #"{"says": \#(says.quoted), "problems": [\#(lines)]}"#)
    }
}
