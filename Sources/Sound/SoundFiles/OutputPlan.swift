import Glibc

/// All files that a run will write, checked in advance: none is an input, the target of a standard stream, or named
/// twice.
public struct OutputPlan {
    /// The paths of the sounds, as they were given.
    public let outputs: [String]

    /// Checks the files to be written.
    ///
    /// - Parameters:
    ///   - outputs: The paths of all sounds that will be written.
    ///   - documents: The paths of all other files that will be written.
    ///   - inputs: The paths of all files that are read; missing ones are ignored.
    /// - Throws: `SoundFileError` about the first output that is an input or another output, has no folder or no name, may
    ///   not be written, or has too long a name.
    public init(
        _ outputs: [String], besides documents: [String] = [], inputs: [String]
    ) throws(SoundFileError) {
        var read: [FileIdentity: String] = [:]
        for input in inputs {
            if let identity = FileIdentity(input) { read[identity] = input }
        }
        var streams: [FileIdentity: String] = [:]
        for (descriptor, name) in [(STDERR_FILENO, "standard error"), (STDOUT_FILENO, "standard output")] {
            if let identity = FileIdentity(descriptor) { streams[identity] = name }
        }
        var written: [FilePlace.Key: String] = [:]
        for output in outputs + documents {
            let place = try FilePlace(output)
            if let identity = FileIdentity(output) {
                if let input = read[identity] { throw SoundFileError(path: output, kind: .isRead(as: input)) }
                if let stream = streams[identity] {
                    throw SoundFileError(path: output, kind: .isWrittenTwice(as: stream))
                }
            }
            if let other = written.updateValue(output, forKey: place.key) {
                throw SoundFileError(path: output, kind: .isWrittenTwice(as: other))
            }
        }
        self.outputs = outputs
    }

    /// Begins all sounds.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - frames: The length of each; space for all is reserved first.
    /// - Returns: Their writers, in the order of the outputs.
    /// - Throws: `SoundFileError` about the first file that cannot be written or has no space.
    public func writers(rate: Int, frames: Int) throws(SoundFileError) -> [WAVWriter] {
        var writers: [WAVWriter] = []
        for output in outputs { writers.append(try WAVWriter(path: output, rate: rate, channels: 2, frames: frames)) }
        return writers
    }
}

/// The identity of a file, regardless of its names.
struct FileIdentity: Hashable {
    private let device, inode: UInt64

    /// Examines a file, or returns nil if it does not exist.
    init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        self.init(found)
    }

    /// Examines an open descriptor, or returns nil if it is not a regular file.
    init?(_ descriptor: CInt) {
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(found)
    }

    init(_ found: stat) { (device, inode) = (UInt64(found.st_dev), UInt64(found.st_ino)) }
}
