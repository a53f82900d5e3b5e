public import SessionPolicy

/// An emulated device in virtual time: give it steps, and it replies.
///
/// It is a value: a copy is a branch that goes its own way. The same steps give the same replies, always.
public struct World: Sendable {
    /// The rules in force.
    public private(set) var book: RuleBook
    public private(set) var state: PolicyState
    /// The texts behind the names in the state.
    public package(set) var names: NameTable
    /// The time of the last step.
    public private(set) var time = StepTime.zero
    /// The sounds that are heard now, and how loud.
    public private(set) var picture: Picture

    private var context = ReplyContext()
    private var count = 0
    /// Whether there was a step; then the rule book stands.
    private var hasBegun = false
    /// Whether the world was made with a rule book, and not with the default.
    private let hasNamedBook: Bool

    /// Creates a device: nothing plays, the switch is at ring, nothing is plugged in.
    ///
    /// - Parameters:
    ///   - book: The rules, or nil for the default of the protocol version in the first step.
    ///   - names: The table in which the names of the steps to come stand.
    public init(_ book: RuleBook? = nil, names: NameTable = NameTable()) {
        hasNamedBook = book != nil
        let book = book ?? .default
        self.book = book
        self.names = names
        state = book.initialState()
        picture = book.picture(of: state)
    }

    /// The name that stands for a text in the steps to this world.
    public mutating func name(_ text: String) -> Name { names.name(text) }

    /// Returns the name of a text that a program has made up: it may be forgotten once nothing in the world refers to
    /// it.
    public mutating func passingName(_ text: String) -> Name { names.passingName(text) }

    /// Forgets the texts of programs to which nothing in the world refers any more.
    ///
    /// - Parameter others: Names that other code than the world refers to.
    public mutating func forgetNames(but others: Set<Name>) {
        let used = state.names.union(others)
        state.forget(names.forget { used.contains($0) })
    }

    /// Takes what an app says of what it plays; nil: it says nothing any more. Replies tell it while the app is Now Playing.
    package mutating func setNowPlayingInfo(_ info: NowPlayingInfo?, of app: AppID) {
        context.nowPlayingInfo[app] = info
    }

    /// Returns the app's own description of what it plays, or nil if it gives none.
    package func nowPlayingInfo(of app: AppID) -> NowPlayingInfo? { context.nowPlayingInfo[app] }

    /// Reads a step as the oracle does and takes it.
    ///
    /// - Parameter value: One object of the step vocabulary.
    public mutating func apply(_ value: PositionedValue) -> Reply {
        var reader = StepReader()
        reader.earliest = time
        let step: TimedStep
        do {
            step = try reader.read(value, names: &names)
        } catch {
            return reply(to: error, verb: value["do"]?.string, app: value["app"]?.string)
        }
        return apply(step)
    }

    /// Takes a step now, whatever time it names itself.
    /// - Parameters:
    ///   - now: The time, not before that of the last step.
    ///   - soundLength: How long the sound lasts that the step starts, where the step does not say, or nil for one
    ///     without an end.
    ///   - actsForItself: Whether an app is that of a real program: steps may not act in its stead.
    package mutating func apply(
        _ parsed: ParsedStep, at now: Instant, soundLength: Length?, actsForItself: (AppID) -> Bool = { _ in false }
    ) -> Reply {
        var parsed = parsed
        let step = parsed.step(names: &names) { _ in soundLength }
        let timed = TimedStep(step.verb, at: now, app: step.app, action: step.action)
        guard case .event(.app(let app, let event)) = step.action, !event.isPersons, actsForItself(app) else {
            return apply(timed)
        }
        let quiet = apply(TimedStep(step.verb, at: now, app: step.app, action: .event(.timePassed)))
        return quiet.refused(.actsForItself)
    }

    /// Takes a step: first happens whatever is due up to its time, then the step itself.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - explains: Whether the caller wants the reasons; else the reply holds none of the step itself.
    public mutating func apply(_ step: TimedStep, explains: Bool = true) -> Reply {
        if let error = step.timeError(after: time) {
            return reply(to: error, verb: step.verb.name, app: step.app.map { names[$0.name] })
        }
        if let at = step.at { time = at }
        let meanwhile = deliverWhatIsDue(until: time.instant)
        defer { hasBegun = true }
        switch step.action {
        case .event(let event): return apply(event, of: step, meanwhile, explains: explains)
        case .rules(let named, let changes, let version):
            guard !hasBegun else { return reply(to: step, .tooLateForRules, moment: quietMoment(), meanwhile) }
            book = (named ?? (hasNamedBook ? book : Reply.book(asOf: version))).with(changes)
            context.version = version ?? Reply.usualVersion
            state = book.initialState()
            picture = book.picture(of: state)
            return reply(to: step, .accepted, moment: quietMoment(), meanwhile)
        }
    }

    /// The reply to what could not be read: nothing has changed.
    ///
    /// - Parameters:
    ///   - error: What is wrong.
    ///   - verb: The text behind `do`, if it could be read.
    ///   - app: The text behind `app`, likewise.
    ///   - now: The time where that continues by itself, or nil if only steps move it.
    public mutating func reply(
        to error: StepError, verb: String? = nil, app: String? = nil, at now: Instant? = nil
    ) -> Reply {
        var meanwhile: [Moment] = []
        if let now {
            time = max(time, StepTime(now))
            meanwhile = deliverWhatIsDue(until: time.instant)
        }
        return reply(.unreadable(error), verb: verb, app: app, moment: quietMoment(), meanwhile)
    }

