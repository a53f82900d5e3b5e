internal import AppleSession
private import Foundation

// What iOS 18, 26 and 27 have brought to the session.

/// The options of an asynchronous activation; none so far.
public struct AVAudioSessionActivationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// The options of an asynchronous deactivation.
public struct AVAudioSessionDeactivationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Tells the sessions that this one interrupted that they may resume.
    public static let notifyOthersOnDeactivation = Self(rawValue: 1)
}

extension AVAudioSession {
    /// Activates the session without blocking the caller, and calls a closure on another thread with what came of it.
    @preconcurrency
    public func activate(
        options: AVAudioSessionActivationOptions = [],
        completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        change(to: true, [], handler)
    }

    /// Activates the session without blocking the caller.
    ///
    /// - Returns: True.
    /// - Throws: As `setActive(_:options:)`.
    @discardableResult
    public func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            activate(options: options) { isActive, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(isActive))
            }
        }
    }

    /// Deactivates the session without blocking the caller, and calls a closure on another thread with what came of it.
    @preconcurrency
    public func deactivate(
        options: AVAudioSessionDeactivationOptions = [],
        completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        change(to: false, options.contains(.notifyOthersOnDeactivation) ? .notifyOthersOnDeactivation : [], handler)
    }

    /// Deactivates the session without blocking the caller.
    ///
    /// - Returns: True.
    /// - Throws: As `setActive(_:options:)`.
    @discardableResult
    public func deactivate(options: AVAudioSessionDeactivationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            deactivate(options: options) { isInactive, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(isInactive))
            }
        }
    }

    /// The queue on which sessions are activated in the background, one change after the other.
    private static let changes = DispatchQueue(label: "audiosession.activation")

    private func change(
        to active: Bool, _ options: SetActiveOptions, _ handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        Self.changes.async {
            do { try self.setActive(active, options: options) } catch { return handler(false, error) }
            handler(true, nil)
        }
    }

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
    public func setOutputMuted(_ muted: Bool) throws { try wish(.setOutputMuted(muted)) }

    /// Whether the app has muted its output; false at first.
    public var isOutputMuted: Bool { answer(to: .outputMuted) == .flag(true) }

    /// The policy's answer to a question, or nil if the system does not know it.
    private func answer(to question: Question) -> CallAnswer? {
        try? ProcessApp.shared.perform(.ask(question)).answer
    }
}
