/// The delegate of a session before iOS 6. Every method is optional.
public protocol AVAudioSessionDelegate: AnyObject {
    /// Called when an interruption has made the session inactive.
    func beginInterruption()
    /// Called when the interruption has ended, unless `endInterruption(withFlags:)` is implemented.
    func endInterruption()
    /// Called when the interruption has ended; flag 1 means that the app should resume.
    func endInterruption(withFlags flags: Int)
    /// Called when input has become available or unavailable.
    func inputIsAvailableChanged(_ isInputAvailable: Bool)
}

extension AVAudioSessionDelegate {
    /// Does nothing.
    public func beginInterruption() {}
    /// Does nothing.
    public func endInterruption() {}
    /// Calls the method without flags.
    public func endInterruption(withFlags flags: Int) { endInterruption() }
    /// Does nothing.
    public func inputIsAvailableChanged(_ isInputAvailable: Bool) {}
}
