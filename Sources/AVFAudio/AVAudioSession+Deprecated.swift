internal import AppleSession

// What older sources call; each says the newer name.
extension AVAudioSession {
    /// The category and its options, as Swift 3 had it.
    public func setCategory(_ category: Category, with options: CategoryOptions) throws {
        try setCategory(category, options: options)
    }

    /// Activation, as Swift 3 had it.
    public func setActive(_ active: Bool, with options: SetActiveOptions) throws {
        try setActive(active, options: options)
    }

    /// Activation with the flags of iOS 4.
    public func setActive(_ active: Bool, withFlags flags: Int) throws {
        try setActive(active, options: flags & 1 == 1 ? .notifyOthersOnDeactivation : [])
    }

    /// `setPreferredSampleRate(_:)` before iOS 6.
    public func setPreferredHardwareSampleRate(_ sampleRate: Double) throws { try setPreferredSampleRate(sampleRate) }

    /// `isInputAvailable` before iOS 6.
    public var inputIsAvailable: Bool { isInputAvailable }
    /// `sampleRate` before iOS 6.
    public var currentHardwareSampleRate: Double { sampleRate }
    /// `inputNumberOfChannels` before iOS 6.
    public var currentHardwareInputNumberOfChannels: Int { inputNumberOfChannels }
    /// `outputNumberOfChannels` before iOS 6.
    public var currentHardwareOutputNumberOfChannels: Int { outputNumberOfChannels }
    /// `preferredSampleRate` before iOS 6.
    public var preferredHardwareSampleRate: Double { preferredSampleRate }

    /// Whether the app may hear the microphone.
    public var recordPermission: RecordPermission { Translation.permission(ProcessApp.shared.facts.recordPermission) }

    /// Asks the person for the microphone; the answer comes on a thread that is not the main one.
    public func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
        let answer = UncheckedAnswer(response)
        ProcessApp.shared.requestRecordPermission { answer.call($0) }
    }
}

/// A closure that Apple's signature does not promise to be sendable; it is called once, on another thread, as there.
private struct UncheckedAnswer: @unchecked Sendable {
    let call: (Bool) -> Void
    init(_ call: @escaping (Bool) -> Void) { self.call = call }
}
