internal import AppleSession
public import Foundation
internal import Synchronization

/// The one session of this process: it says what the app's sound means, and is told what becomes of it.
///
/// Everything is decided by the device that governs the process (in the process itself, or a host); this class translates.
/// Every member may be called on any thread, from inside a notification as well. It is unchecked because it is open, as on
/// the phone; all that it holds is behind locks.
open class AVAudioSession: NSObject, @unchecked Sendable {
    private static let only = AVAudioSession(joining: ProcessApp.shared)
    fileprivate let oldDelegate = Mutex(WeakDelegate())
    let observations = ObservationList()

    fileprivate struct WeakDelegate: @unchecked Sendable { weak var value: (any AVAudioSessionDelegate)? }

    /// Creates a further object for the same session; programs do so in their tests only.
    public override init() {}

    /// The process joins its device when it first asks for the session, if no sound has made it join before.
    private init(joining process: ProcessApp) {}

    /// The session of this process.
    open class func sharedInstance() -> AVAudioSession { only }

    // MARK: Category and mode

    /// Sets the category; clears all options and keeps the mode.
    ///
    /// - Throws: -50 for a category that the device does not have; what else the policy refuses.
    open func setCategory(_ category: Category) throws { try set(category, mode: nil, options: []) }

    /// Sets the category and its options; keeps the mode.
    ///
    /// - Throws: -50 for an option that does not go with the category; what else the policy refuses.
    open func setCategory(_ category: Category, options: CategoryOptions) throws {
        try set(category, mode: nil, options: options)
    }

    /// Sets the category and the mode; clears all options.
    ///
    /// - Throws: As `setCategory(_:options:)`.
    open func setCategory(_ category: Category, mode: Mode) throws { try set(category, mode: mode, options: []) }

