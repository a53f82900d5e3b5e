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
        guard let text = text(of: "/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
        // The state and the parent follow the name, which may contain any character.
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 1 ? pid_t(fields[1]) : nil
    }

    private static func text(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    static func executesOurFile(_ process: pid_t) -> Bool {
        var (own, other) = (stat(), stat())
        return stat("/proc/self/exe", &own) == 0 && stat("/proc/\(process)/exe", &other) == 0
            && own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }
}
