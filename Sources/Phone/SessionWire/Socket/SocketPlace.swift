import CLinux
import Glibc

/// The paths of the host's two sockets.
public struct SocketPlace: Hashable, Sendable {
    /// The socket of the programs.
    public let path: String
    /// Whether the place was named explicitly: then a missing host is an error.
    public let isGiven: Bool

    /// The socket of steps and watchers, beside the other.
    public var controlPath: String { path + Self.controlSuffix }

    /// The path of the lock file, which one host at a time holds.
    var lockPath: String { path + ".lock" }

    /// The suffix of the control socket's path.
    public static let controlSuffix = ".control"

    /// The longest path, in bytes, for which the control socket's path fits into an address.
    public static let pathLimit = Int(CLINUX_LONGEST_PATH) - controlSuffix.utf8.count

    /// A place that a user or a program has named.
    public init(given path: String) { self.init(path, isGiven: true) }

    private init(_ path: String, isGiven: Bool) { (self.path, self.isGiven) = (path, isGiven) }

    /// The place that the environment names: `AUDIOSESSION_SOCKET`, else `$XDG_RUNTIME_DIR/audiosession/host`.
    ///
    /// - Parameter variable: Returns the value of an environment variable, or nil.
    /// - Throws: `WireError.noPlace` if neither is set.
    public init(_ variable: (String) -> String?) throws(WireError) {
        if let path = variable(Self.variable), !path.isEmpty {
            self.init(given: Self.absolute(path))
        } else if let folder = variable("XDG_RUNTIME_DIR"), !folder.isEmpty {
            self.init(Self.absolute(folder + "/audiosession/host"), isGiven: false)
        } else {
            throw .noPlace
        }
    }

    /// Returns the absolute path, if it fits into a socket's address, so that it stays valid when a process changes its
    /// folder or passes it on.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        let whole = String(cString: folder) + "/" + path
        return whole.utf8.count <= pathLimit ? whole : path
    }

    /// The variable that names the socket.
    public static let variable = "AUDIOSESSION_SOCKET"
    /// The variable that names the app.
    public static let appVariable = "AUDIOSESSION_APP"

    /// The variable that is set where a host wants to know when the program handles a notice.
    public static let reactionsVariable = "AUDIOSESSION_REACTIONS"

    /// The variables of this process.
    public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    func checkLength() throws(WireError) {
        guard path.utf8.count <= Self.pathLimit else { throw .pathTooLong(path, limit: Self.pathLimit) }
    }
}
