/// A row of the table of how a well-behaved app responds; each can be switched off.
public enum Response: CaseIterable, Hashable, Sendable {
    /// It does not start while an interruption begins.
    case staysSilentWhenInterrupted
    /// It does not start again at the end of an interruption without `shouldResume`.
    case staysSilentWithoutShouldResume
    /// It starts again at the end of an interruption with `shouldResume`, if the person had started it.
    case resumes
    /// At the end of an interruption it does not start what the person had paused, stopped or never started.
    case leavesPausedWhatWasPaused
    /// It pauses when its headphones are unplugged, and stays paused. Switch this off for chats and games; sessions in
    /// a chat mode are exempt.
    case pausesAtUnplug
    /// After the media server's reset it sets category and options again, and creates new players and recorders, whose start
    /// activates its session.
    case startsAnewAfterReset
    /// It shows that it plays or records when it does, and only then.
    case showsWhatIsHeard
    /// It deactivates its session with `notifyOthersOnDeactivation` when it has finished and had interrupted others.
    case givesTheSessionBack
    /// It does not treat a refused activation or start as a success.
    case believesRefusals

    /// The behavior of a well-behaved app, as a sentence.
    public var sentence: String {
        switch self {
        case .staysSilentWhenInterrupted:
            "An app does not start anything when it is told that an interruption begins."
        case .staysSilentWithoutShouldResume:
            "An app does not start again by itself when an interruption ends without shouldResume."
        case .resumes: "An app that was playing resumes when an interruption ends with shouldResume."
        case .leavesPausedWhatWasPaused:
            "An app does not resume what the person had paused or never started."
        case .pausesAtUnplug: "An app pauses when the headphones go on which it played, and waits for the person."
        case .startsAnewAfterReset:
            "After the media server's reset an app sets its category and options again, and makes new players and recorders."
        case .showsWhatIsHeard: "An app shows that it plays or records when it does, and only then."
        case .givesTheSessionBack:
            "An app that has finished deactivates its session with notifyOthersOnDeactivation, so that those whom it "
                + "interrupted resume."
        case .believesRefusals: "An app checks whether its activation or start was refused."
        }
    }

    /// Apple's document on it.
    public var source: String {
        switch self {
        case .staysSilentWhenInterrupted, .showsWhatIsHeard:
            "Apple, AVFAudio, \"Handling audio interruptions\": when one begins the system has paused playback; update the "
                + "interface"
        case .staysSilentWithoutShouldResume:
            "Apple, AVAudioSession.InterruptionOptions.shouldResume: without it wait for the person"
        case .resumes:
            "Apple, AVFAudio, \"Handling audio interruptions\"; Human Interface Guidelines, \"Playing audio\": resume audio "
                + "after a resumable interruption"
        case .leavesPausedWhatWasPaused:
            "Apple, Human Interface Guidelines, \"Playing audio\": resume only if audio was actively playing when interrupted"
        case .pausesAtUnplug:
            "Apple, AVFAudio, \"Responding to audio route changes\": a media player pauses when headphones are removed"
        case .startsAnewAfterReset:
            "Apple, Technical Q&A QA1749; AVAudioSession.mediaServicesWereResetNotification"
        case .givesTheSessionBack:
            "Apple, AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation"
        case .believesRefusals:
            "Apple, AVAudioSession.setActive(_:options:), which throws, and AVAudioPlayer.play(), which returns false"
        }
    }
}
