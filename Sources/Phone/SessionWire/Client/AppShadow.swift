import SessionCalls
import SessionPolicy

/// The state of an app on its host, as far as its own calls and notices tell: enough to restore it on another host.
struct AppShadow {
    fileprivate struct Sound {
        let name: String
        var gain: Double
        /// The rest from the moment at which it ran or paused last; nil for a sound without an end.
        var remaining: Length?
        /// The moment since which it runs; nil while it is paused.
        var runsSince: MachineTime?
    }

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
    private var sounds: [Sound] = []

    /// Takes a call that was accepted.
    mutating func take(_ call: AppCall, at moment: MachineTime) {
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
        case .play(let name, let lasts, let gain): play(name, lasts, gain, at: moment)
        case .pause(let name): change(name) { $0.pause(at: moment) }
        case .stop(let name): sounds.removeAll { name == nil || $0.name == name }
        case .setGain(let name, let gain, _): change(name) { $0.gain = gain }
        case .record(let isOn): records = isOn
        case .wish(let wish):
            wishes.removeAll { $0.verb == wish.verb }
            wishes.append((wish.verb, wish))
        case .quit: self = quitted
        // A call does not outlive its host.
        case .systemSound, .alertSound, .vibrate, .ask, .requestRecordPermission, .call, .answerRemoteCommand: break
        }
    }

    /// Takes a fact that the process has told.
    mutating func take(_ fact: ProcessFact, at moment: MachineTime) {
        switch fact {
        case .soundMoved(let name, let remaining):
            change(name) {
                $0.remaining = remaining
                if $0.runsSince != nil { $0.runsSince = moment }
            }
        case .soundFailed(let name, _): sounds.removeAll { $0.name == name }
        case .recordingFailed: records = false
        case .outputLost, .inputLost, .volumeTurned: break
        case .followsCalls: followsCalls = true
        case .nowPlaying(let info): nowPlaying = info
        case .ducks(let duck): self.duck = duck
        }
    }

    /// Takes a notice.
    mutating func take(_ notice: AppNotice) {
        switch notice.message {
        case .interruptionBegan:
            (isActive, isInterrupted) = (false, true)
            change(nil) { $0.pause(at: notice.at) }
        case .interruptionEnded: isInterrupted = false
        case .soundFinished(let name), .soundFailed(let name, _): sounds.removeAll { $0.name == name }
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
    func restoration(at moment: MachineTime) -> [AppCall] {
        guard isLaunched else { return [] }
        var calls: [AppCall] = []
        if let (category, mode, options, policy) = category {
            calls.append(.setCategory(category, mode: mode, options: options, policy: policy))
        }
        calls += wishes.map { .wish($0.wish) }
        if isActive { calls.append(.setActive(true, notifyOthers: false)) }
        if overridesToSpeaker { calls.append(.overrideOutput(toSpeaker: true)) }
        if isActive {
            for sound in sounds where sound.runsSince != nil {
                calls.append(.play(sound: sound.name, lasts: sound.left(at: moment), gain: sound.gain))
            }
            if records { calls.append(.record(true)) }
        }
        // An app that has done nothing but be there is launched by its next call; one that waits has to be there.
        return calls.isEmpty && isInterrupted ? [.setActive(false, notifyOthers: false)] : calls
    }

    private mutating func play(_ name: String, _ lasts: Length?, _ gain: Double?, at moment: MachineTime) {
        (isActive, isInterrupted) = (true, false)
        var sound = Sound(name: name, gain: gain ?? 1, remaining: lasts, runsSince: moment)
        if let place = sounds.firstIndex(where: { $0.name == name }) {
            if sounds[place].runsSince == nil {
                sound.remaining = sounds[place].remaining
                sound.gain = gain ?? sounds[place].gain
            }
            sounds[place] = sound
        } else {
            sounds.append(sound)
        }
    }

    private mutating func change(_ name: String?, _ body: (inout Sound) -> Void) {
        for place in sounds.indices where name == nil || sounds[place].name == name { body(&sounds[place]) }
    }
}

extension AppShadow.Sound {
    fileprivate func left(at moment: MachineTime) -> Length? {
        guard let remaining, let runsSince else { return remaining }
        return Length(nanoseconds: remaining.nanoseconds - max(0, moment.nanoseconds(since: runsSince)))
    }

    fileprivate mutating func pause(at moment: MachineTime) {
        remaining = left(at: moment)
        runsSince = nil
    }
}
