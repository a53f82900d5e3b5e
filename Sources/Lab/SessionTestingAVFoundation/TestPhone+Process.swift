public import SessionPolicy
@_exported public import SessionTesting

extension TestPhone {
    /// The device of the Apple names in this process.
    public enum Process: Sendable {
        /// `AVAudioSession.sharedInstance()`, `AVAudioPlayer` and all other names of Apple's in this process.
        case process
    }

    /// Creates a phone that is the device of the Apple names in this process: code that uses
    /// `AVAudioSession.sharedInstance()`, makes its own players and observes `NotificationCenter.default` is tested unchanged,
    /// in virtual time.
    ///
    ///     @Suite(.processPhone) struct PlayerTests {
    ///         @Test func declined() throws {
    ///             let phone = try TestPhone(.process)
    ///             let player = try Player(song)
    ///             player.play()
    ///             phone.device.ring()
    ///             #expect(!player.isPlaying)
    ///         }
    ///     }
    ///
    /// Each such phone is a fresh start of the process: players and recorders that were made before are invalid. The app is
    /// notified when the test uses the phone: by `device`, `expect` or `settle()`. Only one such phone can be in use at a time;
    /// the trait `processPhone` serializes the tests that use one.
    ///
    /// - Parameters:
    ///   - process: Always `process`.
    ///   - rules: The rule book; nil for that of the trait `disrupted(system:)`, and without one the newest.
    ///   - app: The name of the app among the phone's apps.
    ///   - backgroundAudio: Whether the app may sound in the background.
    ///   - delivery: The thread on which notifications are posted; a test on the main actor uses `asDocumented`.
    ///   - microphone: The path of a sound file that recordings hear, in any format that sounds may have, from the current
    ///     folder; nil for silence. It begins with the first recording; from then on its time passes whether anybody records
    ///     or not, and silence follows its end.
    /// - Throws: `DeviceError.file` if the microphone's file cannot be decoded, `.unreachable` if the process lacks files or
    ///   threads for a device.
    public convenience init(
        _ process: Process, rules: RuleBook? = nil, app: String = "app", backgroundAudio: Bool = true,
        delivery: Delivery = .atOnce, microphone: String? = nil, fileID: String = #fileID,
        file: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let device = try ProcessDevice(
            rules: rules ?? Self.usualRules, app: app, backgroundAudio: backgroundAudio, microphone: microphone)
        self.init(of: device, app: app, delivery: delivery, fileID: fileID, file: file, line: line, column: column)
        device.follow(by: self)
        Turn.shared.begin(phone: self, fileID: fileID, file: file, line: line, column: column)
    }

    /// The frames heard since the phone was created, without the pauses in which no sound played: interleaved stereo, 48,000
    /// frames per second, full scale is 1. Empty unless the phone was created with `process`.
    public var heardSamples: [Float] { (running as? ProcessDevice)?.heard ?? [] }

    /// Empties `heardSamples`.
    public func forgetHeardSamples() { (running as? ProcessDevice)?.forgetHeard() }
}
