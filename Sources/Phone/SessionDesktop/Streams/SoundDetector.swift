/// Tells sound from silence by the peaks of a stream. Silence is below −80 dBFS, where the dither of 16 bits ends: the
/// peaks are measured behind the person's slider, which may be low. A pause between two words is no silence.
struct SoundDetector {
    /// The number of peaks in a second.
    static let rate: UInt32 = 25
    private static let softest: Float = 0.000_1
    /// The number of silent peaks after which a sound is over: 0.8 s.
    private static let longestPause = 20

    /// Whether the stream sounds, or nil while that is not known.
    private(set) var isSounding: Bool?
    private var silentPeaks = 0

    /// Accepts the next peak, linear.
    /// - Returns: Whether the stream sounds, if that has changed.
    mutating func accept(_ peak: Float) -> Bool? {
        silentPeaks = abs(peak) < Self.softest ? silentPeaks + 1 : 0
        guard silentPeaks == 0 || silentPeaks >= Self.longestPause, isSounding != (silentPeaks == 0) else { return nil }
        isSounding = silentPeaks == 0
        return isSounding
    }
}
