import FoundationEssentials
import Glibc

enum FilePath {
    /// Returns an absolute path without resolving links.
    static func whole(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    /// Returns a path with all links resolved, or nil if the file does not exist.
    static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
