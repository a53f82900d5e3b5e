import SessionPolicy

/// The session of an app on its host, as far as its own calls and notices tell: enough to restore it on another host. Its sounds
/// are those of its last scene that are not over.
struct AppShadow {
    /// A sound that runs.
    typealias Sound = (name: String, lasts: Length?, gain: Double)

    private var isLaunched = false
    /// The calls that have made its category, mode and options what they are, in order, and as few as do.
    private var setup: [AppCall] = []
    /// The last wish of each other kind.
    private var wishes: [AppWish] = []
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
            if mode != nil { setup.removeAll { $0 == .wish(.voiceProcessing) } }
            if options != nil { setup.removeAll(where: \.isOption) }
            if case .setCategory(let before, let modeBefore, let optionsBefore, let policyBefore) = setup.last {
                setup.removeLast()
                setup.append(
                    .setCategory(
                        category ?? before, mode: mode ?? modeBefore, options: options ?? optionsBefore,
                        policy: policy ?? policyBefore))
            } else {
                keep(call)
            }
            overridesToSpeaker = false
        case .setActive(true, _): (isActive, isInterrupted) = (true, false)
        case .setActive(false, _): if isActive || isInterrupted { fallSilent() }
        case .overrideOutput(let toSpeaker): overridesToSpeaker = toSpeaker
        case .play(let name, _, _):
            (isActive, isInterrupted) = (true, false)
            over.remove(name)
        case .record(let isOn):
            records = isOn
            if isOn { (isActive, isInterrupted) = (true, false) }
        case .wish(.option(let option, _)):
            setup.removeAll { if case .wish(.option(option, _)) = $0 { true } else { false } }
            keep(call)
            overridesToSpeaker = false
        case .wish(.voiceProcessing):
            if setup.last != call { keep(call) }
        case .wish(let wish):
            wishes.removeAll { $0.verb == wish.verb }
            wishes.append(wish)
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
        case .becameInactive, .callDeactivated: isActive = false
        case .outputMuteStateChanged(false): wishes.removeAll { $0 == .outputMuted(true) }
        case .mediaServicesWereLost: fallSilent()
        case .mediaServicesWereReset:
            setup = []
            // R-MS-1: these are the session's, which is a new one.
            wishes.removeAll { wish in
                switch wish {
                case .preferredInput, .outputMuted: true
                default: false
                }
            }
        case .soundFinished(let name), .soundFailed(let name, _): over.remove(name)
        case .recordingFailed: records = false
        case .terminated: self = quitted
        default: break
        }
    }

    /// Keeps a call for the setup. What an app without an end to its calls has said long ago is forgotten.
    private mutating func keep(_ call: AppCall) {
        if setup.count == 64 { setup.removeFirst() }
        setup.append(call)
    }

    private mutating func fallSilent() { (isActive, isInterrupted, overridesToSpeaker) = (false, false, false) }

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
    /// - Parameters:
    ///   - sounds: The sounds that run by its last scene.
    ///   - captures: Whether it captured an input by that scene.
    func restoration(_ sounds: [Sound], captures: Bool) -> [AppCall] {
        guard isLaunched else { return [] }
        var calls = setup + wishes.map { .wish($0) }
        if isActive { calls.append(.setActive(true, notifyOthers: false)) }
        if overridesToSpeaker { calls.append(.overrideOutput(toSpeaker: true)) }
        if isActive {
            for sound in sounds where !over.contains(sound.name) {
                calls.append(.play(sound: sound.name, lasts: sound.lasts, gain: sound.gain))
            }
            if records && captures { calls.append(.record(true)) }
        }
        // An app that has done nothing but be there is launched by its next call; one that waits has to be there.
        return calls.isEmpty && isInterrupted ? [.setActive(false, notifyOthers: false)] : calls
    }
}

extension AppCall {
    fileprivate var isOption: Bool { if case .wish(.option) = self { true } else { false } }
}
