#if !os(macOS)
    #if os(Linux)
        public import AVFAudioSession
    #else
        public import AVFAudio
    #endif
    public import Foundation

    /// The part of `AVAudioSession` that a `TestPhone` answers: write the code under test against it, and let an empty
    /// extension make Apple's class conform.
    ///
    ///     extension AVAudioSession: AudioSession {}
    ///
    /// A protocol of the app works, too: `TestSession` has members with Apple's signatures, so an empty extension makes
    /// it conform.
    public protocol AudioSession: AnyObject {
        /// The type of a route: `AVAudioSessionRouteDescription`, or a `TestRoute`.
        associatedtype Route: AudioRoute

        /// The category in force.
        var category: AVAudioSession.Category { get }
        /// The mode in force.
        var mode: AVAudioSession.Mode { get }
        /// The options in force.
        var categoryOptions: AVAudioSession.CategoryOptions { get }
        /// The volume that people set with the buttons, 0 to 1.
        var outputVolume: Float { get }
        /// Whether another app is audible.
        var isOtherAudioPlaying: Bool { get }
        /// Whether another app plays sound that the person chose to hear.
        var secondaryAudioShouldBeSilencedHint: Bool { get }
        /// The outputs and inputs in force.
        var currentRoute: Route { get }
        /// The kinds of the ports through which sound is played now; `AVAudioSession` has it by an extension.
        var outputPorts: [AVAudioSession.Port] { get }
        /// Whether there is a microphone.
        var isInputAvailable: Bool { get }
        /// The microphones that category and options allow; nil if the category has no input.
        var availableInputs: [Route.Port]? { get }
        /// The input that the app has chosen, or nil to leave the choice to the system.
        var preferredInput: Route.Port? { get }
        /// The number of channels of the input in force; 0 without one.
        var inputNumberOfChannels: Int { get }
        /// The number of channels of the output in force.
        var outputNumberOfChannels: Int { get }
        /// The person's permission to use the microphone.
        var recordPermission: AVAudioSession.RecordPermission { get }

        /// Sets category, mode and options.
        ///
        /// - Throws: An `NSError` of the domain `NSOSStatusErrorDomain` with a code of `AVAudioSession.ErrorCode`.
        func setCategory(
            _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, options: AVAudioSession.CategoryOptions)
            throws
        /// Activates or deactivates the session.
        ///
        /// - Throws: As `setCategory(_:mode:options:)`.
        func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
        /// Overrides the route to the loudspeaker, or ends the override.
        ///
        /// - Throws: As `setCategory(_:mode:options:)`.
        func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws
        /// Chooses among `availableInputs`; nil leaves the choice to the system.
        ///
        /// - Throws: As `setCategory(_:mode:options:)`.
        func setPreferredInput(_ inPort: Route.Port?) throws
    }

    /// A port of a route: `AVAudioSessionPortDescription`, or a `TestPort`.
    public protocol AudioPort {
        /// The kind of the port.
        var portType: AVAudioSession.Port { get }
        /// The name that people read.
        var portName: String { get }
        /// Distinguishes ports of a kind.
        var uid: String { get }
    }

    /// The ports of a route: `AVAudioSessionRouteDescription`, or a `TestRoute`.
    public protocol AudioRoute {
        /// The type of its ports.
        associatedtype Port: AudioPort
        /// The inputs in force; empty unless a session with input is active.
        var inputs: [Port] { get }
        /// The outputs in force.
        var outputs: [Port] { get }
    }

    extension AVAudioSessionPortDescription: AudioPort {}
    extension AVAudioSessionRouteDescription: AudioRoute {}

    extension AVAudioSession {
        /// The ports of the current route's outputs.
        public var outputPorts: [AVAudioSession.Port] { currentRoute.outputs.map(\.portType) }
    }

    extension AudioSession {
        /// Sets the category with the default mode and no options.
        ///
        /// - Throws: As `setCategory(_:mode:options:)`.
        public func setCategory(_ category: AVAudioSession.Category) throws {
            try setCategory(category, mode: .default, options: [])
        }

        /// Activates or deactivates the session without options.
        ///
        /// - Throws: As `setActive(_:options:)`.
        public func setActive(_ active: Bool) throws { try setActive(active, options: []) }
    }

    /// The part of `AVAudioPlayer` that a `TestPhone` plays; `extension AVAudioPlayer: AudioPlayer {}` makes Apple's class
    /// fit.
    public protocol AudioPlayer: AnyObject {
        /// Whether it plays: it was started, and was neither paused, stopped, nor halted by an interruption.
        var isPlaying: Bool { get }
        /// Its own volume, 0 to 1.
        var volume: Float { get set }
        /// Starts, or continues where it paused. Returns false if the phone refuses.
        @discardableResult
        func play() -> Bool
        /// Pauses; the place is kept.
        func pause()
        /// Stops.
        func stop()
    }

    /// The part of `AVAudioRecorder` that a `TestPhone` records; `extension AVAudioRecorder: AudioRecorder {}` makes
    /// Apple's class fit.
    public protocol AudioRecorder: AnyObject {
        /// Whether it records: it was started, and was neither paused, stopped, nor halted by an interruption.
        var isRecording: Bool { get }
        /// Seconds recorded so far.
        var currentTime: TimeInterval { get }
        /// Starts, or continues where it paused. Returns false if the phone refuses.
        @discardableResult
        func record() -> Bool
        /// Pauses; `record()` continues.
        func pause()
        /// Stops.
        func stop()
    }
#endif
