#if !os(macOS)
    #if os(Linux)
        public import AVFAudioSession
    #else
        public import AVFAudio
    #endif
    internal import Foundation
    internal import SessionOracle
    internal import SessionPolicy

    /// The session of the app under test on a `TestPhone`, with the signatures of `AVAudioSession`. Its answers and
    /// errors are the policy's. Any thread.
    ///
    /// Its routes and ports are a `TestRoute` and `TestPort`s, because only Apple's code can make descriptions of routes.
    /// It lacks data sources and key-value observing.
    public final class TestSession: AudioSession, @unchecked Sendable {
        /// Set once, before anything else knows the session.
        weak var phone: TestPhone?

        init() {}

        /// The category in force.
        public var category: AVAudioSession.Category { session.map { $0.category.apple } ?? .soloAmbient }
        /// The mode in force.
        public var mode: AVAudioSession.Mode { session.map { $0.mode.apple } ?? .default }
        /// The options in force.
        public var categoryOptions: AVAudioSession.CategoryOptions { session.map { $0.options.apple } ?? [] }

        /// The volume that people set with the buttons, 0 to 1.
        public var outputVolume: Float {
            if case .volume(let volume) = ask(.outputVolume) { Float(volume) } else { 0 }
        }
        /// Whether another app is audible.
        public var isOtherAudioPlaying: Bool { ask(.otherAudioIsPlaying) == .flag(true) }
        /// Whether another app plays sound that the person chose to hear.
        public var secondaryAudioShouldBeSilencedHint: Bool { ask(.secondaryAudioShouldBeSilencedHint) == .flag(true) }
        /// The ports through which sound is played now.
        public var outputPorts: [AVAudioSession.Port] { phone?.current.outputs.map(\.apple) ?? [] }

        /// The outputs and inputs in force.
        public var currentRoute: TestRoute {
            guard let facts = phone?.current.routeFacts else { return TestRoute(inputs: [], outputs: []) }
            return TestRoute(inputs: facts.inputs.map { TestPort($0) }, outputs: facts.outputs.map { TestPort($0) })
        }
        /// Whether there is a microphone: a phone has one.
        public var isInputAvailable: Bool { ask(.inputAvailable) == .flag(true) }
        /// The microphones that category and options allow; nil if the category has no input.
        public var availableInputs: [TestPort]? {
            guard case .inputs(let ports) = ask(.availableInputs), !ports.isEmpty, let phone else { return nil }
            return ports.ports.map { TestPort(phone.current.portFacts($0)) }
        }
        /// The input that the app has chosen, or nil to leave the choice to the system.
        public var preferredInput: TestPort? {
            guard case .input(let port?) = ask(.preferredInput), let phone else { return nil }
            return TestPort(phone.current.portFacts(port))
        }
        /// The number of channels of the input in force: one, or 0 without an input.
        public var inputNumberOfChannels: Int { min(1, currentRoute.inputs.count) }
        /// The number of channels of the output in force: one for the receiver and hands-free sets, else two.
        public var outputNumberOfChannels: Int {
            currentRoute.outputs.map { [.builtInReceiver, .bluetoothHFP].contains($0.portType) ? 1 : 2 }.max() ?? 0
        }
        /// The person's permission to use the microphone; granted unless the test says otherwise.
        public var recordPermission: AVAudioSession.RecordPermission {
            switch phone.map({ $0.current.recordPermission(of: $0.app) }) {
            case .undetermined: .undetermined
            case .denied: .denied
            case .granted, nil: .granted
            }
        }

        /// Chooses among `availableInputs`; nil leaves the choice to the system.
        ///
        /// - Throws: -50 if it is none of `availableInputs`.
        public func setPreferredInput(_ inPort: TestPort?) throws {
            try act { $0.perform($1, .setPreferredInput(inPort?.facts.port, uid: inPort?.namedUID)) }
        }

        /// Sets category, mode and options.
        ///
        /// - Throws: -50 for an unknown category, mode or option; else the policy's error.
        public func setCategory(
            _ category: AVAudioSession.Category, mode: AVAudioSession.Mode = .default,
            options: AVAudioSession.CategoryOptions = []
        ) throws {
            guard let ours = Category(apple: category) else {
                throw error(.badParam, "\(category.rawValue) is no category of AVAudioSession")
            }
            guard let ourMode = Mode(apple: mode) else {
                throw error(.badParam, "\(mode.rawValue) is no mode that this phone knows")
            }
            guard let ourOptions = CategoryOptions(apple: options) else {
                throw error(.badParam, "options \(options.rawValue) hold one that this phone does not know")
            }
            try act { $0.setCategory($1, ours, mode: ourMode, options: ourOptions) }
        }

        /// Activates or deactivates the session.
        ///
        /// - Throws: `cannotInterruptOthers`, `insufficientPriority`, `isBusy` or what else the policy refuses.
        public func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions = []) throws {
            try act { device, app in
                if active {
                    device.activate(app)
                } else {
                    device.deactivate(app, notifyOthers: options.contains(.notifyOthersOnDeactivation))
                }
            }
        }

        /// Overrides the route to the loudspeaker, or ends the override.
        ///
        /// - Throws: -50 outside PlayAndRecord.
        public func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws {
            try act { $0.overrideOutput($1, toSpeaker: portOverride == .speaker) }
        }

        private var session: SessionPolicy.Session? { phone.flatMap { $0.current.session(of: $0.app) } }

        private func ask(_ question: Question) -> Answer? {
            phone.flatMap { phone in
                var device = phone.current
                return device.ask(phone.app, question)
            }
        }

        private func act(_ work: (inout Device, String) -> Void) throws {
            guard let phone else {
                throw error(
                    .mediaServicesFailed,
                    "the TestPhone of this session is gone; keep it in a variable as long as the test runs")
            }
            let device = phone.act(work)
            guard let refusal = device.refusal else { return }
            throw error(refusal, device.refusalSentence ?? refusal.name)
        }

        private func error(_ error: SessionError, _ sentence: String) -> NSError {
            // Apple has no code for notRunning: the app and its session have ended.
            NSError(
                domain: NSOSStatusErrorDomain, code: Int(error.code ?? Self.expiredSession),
                userInfo: [NSLocalizedDescriptionKey: sentence])
        }

        private static let expiredSession: Int32 = 0x2173_6573  // '!ses', AVAudioSession.ErrorCode.expiredSession
    }

    /// A port on a `TestPhone`, with the members of `AVAudioSessionPortDescription`.
    public struct TestPort: AudioPort, Hashable, Sendable {
        let facts: PortFacts

        init(_ facts: PortFacts) { self.facts = facts }

        /// The kind of the port.
        public var portType: AVAudioSession.Port { facts.port.apple }
        /// The name that people read.
        public var portName: String { facts.name }
        /// Distinguishes ports of a kind.
        public var uid: String { facts.uid }

        /// The identifier given by the person's act; nil for the phone's own ports, which are named after their kind.
        var namedUID: String? { facts.uid == facts.port.name ? nil : facts.uid }
    }

    /// The route on a `TestPhone`, with the members of `AVAudioSessionRouteDescription`.
    public struct TestRoute: AudioRoute, Hashable, Sendable {
        /// The inputs in force; empty unless a session with input is active.
        public let inputs: [TestPort]
        /// The outputs in force.
        public let outputs: [TestPort]
    }

    /// A player of the app under test on a `TestPhone`, with the signatures of `AVAudioPlayer`. Any thread.
    public final class TestPlayer: AudioPlayer, @unchecked Sendable {
        /// The sound's name on the phone, in `app/song` the part after the slash.
        public let sound: String
        private weak var phone: TestPhone?
        private let length: Duration?
        /// How often the media server had died when the player was created.
        private let losses: Int
        private let lock = NSLock()
        private var ownVolume: Float = 1

        init(of phone: TestPhone, sound: String, length: Duration?) {
            (self.phone, self.sound, self.length) = (phone, sound, length)
            losses = phone.current.mediaServerLosses
            phone.noteMaking(of: self)
        }

        /// Whether the player was lost with the media server (R-MS-1).
        private var isLost: Bool { phone.map { $0.current.mediaServerLosses != losses } ?? false }

        /// Whether it plays: it was started, and was neither paused, stopped, nor halted by an interruption, and the media
        /// server lives in which it was made.
        public var isPlaying: Bool {
            phone.map { !isLost && $0.current.isRunning("\($0.app)/\(sound)") } ?? false
        }

        /// Its own volume, 0 to 1.
        public var volume: Float {
            get { lock.withLock { ownVolume } }
            set {
                lock.withLock { ownVolume = newValue }
                if isPlaying { _ = phone?.act { $0.setGain($1, sound, to: Double(newValue)) } }
            }
        }

        /// Starts, or continues where it paused.
        ///
        /// - Returns: False if the phone refuses, as it does for a player that was created before the media server was
        ///   lost: after `mediaServicesWereResetNotification` an app creates new players. The phone's story has the
        ///   reason.
        @discardableResult
        public func play() -> Bool {
            guard let phone else { return false }
            if isLost { return phone.act { $0.playLost($1, sound) }.refusal == nil }
            let gain = Double(volume)
            return phone.act { $0.play($1, sound, for: length, gain: gain) }.refusal == nil
        }

        /// Pauses; the place is kept. Does nothing if the media server has died since the player was made.
        public func pause() {
            if !isLost { _ = phone?.act { $0.pause($1, sound) } }
        }

        /// Stops. Does nothing if the media server has died since the player was made.
        public func stop() {
            if !isLost { _ = phone?.act { $0.stop($1, sound) } }
        }

        /// Sets the closure that is called when it has played to its end.
        ///
        /// - Parameter work: Called as notifications are posted.
        public func whenFinished(_ work: @escaping @Sendable () -> Void) { phone?.whenFinished(sound, work) }
    }
#endif
