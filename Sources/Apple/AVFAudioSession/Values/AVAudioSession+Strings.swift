// swift-format-ignore-file: AlwaysUseLowerCamelCase, DontRepeatTypeInStaticProperties

// Apple's raw strings. Docs/AppleNames.md says which are second-hand.

extension AVAudioSession {
    /// The purpose of the app's sound. Determines what silences it, and which other sounds it silences.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Creates a category from its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nonessential sound: mixes with others and obeys the Ring/Silent switch.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Like ambient, but interrupts others. The default.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Playback that is central to the app.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")  // Recording only.
        /// Playback and recording, as in a call.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Offline processing, without sound.
        public static let audioProcessing = Category(rawValue: "AVAudioSessionCategoryAudioProcessing")
        /// Several routes simultaneously.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// A specialization of a category.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Creates a mode from its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No specialization.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")  // Voice calls.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")  // Calls within a game.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")  // Video recording.
        /// Measurement with minimal signal processing.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")  // Movie playback.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")  // Video calls.
        /// Continuous spoken audio, which others interrupt instead of ducking.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")  // Short spoken prompts.
        /// Feeds of short videos.
        public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
        public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")  // Two routes simultaneously.
    }

    /// The type of a port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Creates a port type from its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let lineIn = Port(rawValue: "LineIn")  // Line input.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")  // The built-in microphone.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")  // The microphone of a wired headset.
        /// A phone that serves another device as a microphone.
        public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
        public static let lineOut = Port(rawValue: "LineOut")  // Line output.
        public static let headphones = Port(rawValue: "Headphones")  // Wired headphones.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")  // Bluetooth A2DP.
        public static let builtInReceiver = Port(rawValue: "Receiver")  // The receiver, held to the ear.
        public static let builtInSpeaker = Port(rawValue: "Speaker")  // The built-in speaker.
        public static let HDMI = Port(rawValue: "HDMIOutput")  // An HDMI display.
        public static let airPlay = Port(rawValue: "AirPlay")  // An AirPlay device.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")  // Bluetooth Low Energy.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")  // Bluetooth hands-free.
        public static let usbAudio = Port(rawValue: "USBAudio")  // A USB device.
        public static let carAudio = Port(rawValue: "CarAudio")  // CarPlay.
        public static let virtual = Port(rawValue: "Virtual")  // A virtual device.
        public static let PCI = Port(rawValue: "PCI")  // A PCI card.
        public static let fireWire = Port(rawValue: "FireWire")  // A FireWire device.
        public static let displayPort = Port(rawValue: "DisplayPort")  // A DisplayPort display.
        public static let AVB = Port(rawValue: "AVB")  // An AVB device.
        public static let thunderbolt = Port(rawValue: "Thunderbolt")  // A Thunderbolt device.
    }

    /// The location of a data source on the device.
    public struct Location: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Creates a location from its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let upper = Location(rawValue: "Upper")  // The upper end.
        public static let lower = Location(rawValue: "Lower")  // The lower end.
    }

    /// The orientation of a data source.
    public struct Orientation: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Creates an orientation from its string.
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let top = Orientation(rawValue: "Top")  // Upward.
        public static let bottom = Orientation(rawValue: "Bottom")  // Downward.
        public static let front = Orientation(rawValue: "Front")  // Toward the user.
        public static let back = Orientation(rawValue: "Back")  // Away from the user.
        public static let left = Orientation(rawValue: "Left")  // To the left.
        public static let right = Orientation(rawValue: "Right")  // To the right.
    }
}
