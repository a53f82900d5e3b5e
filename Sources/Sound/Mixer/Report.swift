/// A fact from the render thread.
public struct Report: Hashable, Sendable, BitwiseCopyable {
    /// An event in the mixer.
    public enum MixerEvent: Hashable, Sendable, BitwiseCopyable {
        /// The voice is over and its clip will not be touched again: the memory may go, the name is free.
        case ended(VoiceID, EndReason)
        /// A command had no effect; the clip of a refused start was never touched.
        case refused(VoiceID, CommandRefusal)
        /// A number of frames of a stream had not been read in time; the voice was silent and waited for them.
        case starved(VoiceID, frames: Int)
        /// A number of frames of a bus held samples that were not finite or beyond all measure; they are silent.
        case silenced(BusID, frames: Int)
    }

    /// The mix frame at which it happened.
    public let frame: Int64
    /// The event.
    public let event: MixerEvent

    /// Describes a fact.
    public init(frame: Int64, event: MixerEvent) {
        self.frame = frame
        self.event = event
    }
}

/// The reason for which a voice ended.
public enum EndReason: Hashable, Sendable, BitwiseCopyable {
    /// The clip came to its end.
    case finished
    /// The voice was released and its fade is over.
    case released
}

/// The reason for which a command had no effect.
public enum CommandRefusal: Hashable, Sendable, BitwiseCopyable {
    /// The voices that sound are as many as the configuration allows; the newcomer is not heard.
    case voiceLimit
    /// A voice of this name still sounds.
    case voiceInUse
    /// No voice of this name sounds; it may just have ended.
    case unknownVoice
}
