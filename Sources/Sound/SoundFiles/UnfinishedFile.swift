import Glibc
import Synchronization
import SystemSupport

/// A file on its way: it takes bytes, and stands under its name only once it is placed. Until then it has no name at
/// all and is gone with the process however it ends; if the file system has no such files, it has a hidden name in the
/// same folder. What it replaces keeps its mode, owner and group, and a link stays a link. To be used by one thread at
/// a time.
final class UnfinishedFile {
    let path: String
    let place: FilePlace
    /// Below zero once it has been closed.
    private(set) var descriptor: CInt
    fileprivate(set) var hiddenName: String?

    /// Creates it in the folder of its place.
    /// - Parameter avoidsName: Whether it is to have no name where the file system knows such files.
    init(path: String, avoidsName: Bool) throws(SoundFileError) {
        self.path = path
        place = try FilePlace(path)
        (descriptor, hiddenName) = try Self.create(for: place, path, avoidsName: avoidsName)
        if let hiddenName { Unplaced.names.withLock { _ = $0.names.insert(Array(hiddenName.utf8CString)) } }
        guard let replaced = place.replaced else { return }
        // Another's file stays another's where we may see to that; the mode comes after, as a new owner may clear bits of it.
        _ = fchown(descriptor, replaced.st_uid, replaced.st_gid)
        _ = fchmod(descriptor, replaced.st_mode & 0o7777)
    }

    deinit { abandon() }

    /// Sees to it that there is room for so many bytes.
    func reserve(_ bytes: Int) throws(SoundFileError) {
        guard bytes > 0 else { return }
        // If the file system cannot reserve, the C library writes into every block; not into more than there are.
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
    /// - Returns: How many could be written: all of them, or `errno` says why not.
    func append(_ bytes: UnsafeRawBufferPointer) -> Int { SignalGuard.write(bytes, to: descriptor) }

    /// Gives up: what was written is gone, and nothing appears under the name.
    func abandon() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        remove()
    }

    /// Closes it; a network's file system and a quota may refuse only now.
    fileprivate func closeForGood() -> Bool {
        let status = close(descriptor)
        descriptor = -1
        return status == 0
    }

    /// Gives it a hidden name if it has none, as no call puts a file without a name in another's place.
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
            // It gets its name through /proc, which a bare root may lack.
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

    /// The first hidden name in the folder of `path` that `take` can have; nil, with `errno`, if it can have none.
    fileprivate static func firstFreeName(beside path: String, take: (String) -> Bool) -> String? {
        let folder = FilePlace.folder(of: path)
        // A name of its own length, as the path's may already be the longest allowed.
        for attempt in 0..<100_000 {
            let name = "\(folder).audiosession-\(getpid())-\(attempt).part"
            if take(name) { return name }
            guard errno == EEXIST || errno == EINTR else { break }
        }
        return nil
    }

    /// The number of bytes that a file may still take on its file system.
    private static func freeBytes(_ descriptor: CInt) -> Int? {
        var system = statvfs()
        guard fstatvfs(descriptor, &system) == 0 else { return nil }
        let (bytes, overflow) = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        return overflow ? nil : Int(clamping: bytes)
    }

    /// `O_TMPFILE`, a macro that Swift cannot read.
    private static let unnamedFile: CInt = 0o20_000_000 | O_DIRECTORY
}

/// The hidden names that exist now, so that they can be removed when the program has to end.
private enum Unplaced {
    static let names = Mutex<(names: Set<[CChar]>, isOver: Bool)>(([], false))
}

extension UnfinishedFile {
    /// Removes every file of this process that has not been placed; none is placed from now on. A placing that is under way
    /// is waited for. Any thread.
    static func removeAll() {
        Unplaced.names.withLock { unplaced in
            for name in unplaced.names { unlink(name) }
            unplaced = ([], true)
        }
    }

    /// Puts files under their names: all of them, or none and what stood there before stands there again.
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

    /// The acts that take a placing back.
    private struct Placed {
        let path: String
        let hiddenName: String
        /// The name under which what stood there is kept, or nil if nothing did.
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

    /// Gives what stands at a place a second, hidden name; if the file system knows no second names, the hidden name
    /// only.
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
