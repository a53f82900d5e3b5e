/// The delegate of a session before iOS 6, which is told of interruptions; every method may be left out.
public protocol AVAudioSessionDelegate: AnyObject {
    /// The session has just become inactive.
    func beginInterruption()
    /// The interruption is over; told where `endInterruption(withFlags:)` is left out.
    func endInterruption()
    /// The interruption is over; flag 1: the app may continue.
    func endInterruption(withFlags flags: Int)
    /// A microphone has come or gone.
    func inputIsAvailableChanged(_ isInputAvailable: Bool)
}

extension AVAudioSessionDelegate {
    /// Does nothing.
    public func beginInterruption() {}
    /// Does nothing.
    public func endInterruption() {}
    /// Returns what the method without flags tells.
    public func endInterruption(withFlags flags: Int) { endInterruption() }
    /// Does nothing.
    public func inputIsAvailableChanged(_ isInputAvailable: Bool) {}
}
