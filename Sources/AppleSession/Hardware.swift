public import SessionCalls


/// What the hardware behind the app's route is like.
public struct HardwareFacts: Hashable, Sendable {
    /// Frames per second.
    public var sampleRate: Double
    /// Seconds of one buffer.
    public var bufferDuration: Double
    /// Seconds that captured samples have been on their way.
    public var inputLatency: Double
    /// Seconds that played samples will be on their way.
    public var outputLatency: Double
    /// Channels that are captured.
    public var inputChannels: Int
    /// Channels that are played.
    public var outputChannels: Int
}

extension ProcessApp {
    /// What the hardware behind the app's route is like.
    public var hardware: HardwareFacts {
        let isMono = facts.route.outputs.allSatisfy { [.builtInReceiver, .bluetoothHFP].contains($0.port) }
        return HardwareFacts(
            sampleRate: 48_000, bufferDuration: 1_024.0 / 48_000, inputLatency: 0.01, outputLatency: 0.01,
            inputChannels: 1, outputChannels: isMono ? 1 : 2)
    }

    /// The inputs that the category and its options allow; nil where it has none.
    public var availableInputs: [PortFacts]? {
        let facts = facts
        guard [.record, .playAndRecord, .multiRoute].contains(facts.category) else { return nil }
        return facts.route.inputs
    }

    /// Whether a call keeps the person from listening.
    public var isOnCall: Bool { false }

    /// Whether system sounds and vibration are to go on while the app records.
    public func allowHapticsDuringRecording(_ isAllowed: Bool) throws(DeviceFailure) {}

    /// Whether a call that only shows a banner is to leave the session alone.
    public func preferNoInterruptions(_ isPreferred: Bool) throws(DeviceFailure) {}

    /// Makes what the app records silence.
    public func muteInput(_ isMuted: Bool) {}
}
