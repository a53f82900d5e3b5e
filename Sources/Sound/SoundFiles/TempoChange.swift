import CSoundTouch

/// A stream of interleaved frames that is made faster or slower without moving its pitch, by SoundTouch. One thread at a time.
public final class TempoChange {
    /// The number of frames that are asked of the source at a time.
    private static let blockInFrames = 1_024

    private let library: csoundtouch
    private let handle: UnsafeMutableRawPointer
    private let channels: Int
    private let block: UnsafeMutablePointer<Float>
    /// The source's last answer, 0 or less, or nil while more may follow.
    private var end: Int?

    /// Whether SoundTouch is installed. The first question loads it.
    public static var isAvailable: Bool { (try? LoadedLibraries.soundTouch.functions(for: "a stream")) != nil }

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - tempo: The frames that go in for each frame that comes out, 0.25 to 4.
    ///   - channels: Samples of a frame, 1 to 8.
    ///   - rate: Frames per second.
    /// - Returns: nil if SoundTouch is not installed.
    public init?(_ tempo: Double, channels: Int, rate: Int) {
        guard let library = try? LoadedLibraries.soundTouch.functions(for: "a stream"),
            let handle = library.soundtouch_createInstance()
        else { return nil }
        (self.library, self.handle, self.channels) = (library, handle, channels)
        block = .allocate(capacity: Self.blockInFrames * channels)
        library.soundtouch_setChannels(handle, UInt32(channels))
        // The rate says nothing but how many frames its windows of some hundredths of a second have. It takes no higher one.
        library.soundtouch_setSampleRate(handle, UInt32(min(max(8_000, rate), 192_000)))
        library.soundtouch_setTempo(handle, Float(tempo))
    }

    deinit {
        library.soundtouch_destroyInstance(handle)
        block.deallocate()
    }

    /// Makes the next frames.
    ///
    /// - Parameters:
    ///   - output: Room for them.
    ///   - frames: How many are wanted, above 0.
    ///   - source: Reads up to so many frames of the stream to an address, and answers how many there were; 0 or less ends
    ///     the stream, and it is not asked again.
    /// - Returns: How many there are; behind the last one, the answer with which the source has ended.
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
