import Glibc

/// Counts the threads that can really run at once.
package enum Processors {
    /// The number of processors that this process may use, at least one: in a container or after `taskset` it may be
    /// fewer than the machine has.
    package static let count = count(
        online: sysconf(Int32(_SC_NPROCESSORS_ONLN)), maskIn: "/proc/self/status")

    /// - Parameters:
    ///   - online: The number of processors of the machine.
    ///   - path: A file with the mask of those that may be used; where it cannot be read, all may. The mask may have bits for
    ///     processors that are not there.
    package static func count(online: Int, maskIn path: String) -> Int {
        max(1, min(online, allowed(maskIn: path) ?? online))
    }

    private static func allowed(maskIn path: String) -> Int? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let name = "Cpus_allowed:"
        while getline(&line, &capacity, file) > 0 {
            guard let text = line.map({ String(cString: $0) }), text.hasPrefix(name) else { continue }
            return text.dropFirst(name.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
        }
        return nil
    }
}
