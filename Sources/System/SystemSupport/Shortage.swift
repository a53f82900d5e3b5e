import Glibc

/// An exhausted resource of the system.
public enum Shortage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The process's limit of open files, including pipes and sockets.
    case openFiles
    /// The system's limit of open files.
    case systemFiles
    case threads
    case memory

    /// Interprets the error number of a failed open, or nil for other errors.
    public init?(errno number: Int32) {
        switch number {
        case EMFILE: self = .openFiles
        case ENFILE: self = .systemFiles
        case ENOMEM: self = .memory
        default: return nil
        }
    }

    /// The system's number for it.
    package var errno: Int32 {
        switch self {
        case .openFiles: EMFILE
        case .systemFiles: ENFILE
        case .threads: EAGAIN
        case .memory: ENOMEM
        }
    }

    /// The problem, as a sentence.
    public var sentence: String {
        switch self {
        case .openFiles: "Too many open files: this process may have no more."
        case .systemFiles: "Too many open files: the system may have no more."
        case .threads: "There is no thread to be had."
        case .memory: "There is no memory left."
        }
    }

    /// The remedy, as a sentence.
    public var remedy: String {
        switch self {
        case .openFiles: "Allow more with ulimit -n, and start again."
        case .systemFiles: "End other programs, or raise fs.file-max with sysctl."
        case .threads: "End other programs, or allow more with ulimit -u and ulimit -v."
        case .memory: "End other programs, or allow more with ulimit -v."
        }
    }

    /// Sentence and remedy in one line.
    public var description: String { "\(sentence) \(remedy)" }
}
