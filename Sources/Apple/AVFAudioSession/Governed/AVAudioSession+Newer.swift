internal import AppleSession

// What iOS 18 and 26 have brought to the session.

extension AVAudioSession {
    /// The style in which the app had better speak (R-PS-1).
    public var promptStyle: PromptStyle {
        guard case .promptStyle(let style) = answer(to: .promptStyle) else { return .normal }
        return switch style {
        case .none: .none
        case .short: .short
        case .normal: .normal
        }
    }

    /// Mutes the app's output, or ends that: its sounds are silent and run on (R-OM-1). A system before iOS 26 does neither.
    ///
    /// - Throws: -50 in playAndRecord with another mode than default; `cannotInterruptOthers` where the app is in the
    ///   background and would interrupt others.
    public func setOutputMuted(_ muted: Bool) throws { try wish(.outputMuted(muted)) }

    /// Whether the app has muted its output; false at first.
    public var isOutputMuted: Bool { answer(to: .outputMuted) == .flag(true) }

    /// The policy's answer to a question; nil where the system does not know it.
    private func answer(to question: Question) -> CallAnswer? {
        try? ProcessApp.shared.perform(.ask(question)).answer
    }
}
