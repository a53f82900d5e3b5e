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

    /// Whether it can play films whose colours are brighter than usual: it plays no films.
    public class var eligibleForHDRPlayback: Bool { false }
    /// Whether it hides what may not be seen: there is nothing to see.
    public var isOutputObscuredDueToInsufficientExternalProtection: Bool { false }
}
