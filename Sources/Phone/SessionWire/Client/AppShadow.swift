import SessionCalls
import SessionPolicy

/// The session of an app on its host, as far as its own calls and notices tell: enough to restore it on another host. Its sounds
/// are those of its last scene that are not over.
struct AppShadow {
    /// A sound that runs.
    typealias Sound = (name: String, lasts: Length?, gain: Double)

    private var isLaunched = false
    private var category: (Category, Mode?, CategoryOptions?, RouteSharingPolicy?)?
    /// The last wish of each kind, by its verb.
    private var wishes: [(verb: String, wish: AppWish)] = []
    private var overridesToSpeaker = false
    private var isActive = false
    private(set) var isInterrupted = false
    private var records = false
    /// Whether it is told of calls.
    private var followsCalls = false
    /// The track that it says it plays.
    private var nowPlaying: NowPlayingInfo?
    /// The way in which its session lowers others.
    private var duck = Duck()
    /// The sounds that the process has told to be over, and that its host has not taken yet.
    private var over: Set<String> = []

    /// Takes a call that was accepted.
    mutating func take(_ call: AppCall) {
        isLaunched = true
        switch call {
        case .setCategory(let category, let mode, let options, let policy):
            if let category {
                let before = self.category
                self.category = (category, mode ?? before?.1, options ?? before?.2, policy ?? before?.3)
            }
            overridesToSpeaker = false
        case .setActive(let isOn, _):
            isActive = isOn
            isInterrupted = false
            if !isOn { overridesToSpeaker = false }
        case .overrideOutput(let toSpeaker): overridesToSpeaker = toSpeaker
        case .play(let name, _, _):
            (isActive, isInterrupted) = (true, false)
            over.remove(name)
        case .record(let isOn): records = isOn
        case .wish(let wish):
            wishes.removeAll { $0.verb == wish.verb }
            wishes.append((wish.verb, wish))
        case .quit: self = quitted
        // The last scene has the sounds; a call does not outlive its host.
        case .pause, .stop, .setGain, .systemSound, .alertSound, .vibrate, .ask, .requestRecordPermission, .call,
            .answerRemoteCommand:
            break
        }
    }

    /// Takes a fact that the process has told.
    mutating func take(_ fact: ProcessFact) {
        switch fact {
        case .recordingFailed: records = false
        case .soundMoved(let name, let remaining):
            if remaining == .zero { over.insert(name) } else { over.remove(name) }
        case .soundFailed(let name, _): over.insert(name)
        case .outputLost, .inputLost, .volumeTurned: break
        case .followsCalls: followsCalls = true
        case .nowPlaying(let info): nowPlaying = info
        case .ducks(let duck): self.duck = duck
        }
    }

    /// Takes a notice.
    mutating func take(_ notice: AppNotice) {
        switch notice.message {
        case .interruptionBegan: (isActive, isInterrupted) = (false, true)
        case .interruptionEnded: isInterrupted = false
        case .soundFinished(let name), .soundFailed(let name, _): over.remove(name)
        case .recordingFailed: records = false
        case .terminated: self = quitted
        default: break
        }
    }

    /// The state that is left once the app has ended: its process still says what it plays, and follows calls.
    private var quitted: AppShadow {
        var shadow = AppShadow()
        (shadow.followsCalls, shadow.nowPlaying, shadow.duck) = (followsCalls, nowPlaying, duck)
        return shadow
    }

    /// The facts that the next host has to know before any call.
    var facts: [ProcessFact] {
        (followsCalls ? [.followsCalls] : []) + (nowPlaying.map { [.nowPlaying($0)] } ?? [])
            + (duck.isOfTheBook ? [] : [.ducks(duck)])
    }

    /// The calls that make an app of another host the same again. One that was interrupted comes back inactive; that host
    /// tells it when it may go on.
    ///
    /// - Parameter sounds: The sounds that run by its last scene.
    func restoration(_ sounds: [Sound]) -> [AppCall] {
        guard isLaunched else { return [] }
        var calls: [AppCall] = []
        if let (category, mode, options, policy) = category {
            calls.append(.setCategory(category, mode: mode, options: options, policy: policy))
        }
        calls += wishes.map { .wish($0.wish) }
        if isActive { calls.append(.setActive(true, notifyOthers: false)) }
        if overridesToSpeaker { calls.append(.overrideOutput(toSpeaker: true)) }
        if isActive {
            for sound in sounds where !over.contains(sound.name) {
                calls.append(.play(sound: sound.name, lasts: sound.lasts, gain: sound.gain))
            }
            if records { calls.append(.record(true)) }
        }
        // An app that has done nothing but be there is launched by its next call; one that waits has to be there.
        return calls.isEmpty && isInterrupted ? [.setActive(false, notifyOthers: false)] : calls
    }
}
