import ArgumentParser
import Glibc
import SessionOracle

/// A file that holds where an exploration stands: the old one stays until the new one is whole.
struct CheckpointFile {
    let path: String

    /// Whether there is a regular file, or nothing yet: what never ends, or waits for a writer, keeps nothing.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
    }

    /// What the file holds; nil where there is none.
    ///
    /// Whoever walks for an hour wants to know at its beginning that nothing can be kept here.
    func read() throws -> Checkpoint? {
        guard Self.isFile(path) else {
            Output.complain(
                "audiosession: \(path) is no regular file, in which a checkpoint could be kept; name another")
            throw ExitCode.refused
        }
        guard let file = fopen(path, "r") else {
            guard errno == ENOENT else { throw refusal("read", errno, "name another file") }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            guard access(folder, W_OK) == 0 else { throw refusal("write", errno, "name another file") }
            return nil
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        let block = 1 << 20
        while true {
            var got = 0
            bytes += [UInt8](unsafeUninitializedCapacity: block) { buffer, count in
                got = fread(buffer.baseAddress, 1, block, file)
                count = got
            }
            if got < block { break }
        }
        guard ferror(file) == 0 else { throw refusal("read", errno, "name another file") }
        return Checkpoint(bytes: bytes)
    }

    /// Puts a checkpoint in the place of what the file holds.
    func write(_ checkpoint: Checkpoint) throws {
        let draft = path + ".new"
        guard let file = fopen(draft, "w") else { throw refusal("write", errno, "name another file") }
        let written = checkpoint.bytes.withUnsafeBufferPointer { fwrite($0.baseAddress, 1, $0.count, file) }
        let isWhole = written == checkpoint.bytes.count && fflush(file) == 0 && fsync(fileno(file)) == 0
        let number = errno
        guard fclose(file) == 0, isWhole, rename(draft, path) == 0 else {
            unlink(draft)
            throw refusal("write", number, "make room on the disk; what was kept before is still there")
        }
    }

    private func refusal(_ verb: String, _ number: Int32, _ remedy: String) -> ExitCode {
        Output.complain("audiosession: cannot \(verb) \(path): \(String(cString: strerror(number))); \(remedy)")
        return .refused
    }
}
