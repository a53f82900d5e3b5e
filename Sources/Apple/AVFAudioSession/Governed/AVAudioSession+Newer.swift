internal import AppleSession
private import Foundation

// Members introduced in iOS 18, 26 and 27.

/// The options of an asynchronous activation; there are none so far.
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

    /// Notifies the sessions that this one has interrupted that they may resume.
    public static let notifyOthersOnDeactivation = Self(rawValue: 1)
}

extension AVAudioSession {
    /// Activates the session without blocking the caller, and calls a closure on another thread with the result.
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

    /// Deactivates the session without blocking the caller, and calls a closure on another thread with the result.
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

    /// The serial queue for asynchronous activation and deactivation.
    private static let changes = DispatchQueue(label: "audiosession.activation")

    private func change(
        to active: Bool, _ options: SetActiveOptions, _ handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        ProcessApp.shared.enqueue(on: Self.changes) {
            do { try self.setActive(active, options: options) } catch { return handler(false, error) }
            handler(true, nil)
        }
    }

    /// The style that spoken prompts should have now (R-PS-1).
    public var promptStyle: PromptStyle {
        guard case .promptStyle(let style) = answer(to: .promptStyle) else { return .normal }
        return switch style {
        case .none: .none
        case .short: .short
        case .normal: .normal
        }
    }

    /// Mutes or unmutes the app's output: muted sounds keep running silently (R-OM-1). Without effect before iOS 26.
    ///
    /// - Throws: -50 in playAndRecord with a mode other than default; `cannotInterruptOthers` if the app is in the background
    ///   and would interrupt others.
    public func setOutputMuted(_ muted: Bool) throws { try wish(.setOutputMuted(muted)) }

    /// Whether the app has muted its output; false by default.
    public var isOutputMuted: Bool { answer(to: .outputMuted) == .flag(true) }

    /// Returns the policy's answer to a question, or nil if the system does not support it.
    private func answer(to question: Question) -> CallAnswer? {
        try? ProcessApp.shared.perform(.ask(question)).answer
    }
}
