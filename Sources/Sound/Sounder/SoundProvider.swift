package import SessionPolicy

/// The sounds behind the ids of steps, which emulated apps play. Its members may be called from any thread.
package protocol SoundProvider: AnyObject, Sendable {
    /// Looks at a sound that a step names. Nothing is decoded: the thread that takes the step waits for the answer.
    ///
    /// - Parameter id: The text of the id.
    /// - Returns: The length, in seconds; nil for a sound without an end, for one whose file does not tell, and for one
    ///   that is not heard.
    func prepare(_ id: String) -> Double?
    /// Returns the source of a sound; nil for a sound that is real in the policy only.
    ///
    /// - Parameters:
    ///   - name: The sound.
    ///   - feeders: Keep its streams filled.
    func source(of name: SceneName, _ feeders: Feeders) -> VoiceSource?
    /// Returns the reason for which a sound that has ended could not be played to its end, told once; nil where it was.
    func takeFailure(of name: SceneName) -> String?
}
