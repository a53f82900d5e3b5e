/// A report from the render thread.
public struct Report: Hashable, Sendable, BitwiseCopyable {
    /// An event in the mixer.
    public enum MixerEvent: Hashable, Sendable, BitwiseCopyable {
        /// The voice has ended and its clip is no longer used: the memory may be freed, and the name reused.
        case ended(VoiceID, EndReason)
        /// A command had no effect; the clip of a refused start was not used.
        case refused(VoiceID, CommandRefusal)
        /// Frames of a stream were not read in time; the voice was silent and waited for them.
        case starved(VoiceID, frames: Int)
    }

    /// The mix frame of the event.
    public let frame: Int64
    /// The event.
    public let event: MixerEvent

    /// Creates a report.
    public init(frame: Int64, event: MixerEvent) {
        self.frame = frame
        self.event = event
    }
}

/// Why a voice ended.
public enum EndReason: Hashable, Sendable, BitwiseCopyable {
    /// The end of the clip was reached.
    case finished
    /// The voice was released and its fade has ended.
    case released
}

/// Why a command had no effect.
public enum CommandRefusal: Hashable, Sendable, BitwiseCopyable {
    /// The name is `maxVoices` or more; the voice is not heard.
    case voiceLimit
    /// A voice of this name is still playing.
    case voiceInUse
    /// No voice of this name is playing; it may just have ended.
    case unknownVoice
}
