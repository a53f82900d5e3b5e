package import SessionPolicy

/// The sounds behind the ids of steps, for emulated apps. Any thread.
package protocol SoundProvider: AnyObject, Sendable {
    /// Examines a sound that a step names, without decoding: the step waits for the answer.
    ///
    /// - Parameter id: The text of the id.
    /// - Returns: The length in seconds, or nil for an endless, unknown or inaudible sound.
    func prepare(_ id: String) -> Double?
    /// Returns the source of a sound, or nil for a sound that is real in the policy only.
    ///
    /// - Parameter feeders: Keep its streams filled.
    func source(of name: SceneName, _ feeders: Feeders) -> VoiceSource?
    /// Returns, once, why an ended sound could not be played to its end.
    func takeFailure(of name: SceneName) -> String?
}
