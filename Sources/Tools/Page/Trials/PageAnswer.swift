import SessionPolicy

struct PageAnswer: Sendable {
    /// The status of HTTP: 200, or 4xx where the message was not followed.
    let status: Int
    /// The result, or the fault of the message, as one object of JSON.
    let json: String

    /// The message was followed.
    /// - Parameter json: The result, as one object.
    init(_ json: String = "{}") { (status, self.json) = (200, json) }

    /// The message was not followed.
    /// - Parameters:
    ///   - status: 4xx of HTTP.
    ///   - says: A sentence with the fault and the remedy.
    init(refused status: Int, _ says: String) {
        (self.status, json) = (status, #"{"says": \#(says.quoted)}"#)
    }

    /// A document was not followed.
    /// - Parameters:
    ///   - says: The purpose of the document.
    ///   - problems: The faults of the document: a line each, with its place and the remedy.
    init(unreadable says: String, _ problems: [String]) {
        let lines = problems.map { $0.quoted }.joined(separator: ", ")
        (status, json) = (422, #"{"says": \#(says.quoted), "problems": [\#(lines)]}"#)
    }
}
