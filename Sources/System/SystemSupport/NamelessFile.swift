import Glibc

/// An unnamed file with a path for this process only, which disappears with its last descriptor.
package final class NamelessFile: Sendable {
    private let descriptor: CInt

    /// An error in creating or writing the file.
    package struct Failure: Error {
        /// The system's number for it.
        package let errno: CInt
        /// The system's words for the error.
        package var reason: String { String(cString: strerror(errno)) }
    }

    /// The path for opening it, any number of times, for reading and writing.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Creates an empty file in the first usable folder: `TMPDIR`, `/tmp`, or the folder in memory.
    package init() throws(Failure) {
        let given = getenv("TMPDIR").map { String(cString: $0) }
        var failure = ENOENT
        for folder in [given, "/tmp", "/dev/shm"].compactMap({ $0 }) where !folder.isEmpty {
            let made = Self.make(in: folder)
            if made >= 0 {
                descriptor = made
                return
            }
            failure = errno
        }
        throw Failure(errno: failure)
    }

    /// Makes one of bytes.
    package convenience init(_ bytes: [UInt8]) throws(Failure) {
        try self.init()
        let number = bytes.withUnsafeBytes { put($0) }
        guard number == 0 else { throw Failure(errno: number) }
    }

    deinit { close(descriptor) }

    private static func make(in folder: String) -> CInt {
        let made = open(folder, O_RDWR | unnamed | O_CLOEXEC, 0o600)
        guard made < 0, errno != EMFILE, errno != ENFILE else { return made }
        // If the file system has no unnamed files, create a named one and unlink it.
        var name = Array("\(folder)/audiosession-XXXXXX".utf8CString)
        let named = mkstemp(&name)
        guard named >= 0 else { return named }
        unlink(name)
        _ = fcntl(named, F_SETFD, FD_CLOEXEC)
        return named
    }

    /// `O_TMPFILE`, a macro that Swift cannot read.
    private static let unnamed: CInt = 0o20_000_000 | O_DIRECTORY

    /// Appends bytes.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        let number = put(bytes)
        guard number == 0 else { throw Failure(errno: number) }
    }

    /// Its content; empty if it cannot be read.
    package var bytes: [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
    }

    /// Returns an error number, or 0.
    private func put(_ bytes: UnsafeRawBufferPointer) -> CInt {
        SignalGuard.write(bytes, to: descriptor) == bytes.count ? 0 : errno
    }
}
