import SessionPolicy

/// The verbs of the step vocabulary.
public enum Verb: String, CaseIterable, Hashable, Sendable {
    case rules
    // What the person and the device do.
    case ringSwitch, lock, unlock, volumeButton, volumeSlider, plug, unplug, connect, disconnect, pickRoute
    case call, alarm, alert, keyClick, setting, mediaServices, permission, siri, wait
    case ringerSlider, builtInMicMuted, routeConfigurationChange, sleep, wake, remoteCommand, headsetButton
    // What an app does.
    case launch, foreground, background, quit, crash, setCategory, setActive, overrideOutput
    case play, pause, stop, gain, record, systemSound, alertSound, vibrate, ask
    case nowPlaying, allowHapticsAndSystemSoundsDuringRecording
    case setPreferredInput, prefersNoInterruptionsFromSystemAlerts, prefersInterruptionOnRouteDisconnect
    case setInputMuted, volumeView, voiceProcessing, setOption, setOutputMuted, prefersEchoCancelledInput

    /// The verb as it is written.
    public var name: String { rawValue }

    /// The meaning of a step with this verb, in one sentence.
    public var sentence: String { VerbRule.row(name)?.sentence ?? "" }

    /// Whether the sound that it names begins or goes on.
    public var startsSound: Bool { self == .play || self == .systemSound || self == .alertSound }
}