    /// Lets time pass as long as finite sounds are heard, and no longer.
    ///
    /// - Returns: The moments at which something was due, in time order.
    public mutating func playOut() -> [Moment] {
        var moments: [Moment] = []
        while let due = endOfHeardSounds { moments += deliverWhatIsDue(until: due) }
        return moments
    }

    /// The next moment at which something is due, if a sound with an end is heard.
    private var endOfHeardSounds: Instant? {
        let isFinite = picture.sounds.contains { level in
            guard level.unheardBy == nil else { return false }
            let sound = level.reference
            switch sound.kind {
            case .alert, .keyClick, .systemSound, .alertSound: return true
            case .ringtone, .callAudio, .alarm: return false
            case .sound:
                guard let app = sound.app,
                    let started = sound.sound.flatMap({ state.startedSound($0, of: app) })
                else { return false }
                if case .running(.some) = started.progress { return true }
                return false
            }
        }
        return isFinite ? state.nextDeadline : nil
    }

    /// The time of now, in which nothing happens: no notice, no start.
    public var presentMoment: Moment { quietMoment() }

    private mutating func deliverWhatIsDue(until end: Instant) -> [Moment] {
        var moments: [Moment] = []
        while let due = state.nextDeadline, due <= end {
            var notices: [Notice] = []
            var decisions: [Decision] = []
            var started: [SoundReference] = []
            let before = picture
            repeat {
                let step = reduce(.deadlineReached, at: due)
                notices += step.notices
                decisions += step.decisions
                started += step.started
            } while state.nextDeadline == due
            guard !notices.isEmpty || AudibleSounds(picture, names).heard != AudibleSounds(before, names).heard else {
                continue
            }
            moments.append(moment(at: due, notices, decisions, started, vibrates: false, since: before))
        }
        return moments
    }

    private mutating func reduce(_ event: Event, at now: Instant, explains: Bool = true) -> Step {
        var route = picture.route
        var step = book.reduce(state, seenAs: picture, event, at: now, route: &route, explains: explains)
        // What nothing has changed looks as it did.
        if step.isChanged { picture = book.picture(of: step.state, on: route) }
        swap(&state, &step.state)
        return step
    }

    private mutating func apply(_ event: Event, of step: TimedStep, _ meanwhile: [Moment], explains: Bool) -> Reply {
        let before = explains ? picture : nil
        let outcome = reduce(event, at: time.instant, explains: explains)
        let moment = moment(
            at: time.instant, outcome.notices, outcome.decisions, outcome.started, vibrates: outcome.vibrates,
            since: before)
        return reply(
            to: step, outcome.refusal.map { .refused($0) } ?? .accepted, answer: outcome.answer, moment: moment,
            meanwhile)
    }

    private mutating func reply(
        to step: TimedStep, _ outcome: Reply.Outcome, answer: Answer? = nil, moment: Moment, _ meanwhile: [Moment]
    ) -> Reply {
        var callPhase: CallPhase?
        switch step.action {
        case .event(.call(let phase, _)): callPhase = phase
        case .event(.remoteCommand), .event(.headsetButtonPressed): context.hasRemote = true
        case .event(.proximityChanged): context.hasProximity = true
        default: break
        }
        return reply(
            outcome, verb: step.verb.name, app: step.app.map { names[$0.name] }, appID: step.app, callPhase: callPhase,
            answer: answer, moment: moment, meanwhile)
    }

    private mutating func reply(
        _ outcome: Reply.Outcome, verb: String?, app: String?, appID: AppID? = nil, callPhase: CallPhase? = nil,
        answer: Answer? = nil, moment: Moment, _ meanwhile: [Moment]
    ) -> Reply {
        count += 1
        return Reply(
            number: count, at: time.seconds, verb: verb, app: app, outcome: outcome, callPhase: callPhase,
            answer: answer, moment: moment, meanwhile: meanwhile, state: state, appsHearingSilence: appsHearingSilence,
            names: names, appID: appID, context: context)
    }

    private var appsHearingSilence: [AppID] {
        let places = state.apps.indices.filter {
            state.apps[$0].recording == .running && !book.hearsMicrophone(state.apps[$0], in: state)
        }
        return places.map { state.apps[$0].id }
    }

    private func quietMoment() -> Moment { moment(at: time.instant, [], [], [], vibrates: false) }

    /// - Parameter before: The picture before, or nil if nothing has changed it, or the caller wants no reasons.
    private func moment(
        at moment: Instant, _ notices: [Notice], _ decisions: [Decision], _ started: [SoundReference], vibrates: Bool,
        since before: Picture? = nil
    ) -> Moment {
        Moment(
            at: moment, notices: notices, stated: decisions, started: started, vibrates: vibrates,
            pictureBefore: before, picture: picture, names: names)
    }
}

extension AppEvent {
    /// Whether it is the person who does this to an app, and not the app.
    fileprivate var isPersons: Bool {
        switch self {
        case .enteredForeground, .enteredBackground: true
        default: false
        }
    }
}
