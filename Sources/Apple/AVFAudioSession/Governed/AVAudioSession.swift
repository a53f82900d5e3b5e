internal import AppleSession
internal import CoreAudioTypes
public import Foundation

/// The audio session of this process: declares the purpose of the app's sound, and reports what happens to it.
///
/// Every decision is made by the device that governs the process, in the process itself or in a host; this class translates.
/// Members may be called on any thread, including from a notification. `Sendable` is unchecked because the class is open; its
/// state is behind locks.
open class AVAudioSession: NSObject, KeyValueObservable, @unchecked Sendable {
    private static let only = AVAudioSession(joining: ProcessApp.shared)
    public let observationHolder = KeyValueObservers()  // The observers of its properties.
    let kept = Kept()

    /// Creates another object for the same session, as programs do in their tests.
    public override init() {}

    private init(joining process: ProcessApp) { _ = try? process.backend() }

    /// Returns the session of this process.
    open class func sharedInstance() -> AVAudioSession { only }

    // MARK: Category and mode

    /// Sets the category; clears all options and keeps the mode.
    ///
    /// - Throws: -50 for an unknown category; the policy's refusals.
    open func setCategory(_ category: Category) throws { try set(category, mode: nil, options: []) }

    /// Sets the category and its options; keeps the mode.
    ///
    /// - Throws: -50 for an option that is invalid in the category; the policy's refusals.
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

    /// Sets the category, the mode and the route sharing policy; clears all options.
    ///
    /// - Throws: -50 for a long-form policy in a category other than playback.
    open func setCategory(_ category: Category, mode: Mode, policy: RouteSharingPolicy) throws {
        try setCategory(category, mode: mode, policy: policy, options: [])
    }

