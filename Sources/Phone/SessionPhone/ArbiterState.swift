import SessionPolicy
import SessionWorld

/// The state behind the arbiter's lock: the world, its apps and processes, and their last scenes.
struct ArbiterState: Sendable {
    /// A process that makes its apps' sounds audible itself.
    struct Process: Sendable {
        let id: ProcessID
        let scenes: any SceneReceiver
        let isHome: Bool
        var shown: Scene?
        var sceneCount: UInt64 = 0
    }

    struct Seat: Sendable {
        let id: SeatID
        let app: AppID
        let name: String
        let process: ProcessID
        var launch: LaunchOptions
        let notices: any NoticeReceiver
        var noticeCount: UInt64 = 0
        var session = RestorableSession()
        /// Whether its next call relaunches it after the device has ended it.
        var comesAgain = true
        var followsCalls = false
    }

    struct Watcher: Sendable {
        let wants: @Sendable () -> Bool
        let take: @Sendable (Arbiter.News) -> Void
    }

    var world: World
    let outputs: ArbiterOutputs
    let start: MachineTime
    var processes: [Process] = []
    var seats = Seats()
    var watchers: [Watcher] = []
    var factsWatchers: [(number: UInt64, take: @Sendable (DeviceFacts) -> Void)] = []
    var lastFactsWatcher: UInt64 = 0
    private var lastNumber: UInt64 = 0
    /// The number of names at which unused ones are forgotten.
    private var mostNames = ArbiterState.manyNames
    /// The hardware volume controls that the home process sets.
    var heldControls: Set<VolumeControlName> = []
    var inFront: AppID?
    /// The sessions of running apps, as reported to them.
    var knownSessions: [KnownSession] = []
    var calls: [KnownCall] = []
    var callCount: UInt64 = 0
    /// The call that a program is reporting; it receives no notice of its own act.
    var reportedCall: CallName?
    /// The next deadline as of the last decision.
    private(set) var knownDeadline: MachineTime?
    private(set) var shown: Picture
    /// The process that plays each sound of the shown picture; nil is the home process.
    private(set) var owners: [ProcessID?]
    private(set) var ownersAreOf = 0
    /// Whether to send the next scene to every process even if unchanged, because devices were stopped or volumes
    /// turned.
    private(set) var wantsScenes = false
    private var outputBefore: SceneOutput?
    /// The route of the shown picture, reported as the previous route after a change.
    private(set) var routeBefore: RouteFacts
    private var gestures: [Gesture]
    private var permissions: [AppPermission] = []
    /// The recording apps, as last shown.
    private(set) var recorders: [Recorder] = []

    struct Recorder: Equatable, Sendable {
        let app: AppID
        let mayHear: Bool
    }
    /// The length and sound of the gain change being decided.
    var gainOver: (sound: SoundReference, length: Length)?

    init(world: World, outputs: ArbiterOutputs, start: MachineTime) {
        (self.world, self.outputs, self.start) = (world, outputs, start)
        shown = world.picture
        owners = Array(repeating: nil, count: shown.sounds.count)
        gestures = world.state.gestures
        routeBefore = RouteFacts(outputs: [], inputs: [])
        routeBefore = facts(of: world.picture.route)
        knownDeadline = nextDeadline
    }

    // MARK: Time

    var nextDeadline: MachineTime? { world.state.nextDeadline.map(machineTime(of:)) }

    /// Updates the known deadline, and returns whether it has become earlier.
    mutating func noteDeadline() -> Bool {
        let next = nextDeadline
        defer { knownDeadline = next }
        guard let next else { return false }
        return knownDeadline.map { next < $0 } ?? true
    }

    func machineTime(of instant: Instant) -> MachineTime { start.advanced(by: instant.nanoseconds) }

    /// The world's time for a machine time, never before the last event.
    func instant(of moment: MachineTime) -> Instant {
        max(world.time.instant, Instant(nanoseconds: moment.nanoseconds(since: start)))
    }

    mutating func advance(to now: MachineTime) {
        while let due = nextDeadline, due <= now {
            decideForMachine(.timePassed, at: due)
        }
    }

    // MARK: Seats

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Returns a name that no app has: the given one, with `#2`, `#3` … appended if it is in use.
    func uniqueName(for wish: String) -> String {
        var name = wish
        var number = 1
        while seats.contains(name: name) || world.state.apps.contains(where: { world.names[$0.id.name] == name }) {
            number += 1
            name = "\(wish)#\(number)"
        }
        return name
    }

    /// Forgets unused names once there are very many. Call while holding no unreferenced name.
    mutating func forgetNames() {
        guard world.names.count >= mostNames else { return }
        world.forgetNames(but: Set(seats.apps.map(\.name)))
        mostNames = max(Self.manyNames, 2 * world.names.count)
    }

    private static let manyNames = 1_024

    mutating func close(_ id: SeatID, at now: MachineTime) {
        guard let place = seats.place(of: id) else { return }
        let seat = seats.remove(at: place)
        world.setNowPlayingInfo(nil, of: seat.app)
        guard world.state[seat.app] != nil else { return }
        decide(.app(seat.app, .crashed), at: now)
    }

