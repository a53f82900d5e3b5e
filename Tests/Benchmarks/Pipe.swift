import Glibc

/// A pipe whose ends no child inherits by chance.
struct Pipe {
    let reader: CInt
    let writer: CInt

    init() throws {
        var ends: [CInt] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw BenchmarkError("No pipe: \(String(cString: strerror(errno))).") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }
}