    /// Sets the category, the mode and the options.
    ///
    /// - Throws: As `setCategory(_:options:)`.
    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions) throws {
        try set(category, mode: mode, options: options)
    }

    /// Sets the category, the mode and how routes are shared; clears all options.
    ///
    /// - Throws: -50 for long listening or watching in a category other than playback.
    open func setCategory(_ category: Category, mode: Mode, policy: RouteSharingPolicy) throws {
        try setCategory(category, mode: mode, policy: policy, options: [])
    }

    /// Sets the category, the mode, how routes are shared, and the options.
    ///
    /// - Throws: -50 for long listening or watching in a category other than playback, with another mode than default,
    ///   moviePlayback and spokenAudio, or with options; and for `independent`, which the system sets.
    open func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions
    ) throws {
        try set(category, mode: mode, options: options, policy: policy)
    }

    private func set(
        _ category: Category, mode: Mode?, options: CategoryOptions, policy: RouteSharingPolicy = .default
    ) throws {
        guard let meant = Translation.category(category) else {
            throw SessionFailure.error(
                .badParam, "\(category.rawValue) is no category; take one of availableCategories.")
        }
        let meantMode = try mode.map { mode in
            guard let meant = Translation.mode(mode) else {
                throw SessionFailure.error(.badParam, "\(mode.rawValue) is no mode; take one of availableModes.")
            }
            return meant
        }
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.perform(
                .changeCategory(
                    meant, mode: meantMode, options: Translation.options(options),
                    policy: Translation.policy(policy)))
        }
        SessionWishes.shared.set(\.policy, to: policy)
        SessionWishes.shared.set(\.laterOptions, to: options.subtracting(Translation.known))
    }

    /// Sets the mode; keeps category and options. A mode that does not go with the category counts as the default one.
    ///
    /// - Throws: -50 for a mode that is none.
    open func setMode(_ mode: Mode) throws {
        guard let meant = Translation.mode(mode) else {
            throw SessionFailure.error(.badParam, "\(mode.rawValue) is no mode; take one of availableModes.")
        }
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.perform(.changeCategory(nil, mode: meant, options: nil))
        }
    }

    /// The category in force.
    open var category: Category { Translation.category(ProcessApp.shared.facts.category) }
    /// The options in force, with those that others imply.
    open var categoryOptions: CategoryOptions {
        Translation.options(ProcessApp.shared.facts.options).union(SessionWishes.shared.now.laterOptions)
    }
    /// The mode in force.
    open var mode: Mode { Translation.mode(ProcessApp.shared.facts.mode) }
    /// The policy by which the session shares routes with other apps.
    open var routeSharingPolicy: RouteSharingPolicy { SessionWishes.shared.now.policy }
    /// The categories that this device has.
    open var availableCategories: [Category] {
        ProcessApp.shared.categories.map(Translation.category)
    }
    /// The modes that the rule book in force has.
    open var availableModes: [Mode] {
        ProcessApp.shared.modes.map(Translation.mode)
    }

    // MARK: Activation

    /// Activates or deactivates the session; doing it twice changes nothing.
    ///
    /// - Throws: `cannotInterruptOthers`, `insufficientPriority`, `resourceNotAvailable`, `isBusy` or what else the policy
    ///   refuses.
    open func setActive(_ active: Bool) throws { try setActive(active, options: []) }

    /// Activates or deactivates the session; `notifyOthersOnDeactivation` counts at deactivation only.
    ///
    /// - Throws: As `setActive(_:)`.
    open func setActive(_ active: Bool, options: SetActiveOptions) throws {
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.perform(
                .setActive(active, notifyOthers: options.contains(.notifyOthersOnDeactivation)))
        }
    }

    // MARK: Route

    /// Sends sound to the loudspeaker in spite of the category, until the route changes; or takes that back.
    ///
    /// - Throws: -50 outside playAndRecord.
    open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.perform(.overrideOutput(toSpeaker: portOverride == .speaker))
        }
    }

    /// The ports that sound goes through now.
    open var currentRoute: AVAudioSessionRouteDescription { Translation.route(ProcessApp.shared.facts.route) }

    // MARK: Others, and the person

    /// Whether another app is audible.
    open var isOtherAudioPlaying: Bool { ProcessApp.shared.facts.otherAudioIsPlaying }
    /// Whether another app plays what the person chose to hear, so that this app's own music had better be still.
    open var secondaryAudioShouldBeSilencedHint: Bool { ProcessApp.shared.facts.secondaryAudioShouldBeSilencedHint }
    /// The volume that people set with the buttons, 0 to 1; to be observed.
    open var outputVolume: Float { Float(ProcessApp.shared.facts.outputVolume) }

    // MARK: The old delegate

    /// The delegate, which is told of interruptions as before iOS 6; not retained.
    open var delegate: (any AVAudioSessionDelegate)? {
        get { oldDelegate.withLock { $0 }.value }
        set { oldDelegate.withLock { $0 = WeakDelegate(value: newValue) } }
    }

    // MARK: What the hardware is

    /// Frames per second of the hardware.
    open var sampleRate: Double { ProcessApp.shared.hardware.sampleRate }
    /// The length of one buffer of the hardware, in seconds.
    open var ioBufferDuration: TimeInterval { ProcessApp.shared.hardware.bufferDuration }
    /// The time from the microphone to the app, in seconds.
    open var inputLatency: TimeInterval { ProcessApp.shared.hardware.inputLatency }
    /// The time from the app to the ear, in seconds.
    open var outputLatency: TimeInterval { ProcessApp.shared.hardware.outputLatency }
    /// The number of channels that are captured now; 0 if nothing is.
    open var inputNumberOfChannels: Int { currentRoute.inputs.first?.channels?.count ?? 0 }
    /// The number of channels that are played now.
    open var outputNumberOfChannels: Int { currentRoute.outputs.first?.channels?.count ?? 0 }
    /// The greatest number of channels that the inputs of the route can have.
    open var maximumInputNumberOfChannels: Int { max(inputNumberOfChannels, isInputAvailable ? 1 : 0) }
    /// The greatest number of channels that the outputs of the route can have.
    open var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }
    /// Whether there is a microphone at all; to be observed.
    open var isInputAvailable: Bool { ProcessApp.shared.facts.inputIsAvailable }
    /// The inputs that the category and its options allow, or nil if it has none.
    open var availableInputs: [AVAudioSessionPortDescription]? {
        ProcessApp.shared.availableInputs.map { $0.map(Translation.port) }
    }

    // MARK: What the app wishes

    /// Wishes for so many frames per second; 0 takes the wish back. The hardware keeps its rate.
    ///
    /// - Throws: -50 where it is no number, or below 0.
    open func setPreferredSampleRate(_ sampleRate: Double) throws {
        guard sampleRate.isFinite, sampleRate >= 0 else {
            throw SessionFailure.error(.badParam, "No hardware runs at \(sampleRate) Hz; ask for 8000 to 48000.")
        }
        ProcessApp.shared.preferredSampleRate = sampleRate
    }

    /// The preferred rate, in frames per second; 0 where none was set.
    open var preferredSampleRate: Double { ProcessApp.shared.preferredSampleRate }

    /// Wishes for buffers of so many seconds; 0 takes the wish back. What comes of it is `ioBufferDuration`.
    ///
    /// - Throws: -50 where it is no number, or below 0.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        guard duration.isFinite, duration >= 0 else {
            throw SessionFailure.error(.badParam, "No buffer lasts \(duration) s; ask for 0.005 to 0.093.")
        }
        ProcessApp.shared.preferredBufferDuration = duration
    }

    /// The preferred length of a buffer, in seconds; 0 where none was set.
    open var preferredIOBufferDuration: TimeInterval { ProcessApp.shared.preferredBufferDuration }

    /// Wishes for an input; nil leaves the choice to the device.
    ///
    /// - Throws: -50 if it is none of `availableInputs`.
    open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        let port = inPort.flatMap { Translation.port($0.portType) }
        if let inPort, port == nil {
            throw SessionFailure.error(.badParam, "\(inPort.portName) is none of availableInputs.")
        }
        // The phone's own ports, and accessories without a number, have their kind's name.
        let uid = inPort?.uid == port?.name ? nil : inPort?.uid
        let isHeard = try wish(.setPreferredInput(port, uid: uid))
        if let inPort, !isHeard, availableInputs?.contains(inPort) != true {
            throw SessionFailure.error(.badParam, "\(inPort.portName) is none of availableInputs.")
        }
        SessionWishes.shared.set(\.input, to: isHeard ? nil : inPort?.uid)
    }

    /// The preferred input, as long as it is there.
    open var preferredInput: AVAudioSessionPortDescription? {
        guard let uid = SessionWishes.shared.now.input else {
            return ProcessApp.shared.preferredInput.map(Translation.port)
        }
        return availableInputs?.first { $0.uid == uid }
    }

    /// Wishes for so many channels of input, from 1 to `maximumInputNumberOfChannels`.
    ///
    /// - Throws: `incompatibleCategory` in a category without input, -50 for a number that cannot be.
    open func setPreferredInputNumberOfChannels(_ count: Int) throws {
        guard ProcessApp.shared.availableInputs != nil else {
            throw SessionFailure.error(.incompatibleCategory, "\(category.rawValue) has no input; set one that has.")
        }
        try check(count, upTo: maximumInputNumberOfChannels)
        SessionWishes.shared.set(\.inputChannels, to: count)
    }

    /// The preferred number of input channels; 0 where none was set.
    open var preferredInputNumberOfChannels: Int { SessionWishes.shared.now.inputChannels }

    /// Wishes for so many channels of output, from 1 to `maximumOutputNumberOfChannels`.
    ///
    /// - Throws: -50 for a number that cannot be.
    open func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        try check(count, upTo: maximumOutputNumberOfChannels)
        SessionWishes.shared.set(\.outputChannels, to: count)
    }

    /// The preferred number of output channels; 0 where none was set.
    open var preferredOutputNumberOfChannels: Int { SessionWishes.shared.now.outputChannels }

    private func check(_ count: Int, upTo maximum: Int) throws {
        guard count >= 1, count <= maximum else {
            throw SessionFailure.error(.badParam, "The route cannot have \(count) channels; ask for 1 to \(maximum).")
        }
    }

    /// Sets the level of the input, from 0 to 1; what lies beyond is taken for the nearest.
    ///
    /// - Throws: -50, because the level of this device's microphone is not the app's to set.
    open func setInputGain(_ gain: Float) throws {
        throw SessionFailure.error(.badParam, "The gain of this input cannot be set; ask isInputGainSettable first.")
    }

    /// The level of the input.
    open var inputGain: Float { SessionWishes.shared.now.inputGain }
    /// Whether the app may set the level of the input: not on this device.
    open var isInputGainSettable: Bool { false }

    // MARK: Data sources

    /// The microphones of the input in force, or nil if it has no choice of them.
    open var inputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.inputs.first?.dataSources }
    /// The microphone that the input in force uses, or nil if it has no choice of them.
    open var inputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.inputs.first?.selectedDataSource }

    /// Chooses what the input is to hear by; nil leaves it to the device.
    ///
    /// - Throws: -50 if the input in force does not have it.
    open func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard let input = currentRoute.inputs.first else {
            guard dataSource != nil else { return }
            throw SessionFailure.error(.badParam, "No input is in force; activate a session with input first.")
        }
        try input.setPreferredDataSource(dataSource)
    }

    /// Tells the device of a wish; returns false where its system is older than such wishes.
    @discardableResult
    func wish(_ wish: AppCall) throws -> Bool {
        try SessionFailure.translating { () throws(DeviceFailure) in try ProcessApp.shared.wish(wish) }
    }

    // MARK: Preferences

    /// Says whether system sounds and vibration are to continue while the app records.
    open func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        try wish(.allowedHapticsWhileRecording(inValue))
        SessionWishes.shared.set(\.allowsHapticsDuringRecording, to: inValue)
    }

    /// Whether system sounds and vibration continue while the app records; false unless the app allows it.
    open var allowHapticsAndSystemSoundsDuringRecording: Bool {
        SessionWishes.shared.now.allowsHapticsDuringRecording
    }

    /// Says whether a call that only shows a banner is to leave the session alone until it is answered.
    open func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try wish(.preferred(.noInterruptionsFromSystemAlerts, inValue))
        SessionWishes.shared.set(\.prefersNoInterruptionsFromSystemAlerts, to: inValue)
    }

    /// Whether a call that only shows a banner is to leave the session alone; false at first.
    open var prefersNoInterruptionsFromSystemAlerts: Bool {
        SessionWishes.shared.now.prefersNoInterruptionsFromSystemAlerts
    }

    /// Says whether the loss of the device that the app plays on is to interrupt it.
    open func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        try wish(.preferred(.interruptionOnRouteDisconnect, inValue))
        SessionWishes.shared.set(\.prefersInterruptionOnRouteDisconnect, to: inValue)
    }

    /// Whether the loss of the device that the app plays on is to interrupt it; true at first.
    open var prefersInterruptionOnRouteDisconnect: Bool {
        SessionWishes.shared.now.prefersInterruptionOnRouteDisconnect
    }

    /// Wishes for input without its own echo; kept, though no microphone here can do it. Apps that record otherwise may be
    /// interrupted (R-EC-1).
    ///
    /// - Throws: -50 except for playAndRecord in the mode default, and for the mode dualRoute.
    open func setPrefersEchoCancelledInput(_ value: Bool) throws {
        try wish(.preferred(.echoCancelledInput, value))
        SessionWishes.shared.set(\.prefersEchoCancelledInput, to: value)
    }

    /// Whether the app prefers input without its own echo; false at first.
    open var prefersEchoCancelledInput: Bool { SessionWishes.shared.now.prefersEchoCancelledInput }
    /// Whether input comes without its own echo: not here.
    open var isEchoCancelledInputEnabled: Bool { false }
    /// Whether input could come without its own echo: not here.
    open var isEchoCancelledInputAvailable: Bool { false }

    // MARK: The microphone, before iOS 17

    /// Whether the app may hear the microphone.
    open var recordPermission: RecordPermission { Translation.permission(ProcessApp.shared.facts.recordPermission) }

    /// Asks the person for the microphone; the answer comes on a thread that is not the main one.
    open func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
        let answer = UncheckedAnswer(response)
        ProcessApp.shared.requestRecordPermission { answer.call($0) }
    }

    /// Asks the person for the microphone.
    open func requestRecordPermission() async -> Bool { await AVAudioApplication.requestRecordPermission() }
}

extension AVAudioSession: KeyValueObservable {
    /// The observers of the session's properties.
    public var observationHolder: KeyValueObservers { KeyValueObservers(observations) }

    func tellDelegate(_ tell: (any AVAudioSessionDelegate) -> Void) {
        if let delegate = oldDelegate.withLock({ $0 }).value { tell(delegate) }
    }
}

/// A closure that Apple's signature does not promise to be sendable; it is called once, on another thread, as there.
private struct UncheckedAnswer: @unchecked Sendable {
    let call: (Bool) -> Void
    init(_ call: @escaping (Bool) -> Void) { self.call = call }
}
