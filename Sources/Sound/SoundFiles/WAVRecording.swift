import Glibc
import Synchronization
import SystemSupport

/// A recording into a 32-bit float WAV file that survives crashes and full disks.
///
/// It is in `PATH.part`, with a header that is valid after every write, and gets its name at the end, or when the disk
/// is full. Beyond 4 GiB the file is RF64. The next recording to the same path repairs what a killed program left
/// behind. Any thread.
public final class WAVRecording: Sendable {
    /// The file as the caller named it.
    public let path: String
    /// A sentence about an earlier recording and its present path, or nil.
    public let remark: String?

    private let rate, channels: Int
    private let part: String
    private let state: Mutex<State>

    /// Used only under the lock.
    private struct State: @unchecked Sendable {
        /// Negative once it has ended.
        var descriptor: CInt
        let sound: SndFile
        var frames = 0
        var failure: RecordingEnd?
        let place: FilePlace
    }

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - path: The path of the finished file.
    ///   - rate: Frames per second.
    ///   - channels: Samples per frame.
    /// - Throws: `SoundFileError` if it cannot be written there, another program is recording there, or libsndfile is
    ///   missing.
    public init(path: String, rate: Int, channels: Int = 2) throws(SoundFileError) {
        let place = try FilePlace(path)
        (self.path, self.rate, self.channels, part) = (path, rate, channels, place.path + ".part")
        let (descriptor, remark) = try Self.create(part, for: path)
        self.remark = remark
        place.adopt(descriptor)
        do throws(SoundFileError) {
            let sound = try SndFile(wav: descriptor, rate: rate, channels: channels, path: path)
            sound.updatesHeader()
            state = Mutex(State(descriptor: descriptor, sound: sound, place: place))
        } catch {
            unlink(part)
            close(descriptor)
            throw error
        }
        Unended.recordings.withLock { recordings in
            recordings.removeAll { $0.recording == nil }
            recordings.append(Unended.Entry(recording: self))
        }
    }

    deinit {
        state.withLock { state in
            guard state.descriptor >= 0 else { return }
            // Released without `finish`. Keep nothing if nothing was recorded.
            if state.frames > 0 {
                _ = settle(&state)
            } else {
                unlink(part)
                state.sound.close()
                close(state.descriptor)
            }
        }
    }

    /// Frames kept so far.
    public var frames: Int { state.withLock { $0.frames } }

    /// Appends frames; they are in the file when this returns. Has no effect after the recording's end.
    ///
    /// - Parameters:
    ///   - samples: Interleaved.
    ///   - count: The number of frames.
    /// - Throws: `RecordingEnd` if no more can be written: what fits is kept, and the recording has ended.
    public func write(_ samples: UnsafePointer<Float>, count: Int) throws(RecordingEnd) {
        try state.withLock { state throws(RecordingEnd) in
            if let failure = state.failure { throw failure }
            guard state.descriptor >= 0 else { return }
            if state.sound.write(samples, frames: count) {
                state.frames += count
                return
            }
            // Keep what fits.
            for frame in 0..<count {
                guard state.sound.write(samples + frame * channels, frames: 1) else {
                    throw end(&state, errno: state.sound.errno)
                }
                state.frames += 1
            }
        }
    }

    /// Ends the recording and gives it its name. Idempotent.
    ///
    /// - Throws: `RecordingEnd` if it cannot get its name: it is kept as `PATH.part`.
    public func finish() throws(RecordingEnd) {
        try state.withLock { state throws(RecordingEnd) in
            guard state.descriptor >= 0 else { return }
            if let number = settle(&state) { throw fail(&state, errno: number, isNamed: false) }
        }
    }

    private func end(_ state: inout State, errno number: CInt) -> RecordingEnd {
        fail(&state, errno: number, isNamed: settle(&state) == nil)
    }

    private func fail(_ state: inout State, errno number: CInt, isNamed: Bool) -> RecordingEnd {
        let failure = RecordingEnd(
            error: .writing(path, errno: number), seconds: Double(state.frames) / Double(rate),
            path: isNamed ? path : part)
        state.failure = failure
        return failure
    }

