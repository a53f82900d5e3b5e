import Glibc
import Synchronization
import SystemSupport

/// A file that is being written and appears under its name only once it is placed. Until then it has no name, and
/// disappears with the process; on file systems without nameless files it has a hidden name in the same folder. A
/// replaced file keeps its mode, owner and group, and a link stays a link. One thread at a time.
final class UnfinishedFile {
    let path: String
    let place: FilePlace
    /// Negative once closed.
    private(set) var descriptor: CInt
    fileprivate(set) var hiddenName: String?

    /// Creates the file in the folder of its path.
    /// - Parameter avoidsName: Whether to prefer a nameless file.
    init(path: String, avoidsName: Bool) throws(SoundFileError) {
        self.path = path
        place = try FilePlace(path)
        (descriptor, hiddenName) = try Self.create(for: place, path, avoidsName: avoidsName)
        if let hiddenName { Unplaced.names.withLock { _ = $0.names.insert(Array(hiddenName.utf8CString)) } }
        place.adopt(descriptor)
    }

    deinit { abandon() }

    /// Reserves space for so many bytes.
    func reserve(_ bytes: Int) throws(SoundFileError) {
        guard bytes > 0 else { return }
        // If the file system cannot reserve space, the C library writes to every block, so check first that there are
        // enough.
        if let free = Self.freeBytes(descriptor), bytes > free {
            throw SoundFileError(path: path, kind: .needsRoom(bytes: bytes, free: free))
        }
        let number = SignalGuard.whileWriting { [descriptor] in
            errno = posix_fallocate(descriptor, 0, off_t(bytes))
            return errno
        }
        guard number == 0 || number == EOPNOTSUPP || number == EINVAL else { throw .writing(path, errno: number) }
    }

    /// Appends bytes.
    /// - Returns: The number of bytes written; if fewer than all, `errno` has the reason.
    func append(_ bytes: UnsafeRawBufferPointer) -> Int { SignalGuard.write(bytes, to: descriptor) }

    func abandon() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        remove()
    }

    /// Closes the file. Network file systems and quotas may report an error only now.
    fileprivate func closeForGood() -> Bool {
        let status = close(descriptor)
        descriptor = -1
        return status == 0
    }

    /// Gives a nameless file a hidden name, because only a named one can replace another file.
    fileprivate func takeHiddenName(_ names: inout Set<[CChar]>) -> Bool {
        if hiddenName != nil { return true }
        let descriptor = descriptor
        hiddenName = Self.firstFreeName(beside: place.path) { name in
            linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
        }
        if let hiddenName { names.insert(Array(hiddenName.utf8CString)) }
        return hiddenName != nil
    }

    private func remove() {
        guard let name = hiddenName else { return }
        hiddenName = nil
        Unplaced.names.withLock { unplaced in
            guard unplaced.names.remove(Array(name.utf8CString)) != nil else { return }
            unlink(name)
        }
    }

    private static func create(
        for place: FilePlace, _ path: String, avoidsName: Bool
    ) throws(SoundFileError) -> (CInt, String?) {
        if avoidsName {
            let folder = FilePlace.folder(of: place.path, orHere: true)
            let unnamed = open(folder, O_WRONLY | unnamedFile | O_CLOEXEC, 0o666)
            // Naming it needs /proc, which a bare root may lack.
            if unnamed >= 0, access("/proc/self/fd/\(unnamed)", F_OK) == 0 { return (unnamed, nil) }
            if unnamed >= 0 { close(unnamed) }
        }
        var descriptor: CInt = -1
        let name = firstFreeName(beside: place.path) { name in
            descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            return descriptor >= 0
        }
        guard let name else { throw .writing(path, errno: errno) }
        return (descriptor, name)
    }

    /// Returns the first hidden name in the folder of `path` for which `take` succeeds, or nil, with `errno`.
    fileprivate static func firstFreeName(beside path: String, take: (String) -> Bool) -> String? {
        let folder = FilePlace.folder(of: path)
        // Not derived from the path's name, which may already be the longest allowed.
        for attempt in 0..<100_000 {
            let name = "\(folder).audiosession-\(getpid())-\(attempt).part"
            if take(name) { return name }
            guard errno == EEXIST || errno == EINTR else { break }
        }
        return nil
    }

    /// The number of bytes by which a file can still grow.
    private static func freeBytes(_ descriptor: CInt) -> Int? {
        var system = statvfs()
        guard fstatvfs(descriptor, &system) == 0 else { return nil }
        let (bytes, overflow) = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        return overflow ? nil : Int(clamping: bytes)
    }

    /// `O_TMPFILE`, a macro that Swift cannot read.
    private static let unnamedFile: CInt = 0o20_000_000 | O_DIRECTORY
}

/// The existing hidden names, to be removed if the program has to end.
private enum Unplaced {
    static let names = Mutex<(names: Set<[CChar]>, isOver: Bool)>(([], false))
}

extension UnfinishedFile {
    /// Removes every unplaced file of this process, and prevents further placing, after any that is in progress. Any
    /// thread.
    static func removeAll() {
        Unplaced.names.withLock { unplaced in
            for name in unplaced.names { unlink(name) }
            unplaced = ([], true)
        }
    }

    /// Puts files under their names: all of them, or none, restoring the files that were there.
    static func place(_ files: [UnfinishedFile]) throws(SoundFileError) {
        do throws(SoundFileError) {
            try Unplaced.names.withLock { unplaced throws(SoundFileError) in
                guard !unplaced.isOver else { throw .writing(files.first?.path ?? "", errno: ECANCELED) }
                for file in files where !file.takeHiddenName(&unplaced.names) {
                    throw .writing(file.path, errno: errno)
                }
                for file in files where !file.closeForGood() { throw .writing(file.path, errno: errno) }
                try exchange(files)
                for file in files {
                    if let name = file.hiddenName { unplaced.names.remove(Array(name.utf8CString)) }
                    file.hiddenName = nil
                }
            }
        } catch {
            for file in files { file.abandon() }
            throw error
        }
    }

    /// The data to undo a placing.
    private struct Placed {
        let path: String
        let hiddenName: String
        /// The hidden name of the replaced file, or nil.
        var kept: String?
    }

    private static func exchange(_ files: [UnfinishedFile]) throws(SoundFileError) {
        var done: [Placed] = []
        for file in files {
            guard let name = file.hiddenName else { continue }
            var placed = Placed(path: file.place.path, hiddenName: name, kept: nil)
            let hasKept = file.place.replaced == nil || keep(&placed)
            guard hasKept, rename(name, placed.path) == 0 else {
                let number = errno
                if let kept = placed.kept { rename(kept, placed.path) }
                for earlier in done.reversed() {
                    rename(earlier.path, earlier.hiddenName)
                    if let kept = earlier.kept { rename(kept, earlier.path) }
                }
                throw .writing(file.path, errno: number)
            }
            done.append(placed)
        }
        for placed in done { if let kept = placed.kept { unlink(kept) } }
    }

    /// Gives an existing file a second, hidden name; on file systems without hard links, the hidden name only.
    private static func keep(_ placed: inout Placed) -> Bool {
        let path = placed.path
        placed.kept = firstFreeName(beside: path) { link(path, $0) == 0 }
        if placed.kept == nil {
            guard errno != ENOENT else { return true }
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                errno = EISDIR
                return false
            }
            placed.kept = firstFreeName(beside: path) { name in
                guard access(name, F_OK) != 0 else {
                    errno = EEXIST
                    return false
                }
                return rename(path, name) == 0
            }
        }
        return placed.kept != nil
    }
}
