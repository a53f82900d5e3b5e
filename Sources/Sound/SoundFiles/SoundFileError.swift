import Glibc

/// Why a sound file could not be read or written: the file, the problem and the remedy.
public struct SoundFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Kind: Hashable, Sendable {
        /// No file of that name.
        case missing
        /// The file or one of its folders may not be read by this user.
        case notReadable
        /// A folder, device or pipe instead of a file.
        case notAFile
        /// A file of zero bytes, or a sound of zero frames.
        case zeroLength
        /// The bytes are not a sound that can be decoded; `detail` is the decoder's own reason.
        case notASound(detail: String)
        /// The encoder does not support the request; `detail` is its message.
        case notEncodable(detail: String)
        /// The library that reads or converts it cannot be loaded; `package` brings it, `detail` is the loader's reason.
        case noLibrary(name: String, package: String, detail: String)
        /// The file ends too early: its header promises `promised` frames and only `present` could be decoded. Both are
        /// nil if the container alone shows the cut.
        case truncated(promised: Int?, present: Int?)
        /// More frames at the wanted rate than the stated limit allows.
        case tooLong(frames: Int, limit: Int)
        /// The folder the file is to be written to does not exist.
        case noFolder
        /// The file or its folder may not be written by this user.
        case notWritable
        /// The disk, the quota or the allowed file size is used up.
        case noSpace
        /// An empty path.
        case noName
        /// A name that is longer than the file system takes.
        case nameTooLong
        /// The file to be written is also read by the same run, as `path`.
        case isRead(as: String)
        /// The file to be written is written twice by the same run, the other time as `path`.
        case isWrittenTwice(as: String)
        /// Another program is writing it.
        case inUse
        /// A file at the place of an unfinished recording that is not one.
        case isNoRecording
        /// The file needs more space than is free.
        case needsRoom(bytes: Int, free: Int)
        /// Any other failure the system reports.
        case inputOutput(errno: Int32)
    }

    /// The file as the caller named it.
    public let path: String
    /// The kind of fault.
    public let kind: Kind

    /// Creates an error about the file at `path`.
    public init(path: String, kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// The problem as a sentence, without the path.
    public var sentence: String {
        switch kind {
        case .missing: "There is no such file."
        case .notReadable: "It may not be read by this user."
        case .notAFile: "It is not a regular file."
        case .zeroLength: "It holds no sound: its length is zero."
        case .notASound(let detail): "It is not a sound that can be decoded (\(detail))."
        case .notEncodable(let detail): "It cannot be encoded so (\(detail))."
        case .noLibrary(let name, _, let detail): "It needs \(name), which cannot be loaded (\(detail))."
        case .truncated(let promised?, let present?):
            "It is cut off: its header promises \(promised) frames and only \(present) are there."
        case .truncated: "It is cut off: it ends before its container does."
        case .tooLong(let frames, let limit): "It is too long: \(frames) frames, where the limit is \(limit)."
        case .noFolder: "Its folder does not exist."
        case .notWritable: "It may not be written by this user."
        case .noSpace: "There is no room left for it on the disk, in the quota or in the allowed file size."
        case .noName: "A file needs a name, and this one is empty."
        case .nameTooLong: "Its name is longer than the file system allows."
        case .isRead(let other): "It would be written in place of \(other), which is read."
        case .isWrittenTwice(let other): "It would be written twice, the other time as \(other)."
        case .inUse: "Another program is writing it."
        case .isNoRecording: "It stands where an unfinished recording would, and is none."
        case .needsRoom(let bytes, let free):
            "What is to be written takes \(Self.size(bytes)), and there is room for \(Self.size(free))."
        case .inputOutput(let number): "The system reports: \(String(cString: strerror(number)))."
        }
    }

    /// The remedy, as a sentence.
    public var remedy: String {
        switch kind {
        case .missing: "Check the spelling and the folder."
        case .notReadable: "Give yourself read permission with chmod or choose another file."
        case .notAFile: "Name a file."
        case .zeroLength: "Replace it by a file with sound in it."
        case .notASound: "Convert it to WAV, FLAC or Ogg Vorbis."
        case .notEncodable: "Choose another rate, fewer channels, or linear PCM."
        case .noLibrary(_, let package, let detail):
            detail.hasSuffix(String(cString: strerror(EMFILE))) ? Self.moreFiles : "Install the package \(package)."
        case .truncated: "Fetch or export the file again."
        case .tooLong: "Shorten it, or play it as a stream."
        case .noFolder: "Make the folder, or check its spelling."
        case .notWritable: "Write to a folder of your own, or change the permissions."
        case .noSpace: "Free some space or write elsewhere."
        case .noName: "Name a file."
        case .nameTooLong: "Choose a shorter one."
        case .isRead, .isWrittenTwice: "Choose another name or another folder."
        case .isNoRecording: "Rename it, or record under another name."
        case .inUse: "End that program, or choose another name."
        case .needsRoom: "Write a shorter stretch, free some space or write elsewhere."
        case .inputOutput(EMFILE), .inputOutput(ENFILE): Self.moreFiles
        case .inputOutput(ENOMEM): "End other programs, or allow more memory with ulimit -v."
        case .inputOutput: "Check the disk, then try again."
        }
    }

    private static let moreFiles = "Allow more open files with ulimit -n, and start again."

    /// A number of bytes for a person.
    private static func size(_ bytes: Int) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
        var (value, unit) = (Double(bytes), 0)
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let tenths = (value * 10).rounded() / 10
        return value < 10 && unit > 0 ? "\(tenths) \(units[unit])" : "\(Int(value.rounded())) \(units[unit])"
    }

    /// Path, sentence and remedy in one line; an empty path stands as `""`.
    public var description: String { "\(path.isEmpty ? "\"\"" : path): \(sentence) \(remedy)" }

    static func reading(_ path: String, errno number: Int32) -> SoundFileError {
        let kind: Kind =
            switch number {
            case ENOENT, ENOTDIR: .missing
            case EACCES, EPERM: .notReadable
            case EISDIR: .notAFile
            case ENAMETOOLONG: .nameTooLong
            default: .inputOutput(errno: number)
            }
        return SoundFileError(path: path, kind: kind)
    }

    /// The error that `number` means when a file is created, written or renamed.
    package static func writing(_ path: String, errno number: Int32) -> SoundFileError {
        let kind: Kind =
            switch number {
            case ENOENT, ENOTDIR: .noFolder
            case EACCES, EPERM, EROFS: .notWritable
            case ENOSPC, EDQUOT, EFBIG: .noSpace
            case EISDIR: .notAFile
            case ENAMETOOLONG: .nameTooLong
            default: .inputOutput(errno: number)
            }
        return SoundFileError(path: path, kind: kind)
    }
}
