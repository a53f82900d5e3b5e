/// A live app with its session and its sounds.
public struct App: Hashable, Sendable {
    public package(set) var id: AppID
    public let kind: AppKind
    /// Whether it may sound in the background; a system app always may.
    public let hasBackgroundAudio: Bool
    /// Whether it resumes by itself after an interruption.
    public let resumes: Bool
    /// Whether it resumes also where the interruption ended without leave.
    public let resumesWithoutLeave: Bool
    /// Whether it pauses when the output goes that it plays on, or the input that it records from; nil if its launch does not
    /// say: then it does, unless its session is in a chat (R-RTE-5).
    public let pausesAtUnplug: Bool?
    /// Whether it was launched in the background and has never been in front.
    public package(set) var wasNeverInFront: Bool
    public package(set) var session: Session
    /// Whether it is registered as Now Playing, so that it may take the floor from the background (R-ACT-6).
    public package(set) var isNowPlaying: Bool
    /// Whether it was told the end of an interruption with leave to resume, and no other app has started since.
    public package(set) var mayResumeInBackground = false
    /// Whether it lets the device vibrate and sound while it records.
    public package(set) var allowsHapticsWhileRecording = false
    /// Whether it has set no category since the media server was reset.
    public package(set) var lacksCategory = false
    /// Whether it was suspended with a session, and hears of it when it runs again (R-BG-6).
    public package(set) var hearsOfSuspension = false
    /// Whether the last notice about its session was that it became active (R-LC-1); false in books without such notices.
    public package(set) var wasToldActive = false
    /// The time that the app continues without a reason to run, before it is suspended; nil: as the book says.
    public let suspensionDelay: Length?
    /// Whether it is suspended while it plays and records nothing in the background or under the lock (R-BG-9).
    public let suspendsWhenIdle: Bool
    /// The way in which its session lowers others while it ducks them.
    public let duck: Duck
    /// The time at which the app is suspended, unless it has a reason to run before; nil if none is set.
    public package(set) var suspendsAt: Instant?
    /// Whether the system has suspended it (R-BG-2, R-BG-9).
    public package(set) var isSuspended = false
    /// The change of the route that it is told when it runs again; nil if it has missed none.
    public package(set) var missedRouteChange: MissedRouteChange?
    public package(set) var prefersNoSystemAlerts = false
    /// Whether it prefers to be interrupted when its output goes; nil if it has not said.
    public package(set) var prefersDisconnectInterruption: Bool?
    public package(set) var prefersEchoCancellation = false
    /// Whether it is recommended, under every rule book, to start once what refused it is over (R-LC-3).
    public let wantsRecommendation: Bool
    /// Whether a call, an alarm or Siri has refused it to start, and holds the device still (R-LC-3).
    public package(set) var waitsForDevice = false
    public package(set) var inputIsMuted = false
    public package(set) var showsVolumeView = false
    public package(set) var recording: Recording = .off
    /// The sounds that it has started, in the order of their start; one that ended or was stopped is gone.
    public package(set) var sounds: [Sound] = []
    /// The sounds that died with the media server, the latest last (R-MS-1); one that is played again is a new one.
    public package(set) var lostSounds: [SoundID] = []
    /// Whether its last recording died with the media server.
    public package(set) var lostRecording = false
    /// The causes for which its session waits, the one that outranks the others first; none unless it is interrupted.
    public package(set) var causes: [Cause] = []
}

extension App {
    package var hasRunningSound: Bool { sounds.contains { $0.isRunning } }

    /// Whether a sound of the app or a recording runs.
    public var hasRunningIO: Bool { recording == .running || hasRunningSound }

    func place(of sound: SoundID) -> Int? { sounds.firstIndex { $0.id == sound } }
}

/// A change of the route that an app has missed while it was suspended (R-BG-9).
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
    /// Whether mixing was asked for by its own name, and not only implied (R-DK-4).
    public package(set) var mixesByItself = false
    public package(set) var policy: RouteSharingPolicy = .default
    /// The microphone that it would rather use.
    public package(set) var preferredInput: PreferredInput?
    /// Whether the temporary override to the speaker is in force (R-RTE-7).
    public package(set) var overridesToSpeaker = false
    /// Whether its samples are zero by its own wish (R-OM-1).
    public package(set) var outputIsMuted = false
    public package(set) var phase = SessionPhase.inactive {
        didSet { if phase != .interrupted { mayResume = true } }
    }
    /// Whether every cause of the interruption that has ended allowed the app to resume (contested point C22); true unless
    /// the session is interrupted.
    public package(set) var mayResume = true
}

extension Session {
    /// Whether it plays on the speaker and a second device at once (R-DR-1).
    var isDualRoute: Bool { category == .multiRoute && mode == .dualRoute }

    /// The options that the app has named: without mixing where another option implies it (R-DK-4).
    package var namedOptions: CategoryOptions { mixesByItself ? options : options.subtracting(.mixWithOthers) }

    /// Whether a session may not mute its output (R-OM-1).
    static func forbidsOutputMute(_ category: Category, _ mode: Mode) -> Bool {
        category == .playAndRecord && mode != .default
    }
}

/// A microphone that an app would rather use.
public struct PreferredInput: Hashable, Sendable {
    public let port: Port
    /// Tells two of one port apart; nil is any.
    public let uid: Name?
}

/// The phase of a session.
public enum SessionPhase: UInt8, CaseIterable, Hashable, Sendable {
    case inactive, active, interrupted

    /// The name in a reply.
    public var name: String {
        switch self {
        case .inactive: "inactive"
        case .active: "active"
        case .interrupted: "interrupted"
        }
    }
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

    /// The rule by which it is paused; nil where it is not.
    var pausedBy: RuleID? {
        if case .paused(_, let rule) = progress { rule } else { nil }
    }
}

/// The progress of a sound; a length is nil where the sound has no end.
public enum SoundProgress: Hashable, Sendable {
    case running(ends: Instant?)
    /// Stopped by an interruption, to go on if the app resumes.
    case halted(remaining: Length?)
    /// Paused by its app, or on its app's behalf. The rule is reported and decides nothing (decision 25).
    case paused(remaining: Length?, by: RuleID)
}

/// A recording of an app.
public enum Recording: UInt8, CaseIterable, Hashable, Sendable { case off, running, halted }