    // MARK: Decisions

    /// Decides an act of a program.
    /// - Parameter explains: Whether the program asks for reasons. They are computed only for it or for a watcher that
    ///   wants them.
    @discardableResult
    mutating func decide(_ event: Event, at now: MachineTime, explains: Bool = false) -> Reply {
        let step = TimedStep(event, at: instant(of: now))
        let reply = world.apply(step, explains: explains || watchers.contains { $0.wants() })
        settle(reply, .program, event)
        return reply
    }

    mutating func decideForMachine(_ event: Event, at now: MachineTime) {
        settle(world.apply(TimedStep(event, at: instant(of: now))), .machine, event)
    }

    /// Delivers a decision: scenes first, then notices, then watchers.
    mutating func settle(_ reply: Reply, _ author: Arbiter.Author, _ event: Event? = nil) {
        dropWhatHasGone()
        tellSessions(after: reply)
        for moment in reply.meanwhile { settle(moment) }
        tellPermissions(at: machineTime(of: reply.moment.at))
        tellCalls(after: reply)
        if case .unreadable = reply.outcome {} else { settle(reply.moment) }
        tellFacts()
        for watcher in watchers where watcher.wants() {
            // Passing time is reported only if something was due.
            let isNews = author != .machine || reply.verb != Verb.wait.name || !reply.meanwhile.isEmpty
            if isNews { watcher.take(Arbiter.News(reply: reply, author: author, event: event, world: world)) }
        }
    }

    func tellFacts() {
        guard !factsWatchers.isEmpty else { return }
        let facts = deviceFacts
        for watcher in factsWatchers { watcher.take(facts) }
    }

    /// Discards the frames held by the device of a removed accessory.
    private mutating func dropWhatHasGone() {
        guard world.state.gestures != gestures else { return }
        let before = gestures
        gestures = world.state.gestures
        let hasGone = before.contains { gesture in
            guard case .accessory(let accessory) = gesture, !gestures.contains(gesture) else { return false }
            return shown.uses(accessory.kind.output)
        }
        guard hasGone else { return }
        for process in processes { process.scenes.drop() }
        wantsScenes = true
    }

    mutating func showAgain(at now: MachineTime) {
        wantsScenes = true
        settle(world.presentMoment)
    }

    private mutating func tellPermissions(at: MachineTime) {
        guard world.state.permissionsNotGranted != permissions else { return }
        let before = permissions
        permissions = world.state.permissionsNotGranted
        for place in seats.indices {
            let permission = world.state.recordPermission(of: seats[place].app)
            let old = before.first { $0.app == seats[place].app }?.permission ?? .granted
            if permission != old { tell(.recordPermissionChanged(permission), to: place, at: at) }
        }
    }

    private mutating func settle(_ moment: Moment) {
        let at = machineTime(of: moment.at)
        // Scenes come first, so that an app's sounds are in place when its notices arrive.
        let messages = moment.notices.compactMap { notice in
            seats.place(of: notice.app).map { (place: $0, message: message(of: notice)) }
        }
        show(moment, at: at)
        for (place, message) in messages { tell(message, to: place, at: at) }
    }

    private mutating func show(_ moment: Moment, at: MachineTime) {
        let finished = moment.notices.compactMap { notice -> SceneName? in
            guard case .soundFinished(let sound) = notice.message else { return nil }
            return SceneName(.sound, app: world.names[notice.app.name], sound: world.names[sound.name])
        }
        if moment.picture.route != shown.route { routeBefore = facts(of: moment.picture.route) }
        let recorders = runningRecorders
        let isChanged =
            moment.picture != shown || !moment.started.isEmpty || moment.vibrates || recorders != self.recorders
            || wantsScenes
        guard isChanged else { return }
        let showing = prepare(
            moment.picture, started: moment.started, finished: finished, vibrates: moment.vibrates, at: at)
        // If more than single sounds has changed, every process is checked.
        let isGeneral =
            wantsScenes || !recorders.isEmpty || recorders != self.recorders || !heldControls.isEmpty
            || showing.output != outputBefore || !moment.picture.isSurrounded(like: shown)
        let places = isGeneral ? Array(processes.indices) : concerned(by: showing)
        (shown, owners, ownersAreOf) = (moment.picture, showing.owners, seats.changes)
        (outputBefore, self.recorders) = (showing.output, recorders)
        show(showing, to: places)
        wantsScenes = false
    }

    private var runningRecorders: [Recorder] {
        world.state.apps.lazy.filter { $0.recording == .running }.map {
            Recorder(app: $0.id, mayHear: world.book.hearsMicrophone($0, in: world.state))
        }
    }

    /// Posts a notice to an app, unless it is emulated.
    mutating func tell(_ message: AppNotice.Message, to app: AppID, at: MachineTime) {
        guard let place = seats.place(of: app) else { return }
        tell(message, to: place, at: at)
    }

    mutating func tell(_ message: AppNotice.Message, to place: Int, at: MachineTime) {
        seats[place].noticeCount += 1
        seats[place].notices.receive(AppNotice(number: seats[place].noticeCount, at: at, message: message))
    }
}
