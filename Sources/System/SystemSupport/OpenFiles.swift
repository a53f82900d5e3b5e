import Glibc

/// The number of files that this process may have open, including pipes and sockets.
package enum OpenFiles {
    /// Raises the limit to the maximum: a host has two descriptors for each program, a page's server one for each
    /// connection.
    package static func allowMost() {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(kind, &limit)
    }

    /// Checks that more files can be opened, for libraries that do not report exhaustion properly.
    /// - Parameters:
    ///   - needed: The number of files.
    ///   - user: The user of the files, as a plural subject such as "sound devices".
    /// - Returns: The problem and the remedy on one line, or nil if there are enough.
    package static func shortage(of needed: Int, for user: String) -> String? {
        var opened: [CInt] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < needed {
            let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                return "\(String(cString: strerror(errno))): \(user) need \(needed) more, and there is room for "
                    + "\(opened.count); allow more with ulimit -n, and start again"
            }
            opened.append(descriptor)
        }
        return nil
    }
}
