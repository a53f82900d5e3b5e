internal import AppleSession
public import Foundation

extension AVAudioSession {
    // MARK: What is there

    /// Frames per second of the hardware.
    public var sampleRate: Double { ProcessApp.shared.hardware.sampleRate }
    /// How long one buffer of the hardware lasts, in seconds.
    public var ioBufferDuration: TimeInterval { ProcessApp.shared.hardware.bufferDuration }
    /// How long what is captured has been on its way, in seconds.
    public var inputLatency: TimeInterval { ProcessApp.shared.hardware.inputLatency }
    /// How long what is played will be on its way, in seconds.
    public var outputLatency: TimeInterval { ProcessApp.shared.hardware.outputLatency }
    /// Channels that are captured now; 0 where nothing is.
    public var inputNumberOfChannels: Int { currentRoute.inputs.first?.channels?.count ?? 0 }
    /// Channels that are played now.
    public var outputNumberOfChannels: Int { currentRoute.outputs.first?.channels?.count ?? 0 }
    /// Channels that the inputs of the route can have at most.
    public var maximumInputNumberOfChannels: Int { max(inputNumberOfChannels, isInputAvailable ? 1 : 0) }
    /// Channels that the outputs of the route can have at most.
    public var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }
    /// Whether there is a microphone at all; to be observed.
    public var isInputAvailable: Bool { ProcessApp.shared.facts.inputIsAvailable }
    /// The inputs that the category and its options allow; nil where it has none.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        ProcessApp.shared.availableInputs.map { $0.map(Translation.port) }
    }
    /// The arrangements of channels that the route can play; nothing but plain stereo, which has no name here.
    public var supportedOutputChannelLayouts: [AVAudioChannelLayout] { [] }

    // MARK: What the app wishes

    /// Wishes for so many frames per second; what comes of it is `sampleRate`.
    ///
    /// - Throws: -50 where it is no number above 0.
    public func setPreferredSampleRate(_ sampleRate: Double) throws {
        guard sampleRate.isFinite, sampleRate > 0 else {
            throw SessionFailure.error(.badParam, "No hardware runs at \(sampleRate) Hz; ask for 8000 to 48000.")
        }
        SessionWishes.shared.set(\.sampleRate, to: sampleRate)
    }

    /// What was wished; 0 where nothing was.
    public var preferredSampleRate: Double { SessionWishes.shared.now.sampleRate }

    /// Wishes for buffers of so many seconds; what comes of it is `ioBufferDuration`.
    ///
    /// - Throws: -50 where it is no number above 0.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        guard duration.isFinite, duration > 0 else {
            throw SessionFailure.error(.badParam, "No buffer lasts \(duration) s; ask for 0.005 to 0.093.")
        }
        SessionWishes.shared.set(\.bufferDuration, to: duration)
    }

    /// What was wished; 0 where nothing was.
    public var preferredIOBufferDuration: TimeInterval { SessionWishes.shared.now.bufferDuration }

    /// Wishes for an input; nil leaves the choice to the device.
    ///
    /// - Throws: -50 if it is none of `availableInputs`.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        if let inPort, availableInputs?.contains(inPort) != true {
            throw SessionFailure.error(.badParam, "\(inPort.portName) is none of availableInputs.")
        }
        SessionWishes.shared.set(\.input, to: inPort?.uid)
    }

    /// What was wished, as long as it is there.
    public var preferredInput: AVAudioSessionPortDescription? {
        guard let uid = SessionWishes.shared.now.input else { return nil }
        return availableInputs?.first { $0.uid == uid }
    }

    /// Wishes for so many channels of input, from 1 to `maximumInputNumberOfChannels`.
    ///
    /// - Throws: `incompatibleCategory` in a category without input, -50 for a number that cannot be.
    public func setPreferredInputNumberOfChannels(_ count: Int) throws {
        guard [.record, .playAndRecord, .multiRoute].contains(category) else {
            throw SessionFailure.error(.incompatibleCategory, "\(category.rawValue) has no input; set one that has.")
        }
        try check(count, upTo: maximumInputNumberOfChannels)
        SessionWishes.shared.set(\.inputChannels, to: count)
    }

    /// What was wished; 0 where nothing was.
    public var preferredInputNumberOfChannels: Int { SessionWishes.shared.now.inputChannels }

    /// Wishes for so many channels of output, from 1 to `maximumOutputNumberOfChannels`.
    ///
    /// - Throws: -50 for a number that cannot be.
    public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        try check(count, upTo: maximumOutputNumberOfChannels)
        SessionWishes.shared.set(\.outputChannels, to: count)
    }

    /// What was wished; 0 where nothing was.
    public var preferredOutputNumberOfChannels: Int { SessionWishes.shared.now.outputChannels }

    private func check(_ count: Int, upTo maximum: Int) throws {
        guard count >= 1, count <= maximum else {
            throw SessionFailure.error(.badParam, "The route cannot have \(count) channels; ask for 1 to \(maximum).")
        }
    }

    /// Sets the level of the input, from 0 to 1; what lies beyond is taken for the nearest.
    ///
    /// - Throws: -50, because the level of this device's microphone is not the app's to set.
    public func setInputGain(_ gain: Float) throws {
        throw SessionFailure.error(.badParam, "The gain of this input cannot be set; ask isInputGainSettable first.")
    }

    /// The level of the input.
    public var inputGain: Float { SessionWishes.shared.now.inputGain }
    /// Whether the app may set it: not on this device.
    public var isInputGainSettable: Bool { false }

    // MARK: Data sources

    /// What the input in force can hear by; nil where there is no choice.
    public var inputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.inputs.first?.dataSources }
    /// What it hears by; nil where there is no choice.
    public var inputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.inputs.first?.selectedDataSource }
    /// What the output in force can sound by; nil, because there is no choice.
    public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
    /// What it sounds by; nil, because there is no choice.
    public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// Chooses what the input is to hear by; nil leaves it to the device.
    ///
    /// - Throws: -50 if the input in force does not have it.
    public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard let input = currentRoute.inputs.first else {
            guard dataSource != nil else { return }
            throw SessionFailure.error(.badParam, "No input is in force; activate a session with input first.")
        }
        try input.setPreferredDataSource(dataSource)
    }

    /// Chooses what the output is to sound by; nil leaves it to the device.
    ///
    /// - Throws: -50, because no output of this device has a choice.
    public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard dataSource != nil else { return }
        throw SessionFailure.error(.badParam, "No output of this device has data sources.")
    }

    // MARK: Preferences

    /// Whether input and output are wished to run in one clock; they do here.
    public func setAggregatedIOPreference(_ inIOType: IOType) throws {
        SessionWishes.shared.set(\.ioType, to: inIOType)
    }

    /// Whether system sounds and vibration are to go on while the app records.
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        SessionWishes.shared.set(\.allowsHapticsDuringRecording, to: inValue)
    }

    /// Whether system sounds and vibration go on while the app records; false unless the app allows it.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool {
        SessionWishes.shared.now.allowsHapticsDuringRecording
    }

    /// Says how the device is held, for a microphone that hears in stereo.
    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        SessionWishes.shared.set(\.inputOrientation, to: orientation)
    }

    /// What was said.
    public var preferredInputOrientation: StereoOrientation { SessionWishes.shared.now.inputOrientation }
    /// What is in force: none, because no microphone here hears in stereo.
    public var inputOrientation: StereoOrientation { .none }

    /// Whether a call that only shows a banner is to leave the session alone until it is answered.
    public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        SessionWishes.shared.set(\.prefersNoInterruptionsFromSystemAlerts, to: inValue)
    }

    /// What was wished; false at first.
    public var prefersNoInterruptionsFromSystemAlerts: Bool {
        SessionWishes.shared.now.prefersNoInterruptionsFromSystemAlerts
    }

    /// Says that the app plays sound of many channels; it is mixed down to two.
    public func setSupportsMultichannelContent(_ inValue: Bool) throws {
        SessionWishes.shared.set(\.supportsMultichannelContent, to: inValue)
    }

    /// What was said.
    public var supportsMultichannelContent: Bool { SessionWishes.shared.now.supportsMultichannelContent }

    /// Whether the loss of what the app plays on is to interrupt it.
    public func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        SessionWishes.shared.set(\.prefersInterruptionOnRouteDisconnect, to: inValue)
    }

    /// What was wished; true at first.
    public var prefersInterruptionOnRouteDisconnect: Bool {
        SessionWishes.shared.now.prefersInterruptionOnRouteDisconnect
    }

    /// Wishes for input without its own echo; kept, though no microphone here can do it.
    public func setPrefersEchoCancelledInput(_ value: Bool) throws {
        SessionWishes.shared.set(\.prefersEchoCancelledInput, to: value)
    }

    /// What was wished; false at first.
    public var prefersEchoCancelledInput: Bool { SessionWishes.shared.now.prefersEchoCancelledInput }
    /// Whether input comes without its own echo: not here.
    public var isEchoCancelledInputEnabled: Bool { false }
    /// Whether it could: not here.
    public var isEchoCancelledInputAvailable: Bool { false }

    /// Whether the app's sound could go into a call: not here.
    public var isMicrophoneInjectionAvailable: Bool { false }

    /// Wishes for the app's sound to go into a call.
    ///
    /// - Throws: -50 for anything but `none`, because it cannot.
    public func setPreferredMicrophoneInjectionMode(_ inValue: MicrophoneInjectionMode) throws {
        guard inValue == .none else {
            throw SessionFailure.error(
                .badParam, "Nothing goes into a call here; ask isMicrophoneInjectionAvailable first.")
        }
    }

    /// What was wished: nothing.
    public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode { .none }

    // MARK: The choice of a route by the person

    /// Asks the person where a film is to be played; here there is no other place, and nobody is asked.
    public func prepareRouteSelectionForPlayback(
        completionHandler: @escaping @Sendable (Bool, RouteSelection) -> Void
    ) {
        DispatchQueue.main.async { completionHandler(true, .local) }
    }

    /// Asks the person where a film is to be played; here there is no other place, and nobody is asked.
    public func prepareRouteSelectionForPlayback() async -> (Bool, RouteSelection) { (true, .local) }
}
