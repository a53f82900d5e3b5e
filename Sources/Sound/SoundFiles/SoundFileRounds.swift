/// A looping reader of a sound file, opened by its first read.
///
/// Use from one thread; it may be created on another.
public final class SoundFileRounds {
    /// A remark for a person on the file by now, as a sentence.
    public var remark: String? { reader?.remark }

    private let path: String
    private let rate: Int
    private let place: Int
    private var roundsLeft: Int?
    private var reader: SoundFileReader?

    /// Creates an access without opening anything.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - rate: The rate of the frames that are read, in frames per second.
    ///   - place: The first frame to read at `rate`, including completed passes.
    ///   - rounds: The number of passes, 1 or more, or nil to loop forever.
    ///   - reader: An open reader of the file at its beginning, if any.
    public init(_ path: String, rate: Int, from place: Int, rounds: Int?, reader: SoundFileReader? = nil) {
        (self.path, self.rate, self.place, roundsLeft, self.reader) = (path, rate, place, rounds, reader)
    }

    /// Reads up to `count` stereo frames.
    ///
    /// - Parameters:
    ///   - output: Room for twice as many samples.
    ///   - count: The number of frames to read.
    /// - Returns: The number of frames read; 0 after the last pass.
    /// - Throws: `SoundFileError` if the file cannot be opened, positioned or read.
    public func read(into output: UnsafeMutablePointer<Float>, count: Int) throws(SoundFileError) -> Int {
        let reader: SoundFileReader
        if let known = self.reader { reader = known } else { reader = try open() }
        self.reader = reader
        var frames = try reader.read(into: output, count: count)
        if frames == 0, takesAnotherRound() {
            try reader.seek(to: 0)
            frames = try reader.read(into: output, count: count)
        }
        return frames
    }

    private func open() throws(SoundFileError) -> SoundFileReader {
        let reader = try SoundFileReader(path: path, rate: rate)
        var place = place
        if let frames = reader.frames, frames > 0, place >= frames {
            let whole = place / frames
            place = roundsLeft.map { whole < $0 } ?? true ? place % frames : frames
            roundsLeft = roundsLeft.map { max(1, $0 - whole) }
        }
        if place > 0 { try reader.seek(to: place) }
        return reader
    }

    private func takesAnotherRound() -> Bool {
        guard let left = roundsLeft else { return true }
        roundsLeft = left - 1
        return left > 1
    }
}
