import CSoundTouch

/// Changes the speed of a stream of interleaved frames at the same pitch, by SoundTouch. One thread at a time.
public final class TempoChange {
    /// The number of frames to request from the source at a time.
    private static let blockInFrames = 1_024

    private let library: csoundtouch
    private let handle: UnsafeMutableRawPointer
    private let channels: Int
    private let block: UnsafeMutablePointer<Float>
    /// The source's last answer, 0 or less, or nil while more may follow.
    private var end: Int?

    /// Whether SoundTouch is installed. The first access loads it.
    public static var isAvailable: Bool { (try? LoadedLibraries.soundTouch.functions(for: "a stream")) != nil }

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - tempo: Input frames per output frame, 0.25 to 4.
    ///   - channels: Samples per frame, 1 to 8.
    ///   - rate: Frames per second.
    /// - Returns: nil if SoundTouch is not installed.
    public init?(_ tempo: Double, channels: Int, rate: Int) {
        guard let library = try? LoadedLibraries.soundTouch.functions(for: "a stream"),
            let handle = library.soundtouch_createInstance()
        else { return nil }
        (self.library, self.handle, self.channels) = (library, handle, channels)
        block = .allocate(capacity: Self.blockInFrames * channels)
        library.soundtouch_setChannels(handle, UInt32(channels))
        // The rate only determines the number of frames in its windows, and has an upper limit.
        library.soundtouch_setSampleRate(handle, UInt32(min(max(8_000, rate), 192_000)))
        library.soundtouch_setTempo(handle, Float(tempo))
    }

    deinit {
        library.soundtouch_destroyInstance(handle)
        block.deallocate()
    }

    /// Renders the next frames.
    ///
    /// - Parameters:
    ///   - output: Receives them.
    ///   - frames: The number of frames, above 0.
    ///   - source: Reads up to so many frames of the stream to an address, and returns how many; 0 or less ends the
    ///     stream.
    /// - Returns: The number of frames; at the end, the source's last answer.
    public func read(
        into output: UnsafeMutablePointer<Float>, frames: Int,
        from source: (_ block: UnsafeMutablePointer<Float>, _ frames: Int) -> Int
    ) -> Int {
        while true {
            let made = Int(library.soundtouch_receiveSamples(handle, output, UInt32(frames)))
            if made > 0 { return made }
            if let end { return end }
            let count = source(block, Self.blockInFrames)
            if count > 0 {
                _ = library.soundtouch_putSamples(handle, block, UInt32(count))
            } else {
                end = count
                _ = library.soundtouch_flush(handle)
            }
        }
    }
}
