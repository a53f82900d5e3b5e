import Glibc

/// Reads small files and folders of the system.
enum SystemFile {
    /// The first 64 KiB of a file as text, or nil if it cannot be read.
    static func text(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The names in a folder, sorted, or nil if there is none.
    static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The program that a PCM's status file names as its owner, with its number.
    static func owner(inStatus path: String) -> String? {
        guard let line = text(path)?.split(separator: "\n").first(where: { $0.hasPrefix("owner_pid") }),
            let number = line.split(separator: ":").last.flatMap({ Int($0.filter { $0 != " " }) })
        else { return nil }
        let name = text("/proc/\(number)/comm")?.split(separator: "\n").first ?? "a program"
        return "\(name) (process \(number))"
    }
}
