import Glibc

enum FilePath {
    /// A path from the root on; links in it stay links.
    static func whole(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }

    /// The path of a file without any link in it, which is the same however the file is called, or nil if there is no
    /// file.
    static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The bytes of a file; nil, with the system's number in `errno`, if it cannot be read.
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
