import SessionPolicy

/// An enumeration whose cases are words of a key, with raw values from zero. Names are written out because asking the
/// runtime for a case's name searches the whole program for conformances, which slows the start.
protocol StepWord: CaseIterable, RawRepresentable<UInt8> {
    /// The word as it is written.
    var name: String { get }
    /// Further words for some of the cases.
    static var otherNames: [(name: String, means: Self)] { get }
}

extension StepWord {
    static var otherNames: [(name: String, means: Self)] { [] }
}

extension Category: StepWord {}
extension Mode: StepWord {}
extension RouteSharingPolicy: StepWord {
    static var otherNames: [(name: String, means: Self)] { [("longForm", .longFormAudio)] }
}

extension Accessory.Direction: StepWord {
    var name: String {
        switch self {
        case .input: "input"
        case .output: "output"
        }
    }
}

extension RingSwitch: StepWord {
    var name: String {
        switch self {
        case .ring: "ring"
        case .silent: "silent"
        }
    }
}

extension VolumeDirection: StepWord {
    var name: String {
        switch self {
        case .up: "up"
        case .down: "down"
        }
    }
}

extension CallPhase: StepWord {
    var name: String {
        switch self {
        case .incoming: "incoming"
        case .answered: "answered"
        case .declined: "declined"
        case .missed: "missed"
        case .ended: "ended"
        case .outgoing: "outgoing"
        case .held: "held"
        case .unheld: "unheld"
        case .swapped: "swapped"
        case .muted: "muted"
        case .unmuted: "unmuted"
        case .remoteEnded: "remoteEnded"
        }
    }
}

extension AlarmPhase: StepWord {
    var name: String {
        switch self {
        case .fires: "fires"
        case .dismissed: "dismissed"
        case .snoozed: "snoozed"
        }
    }
}

extension AlertKind: StepWord {
    var name: String {
        switch self {
        case .message: "message"
        case .mail: "mail"
        case .calendar: "calendar"
        case .push: "push"
        }
    }
}

extension Setting: StepWord {
    var name: String {
        switch self {
        case .vibrateOnRing: "vibrateOnRing"
        case .vibrateOnSilent: "vibrateOnSilent"
        case .soundEffects: "soundEffects"
        case .keyboardClicks: "keyboardClicks"
        case .callBanners: "callBanners"
        case .changeWithButtons: "changeWithButtons"
        case .messageTones: "messageTones"
        case .mailTones: "mailTones"
        case .calendarTones: "calendarTones"
        case .ringtones: "ringtones"
        }
    }
}

extension MediaServicesPhase: StepWord {
    var name: String {
        switch self {
        case .lost: "lost"
        case .reset: "reset"
        }
    }
}

extension RecordPermission: StepWord {}

extension AppKind: StepWord {
    var name: String {
        switch self {
        case .app: "app"
        case .system: "system"
        }
    }
}

extension RemoteCommand.Kind: StepWord {}

extension Question: StepWord {
    var name: String {
        switch self {
        case .otherAudioIsPlaying: "otherAudioIsPlaying"
        case .secondaryAudioShouldBeSilencedHint: "secondaryAudioShouldBeSilencedHint"
        case .outputVolume: "outputVolume"
        case .currentRoute: "currentRoute"
        case .category: "category"
        case .inputAvailable: "inputAvailable"
        case .volumeSlider: "volumeSlider"
        case .availableInputs: "availableInputs"
        case .preferredInput: "preferredInput"
        case .inputMuted: "inputMuted"
        case .outputMuted: "outputMuted"
        case .promptStyle: "promptStyle"
        }
    }
}

extension Proximity: StepWord {}

extension SiriInput: StepWord {
    var name: String {
        switch self {
        case .phone: "phone"
        case .headset: "headset"
        case .airPods: "airPods"
        }
    }
}

extension SiriPhase: StepWord {
    var name: String {
        switch self {
        case .began: "began"
        case .ended: "ended"
        }
    }
}