    /// Sets the category, the mode, the route sharing policy and the options.
    ///
    /// - Throws: -50 for a long-form policy in a category other than playback, with a mode other than default, moviePlayback
    ///   and spokenAudio, or with options; and for `independent`, which only the system sets.
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
        try perform(
            .changeCategory(
                meant, mode: meantMode, options: Translation.options(options), policy: Translation.policy(policy)))
        SessionWishes.shared.set(\.policy, to: policy)
        SessionWishes.shared.set(\.laterOptions, to: options.subtracting(Translation.known))
    }

    /// Sets the mode; keeps the category and its options. A mode that is invalid in the category counts as default.
    ///
    /// - Throws: -50 for an unknown mode.
    open func setMode(_ mode: Mode) throws {
        guard let meant = Translation.mode(mode) else {
            throw SessionFailure.error(.badParam, "\(mode.rawValue) is no mode; take one of availableModes.")
        }
        try perform(.changeCategory(nil, mode: meant, options: nil))
    }

    /// The current category.
    open var category: Category { Translation.category(ProcessApp.shared.facts.category) }
    /// The current options, including implied ones.
    open var categoryOptions: CategoryOptions {
        Translation.options(ProcessApp.shared.facts.options).union(SessionWishes.shared.now.laterOptions)
    }
    /// The current mode.
    open var mode: Mode { Translation.mode(ProcessApp.shared.facts.mode) }
    /// The route sharing policy.
    open var routeSharingPolicy: RouteSharingPolicy { SessionWishes.shared.now.policy }
    /// The categories that the device supports.
    open var availableCategories: [Category] {
        ProcessApp.shared.categories.map(Translation.category)
    }
    /// The modes that the rule book in force supports.
    open var availableModes: [Mode] {
        ProcessApp.shared.modes.map(Translation.mode)
    }

    // MARK: Activation

    /// Activates or deactivates the session. Idempotent.
    ///
    /// - Throws: `cannotInterruptOthers`, `insufficientPriority`, `resourceNotAvailable`, `isBusy`, or another refusal of the
    ///   policy.
    open func setActive(_ active: Bool) throws { try setActive(active, options: []) }

    /// Activates or deactivates the session; `notifyOthersOnDeactivation` applies only to deactivation.
    ///
    /// - Throws: As `setActive(_:)`.
    open func setActive(_ active: Bool, options: SetActiveOptions) throws {
        try perform(.setActive(active, notifyOthers: options.contains(.notifyOthersOnDeactivation)))
    }

    // MARK: Route

    /// Overrides the output with the speaker until the route changes, or ends the override.
    ///
    /// - Throws: -50 outside playAndRecord.
    open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        try perform(.overrideOutput(toSpeaker: portOverride == .speaker))
    }

    /// The current route.
    open var currentRoute: AVAudioSessionRouteDescription { Translation.route(ProcessApp.shared.facts.route) }

    // MARK: Others, and the person

    /// Whether another app is audible.
    open var isOtherAudioPlaying: Bool { ProcessApp.shared.facts.otherAudioIsPlaying }
    /// Whether another app plays primary audio, so that this app should silence its secondary audio.
    open var secondaryAudioShouldBeSilencedHint: Bool { ProcessApp.shared.facts.secondaryAudioShouldBeSilencedHint }
    /// The system volume, from 0 to 1. Observable.
    open var outputVolume: Float { Float(ProcessApp.shared.facts.outputVolume) }

    // MARK: What the hardware is

    /// The sample rate of the hardware, in hertz.
    open var sampleRate: Double { DeviceFormat.rate }
    /// The duration of the hardware's buffer, in seconds.
    open var ioBufferDuration: TimeInterval { ProcessApp.shared.bufferDuration }
    /// The latency from the microphone to the app, in seconds.
    open var inputLatency: TimeInterval { ProcessApp.shared.latencies.input }
    /// The latency from the app to the output, in seconds.
    open var outputLatency: TimeInterval { ProcessApp.shared.latencies.output }
    /// The number of input channels of the route; 0 without input.
    open var inputNumberOfChannels: Int { currentRoute.inputs.first?.channels?.count ?? 0 }
    /// The number of output channels of the route.
    open var outputNumberOfChannels: Int { currentRoute.outputs.first?.channels?.count ?? 0 }
    /// The maximum number of input channels.
    open var maximumInputNumberOfChannels: Int { max(inputNumberOfChannels, isInputAvailable ? 1 : 0) }
    /// The maximum number of output channels.
    open var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }
    /// Whether any input is available. Observable.
    open var isInputAvailable: Bool { ProcessApp.shared.facts.inputIsAvailable }
    /// The inputs that the category and its options allow, or nil if it allows none.
    open var availableInputs: [AVAudioSessionPortDescription]? {
        ProcessApp.shared.availableInputs.map { $0.map(Translation.port) }
    }

    // MARK: What the app wishes

    /// Sets the preferred sample rate; 0 clears it. The hardware keeps its rate.
    ///
    /// - Throws: -50 if it is negative or NaN.
    open func setPreferredSampleRate(_ sampleRate: Double) throws {
        guard sampleRate.isFinite, sampleRate >= 0 else {
            throw SessionFailure.error(.badParam, "No hardware runs at \(sampleRate) Hz; ask for 8000 to 48000.")
        }
        ProcessApp.shared.preferredSampleRate = sampleRate
    }

    /// The preferred sample rate in hertz; 0 if none is set.
    open var preferredSampleRate: Double { ProcessApp.shared.preferredSampleRate }

    /// Sets the preferred buffer duration in seconds; 0 clears it. `ioBufferDuration` is the result.
    ///
    /// - Throws: -50 if it is negative or NaN.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        guard duration.isFinite, duration >= 0 else {
            throw SessionFailure.error(.badParam, "No buffer lasts \(duration) s; ask for 0.005 to 0.093.")
        }
        ProcessApp.shared.preferredBufferDuration = duration
    }

    /// The preferred buffer duration in seconds; 0 if none is set.
    open var preferredIOBufferDuration: TimeInterval { ProcessApp.shared.preferredBufferDuration }

    /// Sets the preferred input; nil leaves the choice to the device.
    ///
    /// - Throws: -50 if it is not one of `availableInputs`.
    open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        let port = inPort.flatMap { Translation.port($0.portType) }
        if let inPort, port == nil {
            throw SessionFailure.error(.badParam, "\(inPort.portName) is none of availableInputs.")
        }
        // Built-in ports, and accessories without an identifier, have the name of their type.
        let uid = inPort?.uid == port?.name ? nil : inPort?.uid
        let isHeard = try wish(.setPreferredInput(port, uid: uid))
        if let inPort, !isHeard, availableInputs?.contains(inPort) != true {
            throw SessionFailure.error(.badParam, "\(inPort.portName) is none of availableInputs.")
        }
        SessionWishes.shared.set(\.input, to: isHeard ? nil : inPort?.uid)
    }

    /// The preferred input while it is available.
    open var preferredInput: AVAudioSessionPortDescription? {
        guard let uid = SessionWishes.shared.now.input else {
            return ProcessApp.shared.preferredInput.map(Translation.port)
        }
        return availableInputs?.first { $0.uid == uid }
    }

    /// Sets the preferred number of input channels, from 1 to `maximumInputNumberOfChannels`.
    ///
    /// - Throws: `incompatibleCategory` in a category without input; -50 if the number is out of range.
    open func setPreferredInputNumberOfChannels(_ count: Int) throws {
        guard ProcessApp.shared.availableInputs != nil else {
            throw SessionFailure.error(.incompatibleCategory, "\(category.rawValue) has no input; set one that has.")
        }
        try check(count, upTo: maximumInputNumberOfChannels)
        SessionWishes.shared.set(\.inputChannels, to: count)
    }

    /// The preferred number of input channels; 0 if none is set.
    open var preferredInputNumberOfChannels: Int { SessionWishes.shared.now.inputChannels }

    /// Sets the preferred number of output channels, from 1 to `maximumOutputNumberOfChannels`.
    ///
    /// - Throws: -50 if the number is out of range.
    open func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        try check(count, upTo: maximumOutputNumberOfChannels)
        SessionWishes.shared.set(\.outputChannels, to: count)
    }

    /// The preferred number of output channels; 0 if none is set.
    open var preferredOutputNumberOfChannels: Int { SessionWishes.shared.now.outputChannels }

    private func check(_ count: Int, upTo maximum: Int) throws {
        guard count >= 1, count <= maximum else {
            throw SessionFailure.error(.badParam, "The route cannot have \(count) channels; ask for 1 to \(maximum).")
        }
    }

    /// Sets the input gain, clamped to 0 through 1.
    ///
    /// - Throws: -50, always: apps cannot set the gain of this device's microphone.
    open func setInputGain(_ gain: Float) throws {
        throw SessionFailure.error(.badParam, "The gain of this input cannot be set; ask isInputGainSettable first.")
    }

    /// The input gain.
    open var inputGain: Float { SessionWishes.shared.now.inputGain }
    /// Whether apps can set the input gain: false.
    open var isInputGainSettable: Bool { false }

    // MARK: Data sources

    /// The data sources of the current input, or nil if it has none to choose from.
    open var inputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.inputs.first?.dataSources }
    /// The selected data source of the current input, or nil if it has none to choose from.
    open var inputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.inputs.first?.selectedDataSource }

    /// Selects a data source of the current input; nil leaves the choice to the device.
    ///
    /// - Throws: -50 if the current input does not have it.
    open func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard let input = currentRoute.inputs.first else {
            guard dataSource != nil else { return }
            throw SessionFailure.error(.badParam, "No input is in force; activate a session with input first.")
        }
        try input.setPreferredDataSource(dataSource)
    }

    /// Passes a preference to the device; returns false if its system does not support the preference.
    @discardableResult
    func wish(_ wish: AppCall) throws -> Bool {
        try SessionFailure.translating { try ProcessApp.shared.wish(wish) }
    }

    private func perform(_ call: AppCall) throws {
        try SessionFailure.translating { try ProcessApp.shared.perform(call) }
    }

    // MARK: Preferences

    /// Sets whether system sounds and haptics continue while the app records.
    open func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        try wish(.allowedHapticsWhileRecording(inValue))
        SessionWishes.shared.set(\.allowsHapticsDuringRecording, to: inValue)
    }

    /// Whether system sounds and haptics continue while the app records; false by default.
    open var allowHapticsAndSystemSoundsDuringRecording: Bool {
        SessionWishes.shared.now.allowsHapticsDuringRecording
    }

    /// Sets whether a call that only shows a banner leaves the session uninterrupted until it is answered.
    open func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        try wish(.preferred(.noInterruptionsFromSystemAlerts, inValue))
        SessionWishes.shared.set(\.prefersNoInterruptionsFromSystemAlerts, to: inValue)
    }

    /// Whether a call that only shows a banner leaves the session uninterrupted; false by default.
    open var prefersNoInterruptionsFromSystemAlerts: Bool {
        SessionWishes.shared.now.prefersNoInterruptionsFromSystemAlerts
    }

    /// Sets whether the disconnection of the app's output device interrupts the app.
    open func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        try wish(.preferred(.interruptionOnRouteDisconnect, inValue))
        SessionWishes.shared.set(\.prefersInterruptionOnRouteDisconnect, to: inValue)
    }

    /// Whether the disconnection of the app's output device interrupts the app; true by default.
    open var prefersInterruptionOnRouteDisconnect: Bool {
        SessionWishes.shared.now.prefersInterruptionOnRouteDisconnect
    }

    /// Sets whether the app prefers echo-cancelled input. No input here supports it, but other apps that record may be
    /// interrupted (R-EC-1).
    ///
    /// - Throws: -50 except in playAndRecord with the mode default or dualRoute.
    open func setPrefersEchoCancelledInput(_ value: Bool) throws {
        try wish(.preferred(.echoCancelledInput, value))
        SessionWishes.shared.set(\.prefersEchoCancelledInput, to: value)
    }

    /// Whether the app prefers echo-cancelled input; false by default.
    open var prefersEchoCancelledInput: Bool { SessionWishes.shared.now.prefersEchoCancelledInput }
    /// Whether input is echo-cancelled: false.
    open var isEchoCancelledInputEnabled: Bool { false }
    /// Whether echo-cancelled input is available: false.
    open var isEchoCancelledInputAvailable: Bool { false }

    // MARK: The microphone, before iOS 17

    /// The app's permission to record.
    open var recordPermission: RecordPermission { Translation.permission(ProcessApp.shared.facts.recordPermission) }

    /// Asks the user for permission to record. The closure is called on a background thread.
    open func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
        nonisolated(unsafe) let response = response
        ProcessApp.shared.requestRecordPermission { response($0) }
    }

    /// Asks the user for permission to record.
    open func requestRecordPermission() async -> Bool { await AVAudioApplication.requestRecordPermission() }
}
