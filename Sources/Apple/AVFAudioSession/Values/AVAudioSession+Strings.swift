// swift-format-ignore-file: AlwaysUseLowerCamelCase, DontRepeatTypeInStaticProperties

// Apple's raw strings; if they are second-hand, Docs/AppleNames.md says so.

extension AVAudioSession {
    /// The meaning of the app's sound: decides what silences it, and which other sounds it silences.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names a category by its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sound that the app can do without; mixes, and keeps still with the switch.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Ambient sound that interrupts others; the category of an app that has set none.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")  // Sound that the app is for.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")  // Recording; nothing sounds.
        /// Recording and sound at once, as in a call.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Work on files, without a sound.
        public static let audioProcessing = Category(rawValue: "AVAudioSessionCategoryAudioProcessing")
        /// Several routes at once.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// The use that an app makes of its category.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names a mode by its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing in particular.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")  // A call by voice.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")  // A call within a game.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")  // Recording a film.
        /// Measuring, with as little processing as can be.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")  // Playing a film.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")  // A call by video.
        /// Continuous speech, which is rather interrupted than ducked.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")  // Short spoken prompts.
        /// Short films one after the other.
        public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
        public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")  // Two routes at once.
    }

    /// The kind of a port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names a port by its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let lineIn = Port(rawValue: "LineIn")  // A line into the dock.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")  // The device's own microphone.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")  // The microphone of a wired headset.
        /// A phone that serves another machine as a microphone.
        public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
        public static let lineOut = Port(rawValue: "LineOut")  // A line out of the dock.
        public static let headphones = Port(rawValue: "Headphones")  // Wired headphones.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")  // Bluetooth for music.
        public static let builtInReceiver = Port(rawValue: "Receiver")  // The piece held to the ear.
        public static let builtInSpeaker = Port(rawValue: "Speaker")  // The device's own loudspeaker.
        public static let HDMI = Port(rawValue: "HDMIOutput")  // A screen on a cable.
        public static let airPlay = Port(rawValue: "AirPlay")  // A receiver in the network.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")  // Bluetooth of low energy.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")  // Bluetooth for calls.
        public static let usbAudio = Port(rawValue: "USBAudio")  // A device on USB.
        public static let carAudio = Port(rawValue: "CarAudio")  // A car.
        public static let virtual = Port(rawValue: "Virtual")  // A port without a thing.
        public static let PCI = Port(rawValue: "PCI")  // A card in a slot.
        public static let fireWire = Port(rawValue: "FireWire")  // A device on FireWire.
        public static let displayPort = Port(rawValue: "DisplayPort")  // A screen on DisplayPort.
        public static let AVB = Port(rawValue: "AVB")  // Sound over Ethernet.
        public static let thunderbolt = Port(rawValue: "Thunderbolt")  // A device on Thunderbolt.
    }

    /// The place of a data source on the device.
    public struct Location: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names a place by its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let upper = Location(rawValue: "Upper")  // The upper end.
        public static let lower = Location(rawValue: "Lower")  // The lower end.
    }

    /// The direction in which a data source looks.
    public struct Orientation: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names a direction by its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let top = Orientation(rawValue: "Top")  // Upward.
        public static let bottom = Orientation(rawValue: "Bottom")  // Downward.
        public static let front = Orientation(rawValue: "Front")  // Toward the person.
        public static let back = Orientation(rawValue: "Back")  // Away from the person.
        public static let left = Orientation(rawValue: "Left")  // To the left.
        public static let right = Orientation(rawValue: "Right")  // To the right.
    }
}
