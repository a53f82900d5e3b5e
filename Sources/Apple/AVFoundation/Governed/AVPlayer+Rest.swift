internal import CoreAudioTypes
public import CoreMedia

extension AVPlayer {
    /// Seeks exactly, regardless of the tolerances, and waits until the seek is done.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await seek(to: time)
    }

    /// Prepares to play at a rate; returns immediately.
    @discardableResult
    public func preroll(atRate rate: Float) async -> Bool {
        await awaited { preroll(atRate: rate, completionHandler: $0) }
    }
}
