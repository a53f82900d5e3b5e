import Glibc

/// A folder for the sockets of a private host, which nobody else enters.
public struct PrivateFolder {
    private let path: String

    /// Makes one in the first folder in which that goes: `XDG_RUNTIME_DIR`, `TMPDIR`, `/tmp`.
    ///
    /// - Throws: `WireError.file` naming the last one tried.
    public init(_ variable: (String) -> String? = SocketPlace.environment) throws(WireError) {
        var failure = WireError.noPlace
        for folder in [variable("XDG_RUNTIME_DIR"), variable("TMPDIR"), "/tmp"].compactMap({ $0 }) where !folder.isEmpty
        {
            let pattern = folder + "/audiosession-XXXXXX"
            guard SocketPlace(given: pattern + "/host").fits else {
                failure = .pathTooLong(pattern + "/host", limit: SocketPlace.pathLimit)
                continue
            }
            guard let text = strdup(pattern) else { continue }
            defer { free(text) }
            if mkdtemp(text) != nil {
                path = String(cString: text)
                return
            }
            failure = .file(folder, "cannot make a folder for the sockets there", errno)
        }
        throw failure
    }

    /// Where the host's sockets are.
    public var place: SocketPlace { SocketPlace(given: path + "/host") }

    /// Removes the folder; what the host made in it is gone by then.
    public func remove() { rmdir(path) }
}

extension SocketPlace {
    /// Whether a socket's address can hold the path.
    var fits: Bool { path.utf8.count <= Self.pathLimit }
}