    /// Truncates the file after its last whole frame, closes it and gives it its name. Returns the error, if any.
    private func settle(_ state: inout State) -> CInt? {
        let descriptor = state.descriptor
        state.descriptor = -1
        // If the header cannot be overwritten, the previous one is still valid.
        _ = state.sound.finish()
        let isClosed = close(descriptor) == 0
        let closing = errno
        guard rename(part, state.place.path) == 0 else { return errno }
        return isClosed ? nil : closing
    }
}

/// Why a recording ended early, and the part of it that is kept.
public struct RecordingEnd: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error that ended it.
    public let error: SoundFileError
    /// The length of the kept part, in seconds.
    public let seconds: Double
    /// The path of the kept file.
    public let path: String

    public var description: String {
        let tenths = (seconds * 10).rounded() / 10
        return
            "\(error.path): \(error.sentence) What was recorded until then, \(tenths) s, is kept in \(path). \(error.remedy)"
    }
}

// MARK: Leftovers

extension WAVRecording {
    /// Creates the file of a recording exclusively, after repairing what an earlier program left.
    private static func create(
        _ part: String, for path: String
    ) throws(SoundFileError) -> (descriptor: CInt, remark: String?) {
        var remark: String?
        // If another process creates the file between two calls, the next round finds it.
        for _ in 0..<16 {
            let new = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if new >= 0 {
                if flock(new, LOCK_EX | LOCK_NB) == 0 { return (new, remark) }
                close(new)
                throw SoundFileError(path: path, kind: .inUse)
            }
            guard errno == EEXIST else { throw .writing(path, errno: errno) }
            let old = open(part, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard old >= 0 else {
                if errno == ENOENT { continue }
                throw .writing(part, errno: errno)
            }
            defer { close(old) }
            guard flock(old, LOCK_EX | LOCK_NB) == 0 else { throw SoundFileError(path: path, kind: .inUse) }
            remark = try keep(part, for: path) ?? remark
        }
        throw SoundFileError(path: path, kind: .inUse)
    }

    /// Gives a killed program's recording a name of its own; removes an empty one.
    /// - Returns: A sentence about it, or nil if nothing was recorded.
    private static func keep(_ part: String, for path: String) throws(SoundFileError) -> String? {
        var length = "what it has"
        do throws(SoundFileError) {
            if let seconds = try probe(part).seconds { length = "its \((seconds * 10).rounded() / 10) s" }
        } catch {
            switch error.kind {
            case .zeroLength:
                unlink(part)
                return nil
            case .truncated: break
            case .notASound: throw SoundFileError(path: part, kind: .isNoRecording)
            default: throw error
            }
        }
        guard let name = firstFreeName(for: path, take: { link(part, $0) == 0 || renameNew(part, to: $0) }) else {
            throw .writing(path, errno: errno)
        }
        unlink(part)
        return "An earlier recording to \(path) was broken off; \(length) are in \(name) now."
    }

    private static func firstFreeName(for path: String, take: (String) -> Bool) -> String? {
        let isNamed = path.utf8.suffix(4).elementsEqual(".wav".utf8)
        let stem = isNamed ? String(path.utf8.dropLast(4))! : path
        for number in 1..<10_000 {
            let name = "\(stem).kept\(number == 1 ? "" : "-\(number)").wav"
            if take(name) { return name }
            guard errno == EEXIST else { break }
        }
        return nil
    }

    /// Renames a file on file systems without hard links.
    private static func renameNew(_ old: String, to new: String) -> Bool {
        guard errno != EEXIST, access(new, F_OK) != 0 else {
            errno = EEXIST
            return false
        }
        return rename(old, new) == 0
    }
}

/// The open recordings, to be ended if the program has to end.
private enum Unended {
    struct Entry: Sendable { weak var recording: WAVRecording? }

    static let recordings = Mutex<[Entry]>([])
}

/// Settles all files of this process before it ends: keeps recordings, removes other unfinished files after any placing
/// in progress, and prevents new ones. Any thread.
///
/// - Returns: Whether all recordings were kept under their names.
@discardableResult
public func settleFilesForEnd() -> Bool {
    let recordings = Unended.recordings.withLock { $0.compactMap(\.recording) }
    var isKept = true
    for recording in recordings {
        do throws(RecordingEnd) { try recording.finish() } catch { isKept = false }
    }
    UnfinishedFile.removeAll()
    return isKept
}
