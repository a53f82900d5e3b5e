import Glibc

/// A folder for the sockets of a private host, closed to other users.
///
/// Its creator locks it until the process ends, so the next creator of a folder can tell that it was left behind.
public final class PrivateFolder {
    private let path: String
    private let lock: CInt

    /// Creates a folder in the first of `XDG_RUNTIME_DIR`, `TMPDIR` and `/tmp` that allows it, and removes the folders
    /// of killed hosts from those that it tries.
    ///
    /// - Throws: `WireError.file` naming the last one tried.
    public init(_ variable: (String) -> String? = SocketPlace.environment) throws(WireError) {
        var failure = WireError.noPlace
        for folder in [variable("XDG_RUNTIME_DIR"), variable("TMPDIR"), "/tmp"].compactMap({ $0 }) where !folder.isEmpty
        {
            LeftFolder.removeAll(in: folder)
            // The programs on the host may be in other folders than this process.
            let pattern = SocketPlace.absolute(folder + "/" + LeftFolder.stem + "XXXXXX/host").dropLast(5)
            guard pattern.hasPrefix("/"), pattern.utf8.count + 5 <= SocketPlace.pathLimit else {
                failure = .pathTooLong(pattern + "/host", limit: SocketPlace.pathLimit)
                continue
            }
            guard let (path, lock) = Self.make(String(pattern)) else {
                failure = .file(folder, "cannot make a folder for the sockets there", errno)
                continue
            }
            (self.path, self.lock) = (path, lock)
            return
        }
        throw failure
    }

    deinit { close(lock) }

    /// Creates and locks a folder. Returns nil, with `errno`, on failure.
    private static func make(_ pattern: String) -> (path: String, lock: CInt)? {
        for _ in 0..<16 {
            guard let text = strdup(pattern) else { return nil }
            defer { free(text) }
            guard mkdtemp(text) != nil else { return nil }
            let path = String(cString: text)
            let lock = LeftFolder.open(path)
            if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 { return (path, lock) }
            let number = errno
            if lock >= 0 { close(lock) }
            rmdir(path)
            errno = number
            // Another process is testing the lock and does not know yet that the folder has no host.
            guard number == EWOULDBLOCK else { return nil }
        }
        return nil
    }

    /// The place of the host's sockets.
    public var place: SocketPlace { SocketPlace(given: path + "/host") }

    /// Removes the folder; the host has removed its files by then.
    public func remove() { rmdir(path) }
}

private struct LeftFolder {
    static let stem = "audiosession-"
    private static let alphabet = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

    /// Opens a folder, but not through a link.
    static func open(_ path: String) -> CInt {
        Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }

    /// Removes this user's leftover folders from a folder. Keeps those that are locked, belong to another user, contain
    /// other files than a host's, or are empty, because another host may be creating one.
    static func removeAll(in folder: String) {
        for name in names(in: opendir(folder)) ?? [] where name.hasPrefix(stem) {
            let rest = name.dropFirst(stem.count)
            if rest.count == 6, rest.allSatisfy({ alphabet.contains($0) }) { remove(folder + "/" + name) }
        }
    }

    private static func remove(_ path: String) {
        let folder = open(path)
        guard folder >= 0 else { return }
        defer { close(folder) }
        var status = stat()
        guard fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o7777 == 0o700,
            flock(folder, LOCK_EX | LOCK_NB) == 0
        else { return }
        let place = SocketPlace(given: "host")
        let files = [place.path, place.controlPath, place.lockPath]
        // The list closes its descriptor.
        let list = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let names = names(in: list), names.contains(place.lockPath) else { return }
        guard names.allSatisfy({ files.contains($0) }) else { return }
        // A host of an earlier version has only this lock.
        let lock = openat(folder, place.lockPath, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard lock >= 0 else { return }
        defer { close(lock) }
        guard fstat(lock, &status) == 0, status.st_mode & S_IFMT == S_IFREG, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            return
        }
        for file in files { unlinkat(folder, file, 0) }
        rmdir(path)
    }

    /// Returns the names in a folder and closes its list, or nil without a list.
    private static func names(in list: OpaquePointer?) -> [String]? {
        guard let list else { return nil }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.filter { $0 != "." && $0 != ".." }
    }
}
