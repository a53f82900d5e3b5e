import Glibc
import SessionWorld

enum TextFile {
    /// Returns the text of a file, which must be UTF-8 and at most 16 MiB.
    /// - Parameter wanted: A description for error messages, such as "a scenario file".
    static func read(_ file: String, wanted: String) throws(StepError) -> String {
        let start = SourcePosition(line: 1, column: 1)
        guard !file.isEmpty else {
            throw StepError(start, "a file needs a name, and this one is empty; give \(wanted)")
        }
        // Opening a pipe without a writer would block.
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let remedy = errno == EMFILE ? "allow more with ulimit -n" : "give \(wanted)"
            throw StepError(start, "cannot open the file: \(String(cString: strerror(errno))); \(remedy)")
        }
        defer { close(descriptor) }
        guard isWritten(descriptor) else {
            throw StepError(start, "the file is a pipe without a writer; write into it, or give \(wanted)")
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        var bytes: [UInt8] = []
        let block = 65_536
        while true {
            var got = 0
            bytes += [UInt8](unsafeUninitializedCapacity: block) { buffer, count in
                got = Glibc.read(descriptor, buffer.baseAddress, block)
                count = max(0, got)
            }
            if got == 0 { break }
            if got < 0 {
                if errno == EINTR { continue }
                throw StepError(
                    start, "cannot read the file: \(String(cString: strerror(errno))); give \(wanted)")
            }
            guard bytes.count <= YAMLReader.textLimit else {
                let limit = "\(YAMLReader.textLimit >> 20) MiB"
                throw StepError(start, "the file is larger than \(limit); \(wanted) is a short text")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StepError(start, "the file is not UTF-8; save it as UTF-8")
        }
        return text
    }

    /// How long to wait for a writer of a named pipe, in milliseconds.
    private static let patience: CInt = 5_000

    /// Whether there is something to read, or will be: an unnamed pipe was passed by its writer.
    private static func isWritten(_ descriptor: CInt) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return true }
        var name: [CChar] = [0]
        // The target of an unnamed pipe is `pipe:[` and a number; a path begins with a slash.
        guard readlink("/proc/self/fd/\(descriptor)", &name, 1) == 1, name[0] == CChar(UInt8(ascii: "/")) else {
            return true
        }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var number: CInt = 0
        repeat { number = poll(&entry, 1, patience) } while number < 0 && errno == EINTR
        return number > 0
    }
}
