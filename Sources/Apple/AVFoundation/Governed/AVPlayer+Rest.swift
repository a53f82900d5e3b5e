public import CoreMedia

extension AVPlayer {
    /// Seeks in the item, exactly whatever the tolerances are, and waits until that is done.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await seek(to: time)
    }

    /// Gets ready to play at a rate, and waits until it is.
    @discardableResult
    public func preroll(atRate rate: Float) async -> Bool {
        await withCheckedContinuation { continuation in
            preroll(atRate: rate, completionHandler: { continuation.resume(returning: $0) })
        }
    }
}
