/// A running app with its session and sounds.
public struct App: Hashable, Sendable {
    public package(set) var id: AppID
    public let kind: AppKind
    /// Whether it may play in the background; a system app always may.
    public let hasBackgroundAudio: Bool
    /// Whether it resumes by itself after an interruption.
    public let resumes: Bool
    /// Whether it resumes even if the interruption's end does not say so.
    public let resumesWithoutLeave: Bool
    /// Whether it pauses when its output or input is removed, or nil for the default: yes, except in a chat (R-RTE-5).
    public let pausesAtUnplug: Bool?
    /// Whether it was launched in the background and never came to the front.
    public package(set) var wasNeverInFront: Bool
    public package(set) var session: Session
    /// Whether it is registered as Now Playing, so that it may interrupt others from the background (R-ACT-6).
    public package(set) var isNowPlaying: Bool
    /// Whether it may resume in the background: its interruption ended so, and no other app has started since.
    public package(set) var mayResumeInBackground = false
    /// Whether it allows vibration and system sounds while it records.
    public package(set) var allowsHapticsWhileRecording = false
    /// Whether it has set no category since the media server was reset.
    public package(set) var lacksCategory = false
    /// Whether it lost its session to a suspension, and will hear of it (R-BG-6).
    public package(set) var hearsOfSuspension = false
    /// Whether the last notice about its session was that it became active (R-LC-1); false in books without such notices.
    public package(set) var wasToldActive = false
    /// The delay before an idle app is suspended, or nil for the book's value.
    public let suspensionDelay: Length?
    /// Whether it is suspended while idle in the background or under the lock (R-BG-9).
    public let suspendsWhenIdle: Bool
    /// How its session ducks others.
    public let duck: Duck
    /// When the app will be suspended, if it stays idle.
    public package(set) var suspendsAt: Instant?
    /// Whether the system has suspended it (R-BG-2, R-BG-9).
    public package(set) var isSuspended = false
    /// The missed route change to report when it runs again, if any.
    public package(set) var missedRouteChange: MissedRouteChange?
    public package(set) var prefersNoSystemAlerts = false
    /// Whether it prefers to be interrupted when its output is removed, or nil if unset.
    public package(set) var prefersDisconnectInterruption: Bool?
    public package(set) var prefersEchoCancellation = false
    /// Whether it wants a recommendation after a refused start, under every rule book (R-LC-3).
    public let wantsRecommendation: Bool
    /// Whether a call, an alarm or Siri that is still present has refused its start (R-LC-3).
    public package(set) var waitsForDevice = false
    public package(set) var inputIsMuted = false
    public package(set) var showsVolumeView = false
    public package(set) var recording: Recording = .off
    /// Its started sounds in the order of their start, without ended and stopped ones.
    public package(set) var sounds: [Sound] = []
    /// The sounds lost with the media server, the latest last (R-MS-1). Playing one again creates a new sound.
    public package(set) var lostSounds: [SoundID] = []
    /// Whether its last recording was lost with the media server.
    public package(set) var lostRecording = false
    /// The causes that interrupt its session, by rank; empty unless it is interrupted.
    public package(set) var causes: [Cause] = []
}

extension App {
    package var hasRunningSound: Bool { sounds.contains { $0.isRunning } }

    /// Whether a sound of the app or a recording runs.
    public var hasRunningIO: Bool { recording == .running || hasRunningSound }

    func place(of sound: SoundID) -> Int? { sounds.firstIndex { $0.id == sound } }
}

/// A route change that an app missed while suspended (R-BG-9).
public struct MissedRouteChange: Hashable, Sendable {
    public let reason: RouteChangeReason
    /// The route before the change.
    public package(set) var previous: Route
}

/// One app's declared use of audio.
public struct Session: Hashable, Sendable {
    public package(set) var category: Category
    public package(set) var mode: Mode = .default
    public package(set) var options: CategoryOptions = []
    /// Whether mixing was set explicitly and not only implied (R-DK-4).
    public package(set) var mixesByItself = false
    public package(set) var policy: RouteSharingPolicy = .default
    /// The preferred microphone.
    public package(set) var preferredInput: PreferredInput?
    /// Whether the temporary override to the speaker is in force (R-RTE-7).
    public package(set) var overridesToSpeaker = false
    /// Whether it has muted its output (R-OM-1).
    public package(set) var outputIsMuted = false
    public package(set) var phase = SessionPhase.inactive {
        didSet { if phase != .interrupted { mayResume = true } }
    }
    /// False once a cause of the present interruption has ended without allowing the app to resume (contested point C22).
    public package(set) var mayResume = true
}

extension Session {
    /// Whether it plays on the speaker and a second device at once (R-DR-1).
    var isDualRoute: Bool { category == .multiRoute && mode == .dualRoute }

    /// The options that the app has set, without implied mixing (R-DK-4).
    package var namedOptions: CategoryOptions { mixesByItself ? options : options.subtracting(.mixWithOthers) }

    /// Whether a session may not mute its output (R-OM-1).
    static func forbidsOutputMute(_ category: Category, _ mode: Mode) -> Bool {
        category == .playAndRecord && mode != .default
    }
}

/// An app's preferred microphone.
public struct PreferredInput: Hashable, Sendable {
    public let port: Port
    /// Distinguishes microphones of one port; nil is any.
    public let uid: Name?
}

/// The phase of a session.
public enum SessionPhase: UInt8, VocabularyWord {
    case inactive, active, interrupted

    public static let names = ["inactive", "active", "interrupted"]
}

/// One started sound of an app.
public struct Sound: Hashable, Sendable {
    public let id: SoundID
    /// The app's own relative level, 0 to 1, linear.
    public package(set) var gain: Double
    public package(set) var progress: SoundProgress

    var isRunning: Bool {
        if case .running = progress { true } else { false }
    }

    var isHalted: Bool {
        if case .halted = progress { true } else { false }
    }

    /// The rule by which it is paused, or nil if it is not.
    var pausedBy: RuleID? {
        if case .paused(_, let rule) = progress { rule } else { nil }
    }
}

/// The progress of a sound; a length is nil if the sound has no end.
public enum SoundProgress: Hashable, Sendable {
    case running(ends: Instant?)
    /// Stopped by an interruption, to continue if the app resumes.
    case halted(remaining: Length?)
    /// Paused by its app, or on its app's behalf. The rule is reported and decides nothing (decision 25).
    case paused(remaining: Length?, by: RuleID)
}

/// A recording of an app.
public enum Recording: UInt8, CaseIterable, Hashable, Sendable { case off, running, halted }
