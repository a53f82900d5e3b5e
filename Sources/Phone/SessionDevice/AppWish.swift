public import SessionPolicy

/// A preference of an app, with AVAudioSession's names.
public typealias AppWish = AppCall

extension AppWish {
    /// Prefers one of the available inputs, or nil to let the rules choose. `uid` distinguishes inputs of one port.
    public static func preferredInput(_ port: Port?, uid: String?) -> Self { .setPreferredInput(port, uid: uid) }

    /// Whether the system's alerts should not interrupt the app.
    public static func prefersNoInterruptionsFromSystemAlerts(_ prefers: Bool) -> Self {
        .preferred(.noInterruptionsFromSystemAlerts, prefers)
    }

    /// Whether the app is interrupted when its output goes.
    public static func prefersInterruptionOnRouteDisconnect(_ prefers: Bool) -> Self {
        .preferred(.interruptionOnRouteDisconnect, prefers)
    }

    /// Whether the device may vibrate and play system sounds while the app records.
    public static func allowsHapticsAndSystemSoundsDuringRecording(_ allows: Bool) -> Self {
        .allowedHapticsWhileRecording(allows)
    }

    /// Whether the app's input is muted: the app records silence.
    public static func inputMuted(_ isMuted: Bool) -> Self { .setInputMuted(isMuted) }

    /// Whether the app's output is muted: its samples are zero.
    public static func outputMuted(_ isMuted: Bool) -> Self { .setOutputMuted(isMuted) }

    /// Whether the app's microphone should be free of the echo of its own sound.
    public static func prefersEchoCancelledInput(_ prefers: Bool) -> Self { .preferred(.echoCancelledInput, prefers) }

    /// Whether the app is registered as Now Playing, by its remote commands.
    public static func nowPlaying(_ isRegistered: Bool) -> Self { .registeredNowPlaying(isRegistered) }

    /// Whether the app shows the system's volume view.
    public static func volumeView(_ isShown: Bool) -> Self { .showedVolumeView(isShown) }

    /// Starts voice processing; the policy decides the effect on the session.
    public static var voiceProcessing: Self { .startedVoiceProcessing }

    /// Sets one option of the category and keeps the others, as in the first phones' interface.
    public static func option(_ option: CategoryOptions, _ isSet: Bool) -> Self { .setOption(option, isSet) }
}
