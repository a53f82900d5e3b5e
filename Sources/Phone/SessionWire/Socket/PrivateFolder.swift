import CLinux
import Glibc

/// A folder for the sockets of a private host, closed to other users.
public struct PrivateFolder {
    private let path: String

    /// Creates a folder in the first of `XDG_RUNTIME_DIR`, `TMPDIR` and `/tmp` that allows it.
    ///
    /// - Throws: `WireError.file` naming the last one tried.
    public init(_ variable: (String) -> String? = SocketPlace.environment) throws(WireError) {
        var failure = WireError.noPlace
        for folder in [variable("XDG_RUNTIME_DIR"), variable("TMPDIR"), "/tmp"].compactMap({ $0 }) where !folder.isEmpty
        {
            // The programs on the host may be in other folders than this process.
            let pattern = SocketPlace.absolute(folder + "/audiosession-XXXXXX/host").dropLast(5)
            guard pattern.hasPrefix("/"), pattern.utf8.count + 5 <= SocketPlace.pathLimit else {
                failure = .pathTooLong(pattern + "/host", limit: SocketPlace.pathLimit)
                continue
            }
            if let made = strdup(String(pattern)).map({ mkdtemp($0) }) ?? nil {
                path = String(cString: made)
                free(made)
                return
            }
            failure = .file(folder, "cannot make a folder for the sockets there", errno)
        }
        throw failure
    }

    /// The place of the host's sockets.
    public var place: SocketPlace { SocketPlace(given: path + "/host") }

    /// Removes the folder; the host has removed its files by then.
    public func remove() { rmdir(path) }
}
