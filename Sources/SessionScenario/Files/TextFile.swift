import Glibc
import SessionWorld

/// Reads short texts that people write.
enum TextFile {
    /// The text of a file, which must be UTF-8 and at most 16 MiB.
    ///
    /// - Parameters:
    ///   - file: Its path.
    ///   - wanted: What it should be, for an error, such as "a scenario file".
    static func read(_ file: String, wanted: String) throws(StepError) -> String {
        let start = SourcePosition(line: 1, column: 1)
        guard !file.isEmpty else {
            throw StepError(start, "a file needs a name, and this one is empty; give \(wanted)")
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let remedy = errno == EMFILE ? "allow more with ulimit -n" : "give \(wanted)"
            throw StepError(start, "cannot open the file: \(String(cString: strerror(errno))); \(remedy)")
        }
        defer { close(descriptor) }
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
            guard bytes.count <= 16 << 20 else {
                throw StepError(start, "the file is larger than 16 MiB; \(wanted) is a short text")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StepError(start, "the file is not UTF-8; save it as UTF-8")
        }
        return text
    }
}
