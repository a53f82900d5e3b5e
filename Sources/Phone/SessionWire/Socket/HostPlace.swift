import CLinux
import Glibc

/// A host's place: its lock and its two listening sockets.
///
/// `close` releases it and removes its files.
public final class HostPlace {
    public let place: SocketPlace
    /// The non-blocking socket for programs.
    public private(set) var programs: CInt = -1
    /// The non-blocking socket for steps and watchers.
    public private(set) var controls: CInt = -1
    private var lock: CInt = -1
    /// The paths of the sockets created here.
    private var made: [String] = []

    /// Acquires a place: creates its folder, takes the lock, removes a dead host's sockets, and listens.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - inherited: Listening sockets from a service manager, kept after `close`.
    /// - Throws: `WireError`, naming the path and the remedy; then nothing is held.
    public init(_ place: SocketPlace, inherited: [CInt] = []) throws(WireError) {
        self.place = place
        try place.checkLength()
        do throws(WireError) {
            try Self.prepareFolder(place.folder)
            try takeLock()
            for socket in inherited { adopt(socket) }
            if programs < 0 { programs = try listen(at: place.path, clinux_packet_socket) }
            if controls < 0 { controls = try listen(at: place.controlPath, clinux_stream_socket) }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Stops listening and removes its files. Idempotent.
    public func close() {
        // Do not remove the files of a host that has taken over the place.
        if lock >= 0, isAtItsPath(lock) { for path in made + [place.lockPath] { unlink(path) } }
        for descriptor in [programs, controls, lock] where descriptor >= 0 { Glibc.close(descriptor) }
        (programs, controls, lock, made) = (-1, -1, -1, [])
    }

    /// The sockets inherited from a service manager; children do not inherit them.
    public static func inherited(_ variable: (String) -> String? = SocketPlace.environment) -> [CInt] {
        guard let process = variable("LISTEN_PID").flatMap({ pid_t($0) }), process == getpid(),
            let count = variable("LISTEN_FDS").flatMap({ CInt($0) }), count > 0, count <= 16
        else { return [] }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        return (3..<3 + count).filter { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
    }

    // MARK: Folder

    private static func prepareFolder(_ folder: String) throws(WireError) {
        if mkdir(folder, 0o700) == 0 { return }
        let number = errno
        guard number == EEXIST else { throw .file(folder, "cannot make the folder of the host's socket", number) }
        var status = stat()
        guard stat(folder, &status) == 0 else { throw .file(folder, "cannot look into it", errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .file(folder, "cannot hold the host's socket", ENOTDIR) }
        guard status.st_uid == geteuid() else { throw .foreign(folder) }
        guard status.st_mode & 0o077 == 0 else { throw .openFolder(folder) }
    }

    // MARK: Lock

    /// Takes the lock. Its last holder may have removed the file, so the locked file must still be the one at the path.
    private func takeLock() throws(WireError) {
        while true {
            let descriptor = open(place.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else {
                let number = errno
                throw number == ELOOP
                    ? .notASocket(place.lockPath, what: "a symbolic link")
                    : .file(place.lockPath, "cannot be made", number)
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                Glibc.close(descriptor)
                throw .alreadyServed(place.path)
            }
            if isAtItsPath(descriptor) {
                lock = descriptor
                return
            }
            Glibc.close(descriptor)
        }
    }

    /// Whether the open lock is still the file at its path.
    private func isAtItsPath(_ descriptor: CInt) -> Bool {
        var held = stat()
        guard fstat(descriptor, &held) == 0, let status = Self.status(place.lockPath) else { return false }
        return held.st_dev == status.st_dev && held.st_ino == status.st_ino
    }

    // MARK: Sockets

    /// Adopts a listening socket if it is one of the two.
    private func adopt(_ socket: CInt) {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) == 0 }
        }
        guard isNamed else { return }
        let path = withUnsafeBytes(of: &address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        if path == place.path { programs = socket } else if path == place.controlPath { controls = socket }
    }

    private static let mode: mode_t = 0o600

    private func listen(at path: String, _ make: () -> CInt) throws(WireError) -> CInt {
        try clear(path, make)
        let socket = make()
        guard socket >= 0 else { throw .system("cannot make a socket", errno) }
        // A folder of mode 0700 keeps other users out; the mode of the socket does, too. The mode is set before the
        // socket has a path, so that no other process connects in between: the kernel gives the path the mode of the
        // socket, less the bits of the process's mask. The mask itself is left alone, because it holds for files of the
        // other threads, too.
        _ = fchmod(socket, Self.mode)
        let isBound = clinux_bind(socket, path) == 0
        if isBound { made.append(path) }
        // The mode is set again in case the mask removes the owner's bits, too.
        guard isBound, chmod(path, Self.mode) == 0, Glibc.listen(socket, 128) == 0,
            fcntl(socket, F_SETFL, O_NONBLOCK) == 0
        else {
            let number = errno
            Glibc.close(socket)
            throw .file(path, "cannot listen there", number)
        }
        return socket
    }

    /// Removes the socket of a dead host; anything else at the path is refused.
    private func clear(_ path: String, _ make: () -> CInt) throws(WireError) {
        guard let status = Self.status(path) else {
            if errno == ENOENT { return }
            throw .file(path, "cannot be looked at", errno)
        }
        guard status.st_uid == geteuid() else { throw .foreign(path) }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: break
        case S_IFLNK: throw .notASocket(path, what: "a symbolic link")
        case S_IFDIR: throw .notASocket(path, what: "a folder")
        default: throw .notASocket(path, what: "a file")
        }
        let socket = make()
        guard socket >= 0 else { throw .system("cannot make a socket", errno) }
        defer { Glibc.close(socket) }
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        // A process is alive if it answers, is too busy to answer, or listens on another kind of socket.
        guard clinux_connect(socket, path) != 0, errno == ECONNREFUSED else { throw .alreadyServed(path) }
        guard unlink(path) == 0 || errno == ENOENT else { throw .file(path, "cannot be removed", errno) }
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }
}
