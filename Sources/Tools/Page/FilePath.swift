import Glibc

enum FilePath {
    /// Returns an absolute path without resolving links.
    static func whole(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }

    /// Returns a path with all links resolved, or nil if the file does not exist.
    static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the contents of a file; nil with `errno` set if it cannot be read.
    static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var count = 0
        repeat {
            bytes += [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
                count = fread(buffer.baseAddress, 1, buffer.count, file)
                filled = count
            }
        } while count > 0
        return ferror(file) == 0 ? bytes : nil
    }
}
