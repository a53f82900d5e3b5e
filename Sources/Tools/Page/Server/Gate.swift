import NIOHTTP1

/// Decides which requests the page's server answers: those for the complete address, from one of the server's own
/// pages, on this machine. A foreign page could make a browser send requests here, or resolve its own host name to this
/// machine. `Origin` reveals the first and `Host` the second, and neither page knows the token.
struct Gate: Sendable {
    /// The longest message, in bytes.
    static let bodyLimit = 1 << 20
    /// The longest path, in bytes.
    static let pathLimit = 1_024

    let token: String
    let port: UInt16

    private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

    /// Checks a request before anything of it is processed.
    /// - Returns: The path without the token, beginning with a slash.
    func path(of head: HTTPRequestHead) throws(RefusedRequest) -> String {
        /// The value of a header. Repeated headers are joined, which never matches an expected value.
        func header(_ name: String) -> String? {
            head.headers.contains(name: name) ? head.headers[name].joined(separator: ", ") : nil
        }
        guard let host = header("Host"), hosts.contains(host.lowercased()) else {
            throw RefusedRequest(421, "This server answers to 127.0.0.1:\(port) only; use the address that it printed.")
        }
        let origin = header("Origin")
        if let origin, !hosts.contains(where: { origin.lowercased() == "http://\($0)" }) {
            throw RefusedRequest(403, "Another page may not use this device; open the address that it printed.")
        }
        let path = head.uri.prefix { $0 != "?" }
        guard path.utf8.count <= Self.pathLimit else { throw RefusedRequest(414, "This address is too long.") }
        let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
        guard let first = parts.first, Self.isSame(String(first), token) else {
            throw RefusedRequest(403, "The address lacks its token; use the whole address that the program printed.")
        }
        switch head.method {
        case .GET, .HEAD: break
        case .POST:
            guard origin != nil else {
                throw RefusedRequest(403, "A message says from which page it comes; send the header Origin.")
            }
            guard let text = header("Content-Length"), let length = Int(text), length >= 0 else {
                throw RefusedRequest(411, "A message tells its length; send the header Content-Length.")
            }
            guard length <= Self.bodyLimit else {
                throw RefusedRequest(
                    413,
                    "A message has at most \(Self.bodyLimit) bytes; send one step at a time, or a shorter scenario.")
            }
        default: throw RefusedRequest(405, "There is only GET and POST here.")
        }
        return "/" + (parts.count > 1 ? String(parts[1]) : "")
    }

    /// Compares in constant time.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Creates an unguessable token of 128 bits.
    static func freshToken() -> String {
        var source = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<32).map { _ in digits[Int(source.next() & 15)] })
    }
}

/// Why a request is not answered: the HTTP status, and a message for the person at the browser.
struct RefusedRequest: Error {
    let status: Int
    let says: String

    init(_ status: Int, _ says: String) { (self.status, self.says) = (status, says) }
}
