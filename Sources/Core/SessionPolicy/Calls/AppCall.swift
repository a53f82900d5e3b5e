/// A call of an app to the device that governs its sound.
///
/// Names are texts, chosen by the app; two apps may use the same name. What a call leaves out is kept as it is. A call
/// that the policy has to decide is one event of it, so that text, calls and messages come to the same.
public enum AppCall: Hashable, Sendable {
    /// Declares what the app's sound means; nil keeps the category, the mode, the options or the policy that are set.
    case setCategory(Category?, mode: Mode?, options: CategoryOptions?, policy: RouteSharingPolicy? = nil)
    /// Activates or deactivates the session. `notifyOthers` counts at deactivation only.
    case setActive(Bool, notifyOthers: Bool)
    /// Sends the sound to the speaker until the category is set again or the session ends.
    case overrideOutput(toSpeaker: Bool)
    /// Starts a sound, or goes on with one that is paused.
    ///
    /// `lasts`: how long it has to go from its beginning if it goes on by itself; nil where it has no end. A paused sound
    /// keeps what it had left. `gain`: the app's own level, 0 to 1, linear; nil is 1, or what a paused sound had.
    case play(sound: String, lasts: Length?, gain: Double?)
    /// Pauses a sound; nil pauses all of the app's.
    case pause(sound: String?)
    /// Ends a sound, which then begins anew; nil ends all of the app's.
    case stop(sound: String?)
    /// Moves the app's own level of a started sound, 0 to 1, linear. `over`: how long it takes; nil is the rule book's.
    case setGain(sound: String, to: Double, over: Length?)
    /// Begins or ends the app's recording.
    case record(Bool)
    /// Plays a system sound, of 30 seconds at most.
    ///
    /// `isInterface`: whether it belongs to the user interface, so that the person's setting for sound effects concerns it.
    case systemSound(String, lasts: Length, isInterface: Bool)
    /// Plays an alert sound, which vibrates where the device is set to.
    case alertSound(String, lasts: Length)
    case vibrate
    case ask(Question)
    /// Asks the person for the microphone; the outcome's answer is a flag where that is settled already, else the answer
    /// comes as a notice.
    case requestRecordPermission
    /// Says what the app would rather have of its inputs, its interruptions and its place among others.
    case wish(AppWish)
    /// Tells what becomes of one of the app's own calls, as CallKit does for it.
    ///
    /// `uid`: tells the call from the app's other calls; nil is the one that is on, else the last.
    case call(CallPhase, uid: String?)
    /// Says what has come of a remote command.
    case answerRemoteCommand(RemoteCommand.Kind, RemoteCommandStatus)
    /// Ends the app of its own accord. Its next call launches it again.
    case quit
}

/// A preference of an app, with AVAudioSession's names.
public enum AppWish: Hashable, Sendable {
    /// One of the available inputs; nil leaves the choice to the rules. `uid` tells two of one port apart.
    case preferredInput(Port?, uid: String?)
    case prefersNoInterruptionsFromSystemAlerts(Bool)
    case prefersInterruptionOnRouteDisconnect(Bool)
    case allowsHapticsAndSystemSoundsDuringRecording(Bool)
    /// The app's input is muted, and the app records silence.
    case inputMuted(Bool)
    /// The app's output is muted, and its samples are zero.
    case outputMuted(Bool)
    case prefersEchoCancelledInput(Bool)
    /// The app is registered as Now Playing, by its remote commands.
    case nowPlaying(Bool)
    /// The app shows the system's volume view.
    case volumeView(Bool)
    /// The app processes voice from now on; the policy decides what that makes of its session.
    case voiceProcessing
    /// One option of its category, as the first phones' interface has them: the others stay.
    case option(CategoryOptions, Bool)

    /// The verb of the step vocabulary that says the same.
    public var verb: String {
        switch self {
        case .preferredInput: "setPreferredInput"
        case .prefersNoInterruptionsFromSystemAlerts: "prefersNoInterruptionsFromSystemAlerts"
        case .prefersInterruptionOnRouteDisconnect: "prefersInterruptionOnRouteDisconnect"
        case .allowsHapticsAndSystemSoundsDuringRecording: "allowHapticsAndSystemSoundsDuringRecording"
        case .inputMuted: "setInputMuted"
        case .outputMuted: "setOutputMuted"
        case .prefersEchoCancelledInput: "prefersEchoCancelledInput"
        case .nowPlaying: "nowPlaying"
        case .volumeView: "volumeView"
        case .voiceProcessing: "voiceProcessing"
        case .option: "setOption"
        }
    }
}

extension AppCall {
    /// The verb of the step vocabulary that comes nearest.
    public var verb: String {
        switch self {
        case .setCategory: "setCategory"
        case .setActive: "setActive"
        case .overrideOutput: "overrideOutput"
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .setGain: "gain"
        case .record: "record"
        case .systemSound: "systemSound"
        case .alertSound: "alertSound"
        case .vibrate: "vibrate"
        case .ask, .requestRecordPermission: "ask"
        case .wish(let wish): wish.verb
        case .call: "call"
        case .answerRemoteCommand: "remoteCommand"
        case .quit: "quit"
        }
    }
}
