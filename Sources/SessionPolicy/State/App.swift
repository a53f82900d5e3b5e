/// A live app with its session and its sounds.
public struct App: Hashable, Sendable {
    public let id: AppID
    public let kind: AppKind
    /// Whether it may sound in the background; a system app always may.
    public let hasBackgroundAudio: Bool
    /// Whether it resumes by itself after an interruption.
    public let resumes: Bool
    public internal(set) var session: Session
    /// Its started sounds in the order of their start; a sound that ended or was stopped is gone.
    public internal(set) var sounds: [Sound] = []
    public internal(set) var recording: Recording = .off

    /// Whether any of its sounds or a recording runs.
    public var hasRunningIO: Bool {
        recording == .running || sounds.contains { $0.isRunning }
    }

    func soundIndex(_ sound: SoundID) -> Int? { sounds.firstIndex { $0.id == sound } }
}

/// One app's declared use of audio.
public struct Session: Hashable, Sendable {
    public internal(set) var category: Category
    public internal(set) var mode: Mode = .default
    public internal(set) var options: CategoryOptions = []
    /// Whether the temporary override to the speaker is in force (R-RTE-7).
    public internal(set) var overridesToSpeaker = false
    public internal(set) var phase: Phase = .inactive
}

/// Where a session stands. What is true in one phase only lives in that phase.
public enum Phase: Hashable, Sendable {
    case inactive
    case active
    case interrupted(Interruption)

    /// The name in a reply.
    public var name: String {
        switch self {
        case .inactive: "inactive"
        case .active: "active"
        case .interrupted: "interrupted"
        }
    }
}

/// Why a session is interrupted: a set of causes, so that what begins twice ends once.
public struct Interruption: Hashable, Sendable {
    /// Never empty; sorted by rank, the one that outranks the others first.
    public internal(set) var causes: [Cause]
    /// Whether everyone who has left so far left with leave to resume (contested point C22).
    public internal(set) var mayResume = true
}

/// Who has taken the floor.
public enum Cause: Hashable, Sendable {
    case call
    case alarm
    /// Another app's non-mixable session (R-ACT-3).
    case app(AppID)
    /// Another app's session that interrupts spoken audio (R-SP-1).
    case spoken(AppID)

    /// The rule that stands behind it.
    public var rule: RuleID {
        switch self {
        case .call, .alarm: .int2
        case .app: .act3
        case .spoken: .sp1
        }
    }

    var rank: Int {
        switch self {
        case .call: 0
        case .alarm: 1
        case .app: 2
        case .spoken: 3
        }
    }
}

/// One started sound of an app.
public struct Sound: Hashable, Sendable {
    public let id: SoundID
    /// The app's own relative level, 0 to 1, linear.
    public internal(set) var gain: Double
    public internal(set) var progress: Progress

    var isRunning: Bool {
        if case .running = progress { true } else { false }
    }
}

/// How far a sound is; a length is nil where the sound has no end.
public enum Progress: Hashable, Sendable {
    case running(ends: Instant?)
    /// Stopped by an interruption, to go on if the app resumes.
    case halted(remaining: Length?)
    /// Paused by its app, or in its app's stead.
    case paused(remaining: Length?)
}

/// A recording of an app.
public enum Recording: UInt8, CaseIterable, Hashable, Sendable { case off, running, halted }
