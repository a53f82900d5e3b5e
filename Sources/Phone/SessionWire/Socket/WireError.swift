import Glibc

/// Why a host or its socket is unavailable; each with the place and a remedy.
public enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No place is configured.
    case noPlace
    case pathTooLong(String, limit: Int)
    /// The file at the path is not a socket.
    case notASocket(String, what: String)
    /// The file at the path belongs to another user.
    case foreign(String)
    /// Other users may enter the folder of the socket.
    case openFolder(String)
    /// Another host answers there.
    case alreadyServed(String)
    /// No host answers.
    case noHost(String, errno: Int32)
    /// The host has ended the connection, with a reason.
    case refused(String)
    /// The host has ended before it answered.
    case hasEnded
    /// The bytes are not a message of this protocol.
    case malformed(String)
    case system(String, Int32)
    /// A system call on a path failed.
    case file(String, String, Int32)

    public var description: String {
        switch self {
        case .noPlace:
            "Nothing says where the host is: XDG_RUNTIME_DIR is not set. Set it, or name the host's socket with "
                + "AUDIOSESSION_SOCKET or --socket."
        case .pathTooLong(let path, let limit):
            "\(path): the path of a socket may have \(limit) bytes, and this one has \(path.utf8.count). "
                + "Choose a shorter one with AUDIOSESSION_SOCKET or --socket."
        case .notASocket(let path, let what):
            "\(path): there is \(what) where the host's socket belongs. Move it away, or choose another path."
        case .foreign(let path):
            "\(path) belongs to another user. Choose a path in a folder of your own."
        case .openFolder(let path):
            "\(path): others may enter the folder of the host's socket. Close it with chmod 700 \(path), or choose "
                + "another folder."
        case .alreadyServed(let path):
            "\(path): a host answers there already. End it first, or choose another path with --socket."
        case .noHost(let path, let number):
            "\(path): \(Self.silence(number))"
        case .refused(let reason): "The host has ended the connection: \(reason)"
        case .hasEnded: "The host has ended before it answered. Start one with audiosession host."
        case .malformed(let what):
            "A message of the host cannot be read: \(what). The host and this program are of different versions; bring the "
                + "older one up to date."
        case .system(let what, let number): "\(what): \(String(cString: strerror(number)))\(Self.remedy(number))"
        case .file(let path, let what, let number):
            "\(path): \(what): \(String(cString: strerror(number)))\(Self.remedy(number))"
        }
    }

    /// The sentence without the path of a socket, for an error that names it anyway.
    var sentence: String {
        if case .noHost(_, let number) = self {
            let sentence = Self.silence(number)
            return sentence.prefix(1).uppercased() + sentence.dropFirst()
        }
        return description
    }

    /// The sentence for a host that does not answer, with the remedy.
    private static func silence(_ number: Int32) -> String {
        if number == ETIMEDOUT {
            return "the host there does not answer in time. Where it was stopped, let it go on with kill -CONT; else "
                + "end it, and start another with audiosession host."
        }
        return "no host answers there (\(String(cString: strerror(number)))). Start one with audiosession host."
    }

    private static func remedy(_ number: Int32) -> String {
        switch number {
        case EMFILE: ". Allow more open files with ulimit -n, and start again."
        case ENFILE: ". End other programs, or raise fs.file-max with sysctl."
        case ENOMEM: ". End other programs, or allow more with ulimit -v."
        case EACCES, EPERM, EROFS: ". Choose a folder in which you may write."
        case ENOENT, ENOTDIR: ". Choose a folder that is there, or make it."
        case ENOSPC, EDQUOT: ". Make room on the disk."
        default: "."
        }
    }
}
