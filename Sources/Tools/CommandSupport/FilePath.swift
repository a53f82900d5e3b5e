import Glibc

package enum FilePath {
    /// Returns a path with all links resolved, or nil if the file does not exist.
    package static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns an absolute path without resolving links.
    package static func whole(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(real(".") ?? ".")/\(path)"
    }
}
