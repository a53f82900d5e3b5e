/// Distinguishes sound from silence by the peaks of a stream. Silence is below −80 dBFS, the dither level of 16 bits:
/// the peaks are measured after the person's slider, which may be low. A pause between two words does not count as
/// silence.
struct SoundDetector {
    static let rate: UInt32 = 25
    private static let softest: Float = 0.000_1
    /// The number of silent peaks after which a sound has ended: 0.8 s.
    private static let longestPause = 20

    /// Whether the stream is audible, or nil if unknown.
    private(set) var isSounding: Bool?
    private var silentPeaks = 0

    /// Handles the next peak, linear.
    /// - Returns: Whether the stream is audible, if that has changed.
    mutating func accept(_ peak: Float) -> Bool? {
        silentPeaks = abs(peak) < Self.softest ? silentPeaks + 1 : 0
        guard silentPeaks == 0 || silentPeaks >= Self.longestPause, isSounding != (silentPeaks == 0) else { return nil }
        isSounding = silentPeaks == 0
        return isSounding
    }
}
