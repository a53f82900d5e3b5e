/// Decodes a sound file piece by piece, with all its channels and at its own rate. Use from one thread at a time.
public final class ChannelReader {
    /// The file's description from its header.
    public var info: SoundFileInfo { source.info }
    /// The speaker positions of the channels as the file gives them, nil if it gives none.
    var channelMap: [CInt]? { source.channelMap }
    /// The file as the caller named it.
    var path: String { source.path }
    private let source: any SourceFile
    private var position = 0

    /// Opens the file at `path`.
    ///
    /// - Throws: `SoundFileError` as `probe(_:)` does.
    public init(path: String) throws(SoundFileError) { source = try openSource(path) }

    /// Decodes the next `count` frames into `output`, which holds room for `channels * count` samples.
    ///
    /// - Returns: The frames decoded, fewer than `count` only at the end of the sound.
    /// - Throws: `SoundFileError` if the file ends before its header says so or the system fails to read it.
    public func read(into output: UnsafeMutablePointer<Float>, count: Int) throws(SoundFileError) -> Int {
        let got = source.read(into: output, count: count)
        position += got
        guard got < count else { return got }
        if let failure = source.failure(after: position) { throw failure }
        guard let promised = info.frames, position < promised else { return got }
        throw SoundFileError(path: path, kind: .truncated(promised: promised, present: position))
    }

    /// Seeks to a frame.
    ///
    /// - Throws: `SoundFileError` if the format cannot seek or the file is cut off before that frame.
    public func seek(to frame: Int) throws(SoundFileError) {
        let target = max(0, min(frame, info.frames ?? frame))
        try source.seek(to: target)
        position = target
    }
}
