import Glibc

/// The ancestors of a process, as the kernel reports them.
enum ProcessFamily {
    /// Returns a process, its parent, and so on up to the first process of the system.
    /// - Parameter process: The process identifier; if it is gone, only this is returned.
    static func line(of process: pid_t) -> [pid_t] {
        var line = [process]
        // The kernel may reuse an identifier between two reads, so at most 64 processes are read, none of them twice.
        while line.count < 64, let parent = parent(of: line[line.count - 1]), parent > 0, !line.contains(parent) {
            line.append(parent)
        }
        return line
    }

    private static func parent(of process: pid_t) -> pid_t? {
        let text = String(decoding: content(of: "stat", process), as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        // The state and the parent follow the name, which may contain any character.
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 1 ? pid_t(fields[1]) : nil
    }

    /// Returns the first 4,096 bytes of a file about a process, or none if it is gone or another user's.
    static func content(of name: String, _ process: pid_t) -> ArraySlice<UInt8> {
        let file = open("/proc/\(process)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(file, &bytes, bytes.count)
        return bytes.prefix(max(0, count))
    }

    static func executesOurFile(_ process: pid_t) -> Bool {
        var (own, other) = (stat(), stat())
        return stat("/proc/self/exe", &own) == 0 && stat("/proc/\(process)/exe", &other) == 0
            && own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }
}
