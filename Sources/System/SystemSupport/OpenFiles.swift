import Glibc

/// The files that this process may have open at once; pipes and sockets count.
package enum OpenFiles {
    /// Allows this process as many as it may allow itself: a host has two for each program, a page's server one for each
    /// connection.
    package static func allowMost() {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(kind, &limit)
    }

    /// Makes sure that so many more can be opened now, for libraries that do not tell a shortage from something else.
    /// - Parameters:
    ///   - needed: The number of files.
    ///   - user: The thing that needs them, as the subject of a sentence in the plural, such as "sound devices".
    /// - Returns: A sentence with the fault and the remedy, on one line, or nil if there are so many.
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
