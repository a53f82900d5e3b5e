import ArgumentParser
import Glibc

/// How many files this process may still open.
enum OpenFiles {
    /// Allows this process as many files as it may allow itself; a host has two for each program.
    static func allowMost() {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(kind, &limit)
    }

    /// What a look for devices and a session on them take, libasound's plug-ins included, and half as many again: 20 were
    /// counted with the plug-ins of PulseAudio and JACK.
    private static let neededForDevices = 32

    /// Refuses to look for devices with too few: libasound does not tell that from there being none.
    ///
    /// - Throws: Exit status 2 after a word on standard error.
    static func requireForDevices() throws {
        var opened: [CInt] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < neededForDevices {
            let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else {
                let reason = String(cString: strerror(errno))
                Output.complain(
                    "audiosession: \(reason): sound devices need \(neededForDevices) more, and there is room for "
                        + "\(opened.count); allow more with ulimit -n, and start again")
                throw ExitCode.refused
            }
            opened.append(descriptor)
        }
    }
}
