import ArgumentParser
import Glibc
import SoundFiles
import Synchronization
import Threads

/// A file in which an exploration keeps its progress, and in which no other process keeps anything meanwhile.
///
/// A lock holds it that ends with the process. An empty file keeps nothing yet: one is made where there is none, so
/// that there is a file to lock.
final class KeptFile: Sendable {
    let path: String
    /// The file itself, where the path is a link.
    private let place: String
    /// The open file, locked by this process, and whether it was made here and holds nothing.
    private let held: Mutex<(descriptor: CInt, isUnused: Bool)>

    /// Opens and locks the file.
    ///
    /// An exploration of an hour should fail at its beginning if nothing can be kept here.
    ///
    /// - Throws: Exit status 2, after a sentence on standard error.
    init(_ path: String) throws {
        self.path = path
        while true {
            var isUnused = true
            // One that waits for a writer must not keep us waiting, too.
            let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
            var descriptor = open(path, flags | O_CREAT | O_EXCL, 0o666)
            if descriptor < 0, errno == EEXIST {
                isUnused = false
                // A link to a file that does not exist yet is such a file, too.
                descriptor = open(path, flags | O_CREAT, 0o666)
            }
            guard descriptor >= 0 else { throw Self.refusal("write", path, errno, "name another file") }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw Self.refusal("\(path) is no regular file, in which anything could be kept; name another")
            }
            // Where the file system knows no locks, people have to see to it themselves.
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
                close(descriptor)
                throw Self.refusal(
                    "another exploration keeps where it stands in \(path); wait for its end, or name another file")
            }
            // The process that held the lock before may have put another file in its place.
            if Self.isAt(path, status), let real = realpath(path, nil) {
                defer { free(real) }
                place = String(cString: real)
                held = Mutex((descriptor, isUnused))
                return
            }
            close(descriptor)
        }
    }

    deinit {
        held.withLock { held in
            if held.isUnused { unlink(path) }
            close(held.descriptor)
        }
    }

    private static func isAt(_ path: String, _ file: stat) -> Bool {
        var there = stat()
        return stat(path, &there) == 0 && (there.st_dev, there.st_ino) == (file.st_dev, file.st_ino)
    }

    /// Returns the bytes of the file.
    func read() throws -> [UInt8] {
        try held.withLock { held in
            var bytes: [UInt8] = []
            let block = 1 << 20
            while true {
                var got = 0
                bytes += [UInt8](unsafeUninitializedCapacity: block) { buffer, count in
                    got = pread(held.descriptor, buffer.baseAddress, block, off_t(bytes.count))
                    count = max(0, got)
                }
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { throw Self.refusal("read", path, errno, "name another file") }
                if got == 0 { return bytes }
            }
        }
    }

    /// Replaces the file's bytes; the old file stays until all new bytes are written.
    func write(_ bytes: [UInt8]) throws {
        try held.withLock { held in
            do throws(SoundFileError) {
                let new = try WholeFiles.replace(place, with: bytes)
                close(held.descriptor)
                held = (new, false)
            } catch {
                // Named as the person named it, and not by where a link leads.
                let error = SoundFileError(path: path, kind: error.kind)
                throw Self.refusal("\(error) What was kept before is still there.")
            }
        }
    }

    /// Adds a line, whole or not at all.
    ///
    /// - Returns: Why it could not be added, and what to do; nil where it was.
    func add(line: String) -> String? {
        held.withLock { held in
            let end = lseek(held.descriptor, 0, SEEK_END)
            guard end < 0 || !Self.append(Array((line + "\n").utf8), to: held.descriptor) else {
                held.isUnused = false
                return nil
            }
            let number = errno
            if end >= 0 { _ = ftruncate(held.descriptor, end) }
            return "\(String(cString: strerror(number))); \(Self.room(number))"
        }
    }

    private static func append(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        bytes.withUnsafeBytes { SignalGuard.write($0, to: descriptor) } == bytes.count
    }

    /// The remedy for a file that cannot grow.
    private static func room(_ number: CInt) -> String {
        number == EFBIG ? "allow larger files with ulimit -f" : "make room on the disk"
    }

    private static func refusal(_ verb: String, _ path: String, _ number: CInt, _ remedy: String) -> ExitCode {
        refusal("cannot \(verb) \(path): \(String(cString: strerror(number))); \(remedy)")
    }

    /// Tells what is wrong with the file.
    static func refusal(_ sentence: String) -> ExitCode {
        Output.complain("audiosession: \(sentence)")
        return .refused
    }
}
