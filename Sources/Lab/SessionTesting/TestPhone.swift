#if !os(macOS)
    public import Foundation
    // Disruptions and responses are named with the trait, which is here.
    @_exported public import SessionOracle
    public import SessionPolicy
    internal import SessionWorld

    /// A phone around the code under test, in virtual time: it rings, its switch is flipped, headphones are pulled out,
    /// other apps play; and the code under test is one of its apps.
    ///
    ///     let phone = TestPhone()
    ///     let player = Player(session: phone.session, sound: phone.player("song"), center: phone.notificationCenter)
    ///     try player.start()
    ///     phone.device.ring()
    ///     #expect(!player.isPlaying)
    ///     phone.device.decline()
    ///     phone.expect(heard: ["app/song"])
    ///
    /// Notices of the policy to the app are posted as Apple's notifications, with Apple's names, keys and values, in
    /// Apple's order; the object is the phone's `session`. A notification that an observer causes is posted after the
    /// pending ones. Time passes only by `phone.device.advance(by:)`.
    ///
    /// Every member may be called on any thread. Keep the phone as long as the test runs: the session and the players
    /// do not. A released phone posts nothing, and reports pending notifications at its own line.
    public final class TestPhone: @unchecked Sendable {
        /// On which thread notifications are posted.
        public enum Delivery: Sendable {
            /// On the thread of the call that causes them, before that call returns.
            case atOnce
            /// As Apple documents: changes of the route and of the inputs on a background queue, everything else on the
            /// main queue. `settle()` waits for them.
            case asDocumented
        }

        /// The center at which the app observes.
        public let notificationCenter: NotificationCenter
        /// The name of the app under test among the phone's apps: its sounds are `app/song`.
        public let app: String
        /// The session of the app under test.
        public let session = TestSession()

        private let delivery: Delivery
        /// Recursive, because a running device calls the app under it.
        private let lock = NSRecursiveLock()
        private var phone: Device
        /// The device of this process's Apple names, which `phone` mirrors, or nil.
        package let running: (any RunningDevice)?
        /// The number of acts whose notices have been posted.
        private var seen = 0
        private var waiting: [PendingNotice] = []
        private var isDelivering = false
        /// The number of notifications in a queue of `delivery`.
        private var underWay = 0
        private let place: ReportedPlace
        private let microphone: TestMicrophone?
        private var callKit: (@Sendable (Bool) -> Void)?
        private var remoteCommands: (@Sendable (RemoteCommand) -> Void)?
        /// The recorders that have started, each with the number of its act.
        private var recorders: [(act: Int, recorder: ObjectIdentifier)] = []
        private let log: RunLog?
        private var shown: ShownState?
        /// The number of notices whose observers are running.
        private var reactions = 0
        private var endings: [String: @Sendable () -> Void] = [:]
        private let background = DispatchQueue(label: "audiosession.TestPhone")
        /// The seconds after which observers that have not returned are assumed to wait for themselves.
        var patience = 20.0

        /// Creates a phone: nothing plays, the switch is at ring, nothing is plugged in, and the app under test is in front.
        ///
        /// - Parameters:
        ///   - rules: The rule book; `RuleBook.named("iOS17")` finds one by a version of the system. nil for that of the
        ///     trait
        ///     `disrupted(system:)`, and without one the newest.
        ///   - notificationCenter: The center to post at. Two phones may share one: the `object` of a notification
        ///     tells them apart.
        ///   - app: The name of the app under test.
        ///   - backgroundAudio: Whether the app may sound in the background.
        ///   - delivery: The thread on which notifications are posted.
        ///   - microphone: The path of a WAV file that replaces the microphone, from the current folder; nil for
        ///     silence. It starts with the first recording and keeps running whether an app records or not; silence
        ///     follows its end. A file that cannot be read is reported at this line.
        public init(
            rules: RuleBook? = nil, notificationCenter: NotificationCenter = NotificationCenter(),
            app: String = "app", backgroundAudio: Bool = true, delivery: Delivery = .atOnce, microphone: String? = nil,
            fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line, column: Int = #column
        ) {
            (self.notificationCenter, self.app, self.delivery) = (notificationCenter, app, delivery)
            running = nil
            place = ReportedPlace(fileID: fileID, file: file, line: line, column: column)
            do { self.microphone = try microphone.map { path throws in try TestMicrophone(path: path) } } catch {
                self.microphone = nil
                place.report("\(error)")
            }
            log = DisruptedRun.current?.makeLog(observesMainThread: Thread.isMainThread)
            phone = Device(rules: rules ?? Self.usualRules)
            // The code under test decides how to react to an interruption or an unplug.
            var launch = Launch(.app, backgroundAudio: backgroundAudio, resumes: false)
            launch.pausesAtUnplug = false
            let id = AppID(phone.name(app))
            phone.apply(.launch, .app(id, .launched(launch)), app: id)
            begin()
        }

        /// Creates a phone that mirrors a running device, on which the app has been launched.
        package init(
            of running: any RunningDevice, app: String, delivery: Delivery, fileID: String, file: StaticString,
            line: Int, column: Int
        ) {
            (notificationCenter, self.app, self.delivery, self.running) = (.default, app, delivery, running)
            microphone = nil
            place = ReportedPlace(fileID: fileID, file: file, line: line, column: column)
            log = DisruptedRun.current?.makeLog(observesMainThread: Thread.isMainThread)
            phone = Device(rules: running.rules)
            mirror()
            begin()
        }

        private func begin() {
            if let log { prepare(log) }
            (seen, waiting) = (phone.actCount, [])
            session.phone = self
            if let log { disrupt(log, after: nil) }
            DisruptedRun.current?.add(self)
        }

        /// The rule book of phones that name none.
        package static var usualRules: RuleBook { DisruptedRun.current?.rules ?? .default }

        /// Creates a phone with a version of the system.
        ///
        ///     let phone = try TestPhone(system: "iOS 17.2")
        ///
        /// - Parameters:
        ///   - system: A rule book or any version that one covers, in any case of letters.
        ///   - notificationCenter: The center to post at.
        ///   - app: The name of the app under test.
        ///   - backgroundAudio: Whether the app may sound in the background.
        ///   - delivery: The thread on which notifications are posted.
        ///   - microphone: The path of a WAV file that replaces the microphone, or nil.
        /// - Throws: `UnknownSystem` if no rule book covers it.
        public convenience init(
            system: String, notificationCenter: NotificationCenter = NotificationCenter(), app: String = "app",
            backgroundAudio: Bool = true, delivery: Delivery = .atOnce, microphone: String? = nil,
            fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line, column: Int = #column
        ) throws {
            guard let rules = RuleBook.named(system) else { throw UnknownSystem(name: system) }
            self.init(
                rules: rules, notificationCenter: notificationCenter, app: app, backgroundAudio: backgroundAudio,
                delivery: delivery, microphone: microphone, fileID: fileID, file: file, line: line, column: column)
        }

        deinit {
            guard underWay > 0 else { return }
            place.report(
                "the TestPhone is gone, and \(underWay) notification\(underWay == 1 ? " is" : "s are") not posted; "
                    + "write `await phone.settle()` before the test ends\n\(phone.story)")
        }

        /// The phone itself: all acts of the person, the machine and other apps, and all queries. For the app under
        /// test it has the acts that the session and the players do not have.
        ///
        ///     phone.device.plug(.headphones)
        ///     phone.device.play("music", "album")          // another app
        ///     try phone.device.expect(ducked: ["music/album"])
        public var device: Device {
            get {
                reach()
                return current
            }
            _modify {
                reach()
                lock.lock()
                let (first, before) = (phone.actCount, running == nil ? nil : phone)
                defer {
                    if let before {
                        let wanted = phone
                        phone = before
                        lock.unlock()
                        carryOut(wanted, from: first)
                    } else {
                        note(actsFrom: first, as: nil)
                        lock.unlock()
                    }
                    deliver()
                }
                yield &phone
            }
        }

        /// The phone, without delivering pending notices.
        var current: Device { lock.withLock { phone } }

        /// The story so far: each step, the notices to the app, the sounds that are heard, and the rules that decided.
        public var story: String { device.story }

        /// A player of the app under test.
        ///
        /// - Parameters:
        ///   - name: The sound's name; two players of one name play one sound.
        ///   - length: The length; nil to play until it is stopped.
        public func player(_ name: String, length: Duration? = nil) -> TestPlayer {
            TestPlayer(of: self, sound: name, length: length)
        }

        /// A recorder of the app under test.
        ///
        /// - Parameter name: Its name in the phone's story.
        public func recorder(_ name: String = "recording") -> TestRecorder { TestRecorder(of: self, name: name) }

        /// Registers what the app shows, for disrupted tests, which compare it with the phone.
        ///
        ///     phone.appShows(playing: { player.isPlaying })
        ///
        /// The phone retains the closures, and so the app.
        ///
        /// - Parameters:
        ///   - playing: Returns whether the app shows that it plays, or nil. Called on the thread on which notifications are
        ///     posted.
        ///   - recording: Returns whether the app shows that it records, likewise.
        public func appShows(playing: (() -> Bool)?, recording: (() -> Bool)? = nil) {
            lock.withLock { shown = ShownState(playing: playing, recording: recording) }
        }

        /// Registers what an app shows that only records.
        ///
        /// - Parameter recording: Returns whether the app shows that it records.
        @_disfavoredOverload
        public func appShows(recording: @escaping () -> Bool) { appShows(playing: nil, recording: recording) }

        /// Waits until all pending notifications are posted. Does nothing if they are posted immediately.
        public func settle() async {
            guard let log else {
                if delivery == .asDocumented { await drain() } else { reach() }
                return
            }
            await drain()
            if delivery == .atOnce { running?.settle() }
            lock.withLock { log.awaitsApp = true }
            repeat {
                if log.observesMainThread { await MainActor.run { self.release(log) } } else { release(log) }
                await drain()
                await awaitTasks(log)
            } while takeNextStep(of: log)
            lock.withLock { log.awaitsApp = false }
        }

        private func drain() async {
            // Posts of an observer are enqueued only after it has returned.
            while lock.withLock({ underWay }) > 0 {
                for queue in [background, .main] {
                    await withCheckedContinuation { done in queue.async { done.resume() } }
                }
            }
        }

        /// Lets tasks run in which the app responds, and logs how it has responded.
        private func awaitTasks(_ log: RunLog) async {
            guard lock.withLock({ !log.unchecked.isEmpty }) else { return }
            for _ in 0..<Self.taskRounds {
                await Task.yield()
                await MainActor.run {}
            }
            if log.observesMainThread || delivery == .asDocumented {
                await MainActor.run { self.noteStates(log) }
            } else {
                noteStates(log)
            }
        }

        /// Logs the state after each notice after which it is not logged yet.
        private func noteStates(_ log: RunLog) {
            let notices = lock.withLock {
                defer { log.unchecked = [] }
                return log.unchecked
            }
            for notice in notices { noteState(.state, after: notice) }
        }

        /// The number of times that a task may wait for another task in a response.
        private static let taskRounds = 8

        /// Replaces the closure that is called for the app's `CXProviderDelegate`: with true for
        /// `provider(_:didActivate:)`, with false for `provider(_:didDeactivate:)`. The app's calls are
        /// `phone.device.call(.outgoing, app: "app")` and so on.
        ///
        /// - Parameter work: Called as notifications are posted, or nil for none.
        public func whenCallKit(_ work: (@Sendable (_ activates: Bool) -> Void)?) { lock.withLock { callKit = work } }

        /// Replaces the closure that is called for the app's remote commands, as `MPRemoteCommandCenter` calls its targets.
        ///
        /// - Parameter work: Called as notifications are posted; nil for none.
        public func whenCommanded(_ work: (@Sendable (RemoteCommand) -> Void)?) {
            lock.withLock { remoteCommands = work }
        }

        /// Performs an act of the app.
        ///
        /// - Parameter call: Its entry in the log of a disrupted test; nil to classify the event.
        /// - Returns: The phone right after it, before the app is notified.
        func act(as call: NotedCall? = nil, _ work: (inout Device, String) -> Void) -> Device {
            lock.lock()
            let first = phone.actCount
            change(work)
            let after = phone
            note(actsFrom: first, as: call)
            lock.unlock()
            deliverInCall()
            return after
        }

        /// Starts a recording of a recorder.
        func record(by recorder: TestRecorder) -> Bool {
            lock.lock()
            let first = phone.actCount
            change { phone, app in phone.record(app) }
            let isAccepted = phone.refusal == nil
            if isAccepted { recorders.append((first, ObjectIdentifier(recorder))) }
            note(actsFrom: first, as: .recordStart)
            lock.unlock()
            deliverInCall()
            return isAccepted
        }

        /// Whether a recorder is the last one started.
        func isRecorder(_ recorder: TestRecorder) -> Bool {
            lock.withLock { recorders.last?.recorder == ObjectIdentifier(recorder) }
        }

        /// The rate of recordings in frames per second: that of the microphone's file, or 48,000.
        public var microphoneRate: Int { microphone?.rate ?? 48_000 }

        /// The samples that a recorder has recorded.
        func samples(of recorder: TestRecorder) -> [Float] {
            let rate = Double(microphoneRate)
            guard let begin = current.firstRecording else { return [] }
            return spans(of: recorder).flatMap { span -> [Float] in
                let range =
                    Int(
                        ((span.start - begin).seconds * rate).rounded())..<Int(
                        ((span.end - begin).seconds * rate).rounded())
                guard span.hears, let microphone else { return [Float](repeating: 0, count: range.count) }
                return microphone.samples(range)
            }
        }

        /// The spans in which a recorder recorded.
        func spans(of recorder: TestRecorder) -> [Device.RecordingSpan] {
            lock.withLock {
                let id = ObjectIdentifier(recorder)
                guard let first = recorders.first(where: { $0.recorder == id }) else { return [] }
                return phone.recordingSpans(of: app, fromAct: first.act).filter { span in
                    recorders.last { $0.act <= span.act }?.recorder == id
                }
            }
        }

        /// Records that the app has created a player or recorder, which shows a disrupted test that the app is alive.
        func noteMaking(of object: AnyObject) { lock.withLock { log?.made(object) } }

        func whenFinished(_ sound: String, _ work: (@Sendable () -> Void)?) {
            lock.withLock { endings[sound] = work }
        }

        /// Collects the notices of the acts since the last call. Requires the lock.
        private func collect() {
            if running == nil { collect(phone.events(of: app, after: seen).map { PendingNotice(told: $0) }) }
            seen = phone.actCount
        }

        private func collect(_ notices: [PendingNotice]) {
            if let log, log.holdsNotices { log.held += notices } else { waiting += notices }
        }

        // MARK: A running device

        /// Changes the phone, or its running device, and mirrors that. Requires the lock.
        private func change(_ work: (inout Device, String) -> Void) {
            guard let running else { return work(&phone, app) }
            var wanted = phone
            work(&wanted, app)
            for act in phone.actCount..<wanted.actCount { running.perform(wanted.event(ofAct: act), wanted.names) }
            mirror()
        }

        /// Mirrors the decisions of the running device. Requires the lock.
        private func mirror() {
            guard let running else { return }
            collect(running.update(&phone).map { PendingNotice(told: Device.Told($0.message), notice: $0) })
        }

        /// Repeats on the running device what was done to its mirror, and lets the app react whenever something happens while
        /// time passes. Requires that the lock is not held.
        private func carryOut(_ wanted: Device, from first: Int) {
            guard let running else { return }
            for act in first..<wanted.actCount {
                pass(until: wanted.time(ofAct: act))
                lock.withLock {
                    let first = phone.actCount
                    running.perform(wanted.event(ofAct: act), wanted.names)
                    mirror()
                    note(actsFrom: first, as: nil)
                }
            }
        }

        /// Advances the running device. Requires that the lock is not held.
        private func pass(until end: Instant) {
            guard let running else { return }
            while running.now < end {
                running.step(towards: end)
                noteCalls()
                deliver()
            }
        }

        /// Logs what the app has done on the running device. Called after each of its calls.
        package func noteCalls() {
            lock.withLock {
                let first = phone.actCount
                mirror()
                note(actsFrom: first, as: nil)
            }
        }

        /// Logs acts of a disrupted test, collects their notices, and begins the disruption in this gap. Requires the
        /// lock.
        ///
        /// - Parameters:
        ///   - first: The number of the first act.
        ///   - call: Its entry in the log; nil to classify the event.
        private func note(actsFrom first: Int, as call: NotedCall?) {
            if log == nil || log?.isOver == true, let run = DisruptedRun.current {
                run.complain(
                    "the TestPhone of \(place.fileID):\(place.line) was made before the test began, and is not disrupted; make it in "
                        + "the test, or in the initializer of its suite")
            }
            guard let log, !log.isOver, first < phone.actCount else { return collect() }
            let facts = self.facts
            if running != nil, phone.mediaServerLosses == 0 {
                for act in first..<phone.actCount {
                    guard case .app(_, .playLost) = phone.event(ofAct: act) else { continue }
                    log.run.complain(
                        "the app used a player or recorder of an earlier phone (\(phone.phrase(ofAct: act))): what it keeps in "
                            + "static variables outlives a run; let each test make it anew")
                }
            }
            for act in first..<phone.actCount {
                let event = phone.event(ofAct: act)
                log.add(
                    .init(
                        call ?? NotedCall(event, of: app, in: phone), act: act, isRefused: phone.refused(act: act),
                        facts: facts))
            }
            collect()
            if let act = (first..<phone.actCount).first(where: { !phone.wasDue(act: $0) }) { disrupt(log, after: act) }
        }

        /// The facts that responses depend on. Requires the lock.
        private var facts: LoggedFacts { LoggedFacts(of: phone, app: app) }

        /// Prepares the phone before the test begins, such as headphones that will be unplugged.
        private func prepare(_ log: RunLog) {
            guard let prelude = log.run.prelude else { return }
            let first = phone.actCount
            change(prelude)
            for act in first..<phone.actCount { log.add(.init(.disruption, act: act, facts: facts)) }
        }

        /// Begins the disruption, if its gap has been reached. Requires the lock.
        private func disrupt(_ log: RunLog, after act: Int?) {
            let isCall = act.map { NotedCall.counts(phone.event(ofAct: $0)) }
            guard log.run.countsUp(isCall: isCall ?? true) else { return }
            log.steps = log.run.steps
            log.holdsNotices = true
            log.run.note(hasBegun: doStep(of: log, afterSeconds: 0))
        }

        /// Performs the next step of the disruption. Requires the lock.
        ///
        /// - Returns: Whether the phone has accepted it.
        private func doStep(of log: RunLog, afterSeconds seconds: Int) -> Bool {
            guard !log.steps.isEmpty else { return false }
            let step = log.steps.removeFirst()
            if seconds > 0, running == nil { phone.advance(by: .seconds(seconds)) }
            let first = phone.actCount
            change(step)
            var isAccepted = false
            for act in first..<phone.actCount {
                let isRefused = phone.refused(act: act)
                isAccepted = isAccepted || !isRefused
                log.add(.init(.disruption, act: act, isRefused: isRefused, facts: facts))
            }
            collect()
            return isAccepted
        }

        /// Called when the test itself uses the phone: delivers held notices, and performs the next steps of the
        /// disruption.
        func reach() {
            guard delivery == .atOnce, lock.withLock({ reactions == 0 && !isDelivering }) else { return }
            if let running {
                if log == nil { deliver() }
                running.settle()
            }
            guard let log else { return }
            noteStates(log)
            repeat { release(log) } while takeNextStep(of: log)
        }

        private func release(_ log: RunLog) {
            lock.withLock {
                waiting += log.held
                (log.held, log.holdsNotices) = ([], false)
            }
            deliver()
        }

        private func takeNextStep(of log: RunLog) -> Bool {
            if running != nil, lock.withLock({ !log.steps.isEmpty }) {
                pass(until: lock.withLock { phone.now }.advanced(by: Length(.seconds(1))))
            }
            return lock.withLock {
                guard !log.steps.isEmpty else { return false }
                _ = doStep(of: log, afterSeconds: 1)
                return true
            }
        }

        /// Ends a run of a disrupted test: delivers all pending notices, and closes the log.
        func finish() async -> RunLog? {
            guard let log else { return nil }
            if delivery == .asDocumented { await settle() }
            return log.observesMainThread ? await MainActor.run { self.finishNow() } : finishNow()
        }

        /// Ends a run likewise, for a synchronous caller.
        func finishNow() -> RunLog? {
            guard let log else { return nil }
            if isWatched(log) {
                reach()
                noteState(.end)
            }
            lock.withLock {
                log.isOver = true
                shown = nil
            }
            return log
        }

        /// Whether the app is alive, or says what it shows.
        private func isWatched(_ log: RunLog) -> Bool { lock.withLock { log.appLives || shown != nil } }

        /// Logs the state after a reaction, or at the end.
        private func noteState(_ call: NotedCall, after notice: Int? = nil) {
            guard let log else { return }
            let shown = lock.withLock { self.shown }
            let (playing, recording) = (shown?.playing?(), shown?.recording?())
            lock.withLock {
                var facts = self.facts
                (facts.showsPlaying, facts.showsRecording) = (playing, recording)
                facts.isSettled = waiting.isEmpty && log.held.isEmpty && underWay == 0
                log.add(.init(call, act: nil, facts: facts), reactionTo: notice)
            }
        }

        /// Posts the pending notifications in order, including those added while it runs. No lock is held while code
        /// under test runs.
        private func deliver() {
            let isFirst = lock.withLock {
                defer { isDelivering = true }
                return !isDelivering
            }
            guard isFirst else { return }
            var count = 0
            while let notice = next() {
                count += 1
                guard count <= Self.noticeLimit else { return reportEndlessReaction(to: notice) }
                hand(over: notice)
            }
        }

        /// More notices than any test causes with one call.
        private static let noticeLimit = 1_000

        private func reportEndlessReaction(to pending: PendingNotice) {
            let told = pending.told.map { "\($0)" } ?? pending.notice.map { "\($0.message)" } ?? "nothing"
            lock.withLock {
                waiting = []
                isDelivering = false
            }
            let text =
                "an observer calls the phone back without end: after \(Self.noticeLimit) notices by one call the next would be "
                + "\(told); let the observer act only if something has changed"
            report(text)
        }

        /// Reports a fault of the app that no row of `Response` describes.
        package func report(_ text: String) {
            if let log, log.run.isDisrupted { log.run.complain(text) } else { place.report(text) }
        }

        /// Posts them likewise at the end of a call of the app, which may not have taken its result yet.
        private func deliverInCall() {
            guard let log else { return deliver() }
            let wasInCall = lock.withLock {
                defer { log.isInCall = true }
                return log.isInCall
            }
            deliver()
            lock.withLock { log.isInCall = wasInCall }
        }

        private func next() -> PendingNotice? {
            lock.withLock {
                guard waiting.isEmpty else { return waiting.removeFirst() }
                isDelivering = false
                return nil
            }
        }

        private func hand(over pending: PendingNotice) {
            guard pending.notice != nil || pending.told.map(isPosted) == true else { return }
            guard delivery == .asDocumented else { return watched { post(pending) } }
            lock.withLock { underWay += 1 }
            let work: @Sendable () -> Void = { [weak self] in
                guard let self else { return }
                lock.withLock { underWay -= 1 }
                post(pending)
            }
            switch pending.told {
            case .routeChange, .availableInputsChange: background.async(execute: work)
            // An operation of the main queue, so that observers on that queue are called immediately on Linux, too.
            default: OperationQueue.main.addOperation(work)
            }
        }

        /// Runs work, and ends the program with a message if the work waits for itself: on Linux, Foundation equates
        /// the main thread with the main queue, which tests with an asynchronous `main` leave, so that an observer on
        /// the main queue waits for it even if the phone is called on it.
        private func watched(_ work: () -> Void) {
            #if os(Linux)
                guard MainQueue.isCurrent, !Thread.isMainThread, OperationQueue.current == nil else { return work() }
                let text =
                    "TestPhone(\(place.file):\(place.line)): an observer on the main queue waits for the main queue, on which the phone "
                    + "was called; create the phone with `delivery: .asDocumented` and await `settle()`, or observe with `queue: nil`\n"
                let watch = Watchdog(patience: patience, text)
                work()
                watch.end()
            #else
                work()
            #endif
        }

        /// Returns whether a notice reaches the app by a notification or a closure.
        private func isPosted(_ told: Device.Told) -> Bool {
            switch told {
            case .soundFinished, .callActivated, .callDeactivated, .remoteCommand: true
            default: told.notification(from: session) != nil
            }
        }

        private func post(_ pending: PendingNotice) {
            guard let log, let told = pending.told else { return postNow(pending) }
            lock.withLock {
                reactions += 1
                log.begin(told, facts: facts, appLives: log.appLives || shown != nil)
            }
            Reaction.perform(in: log) { postNow(pending) }
            let isEarly = lock.withLock {
                let isEarly = log.awaitsApp || log.isInCall || delivery == .asDocumented
                if isEarly { log.unchecked += log.openNotices.suffix(1) }
                return isEarly
            }
            if !isEarly { noteState(.state) }
            lock.withLock {
                reactions -= 1
                log.endReaction()
            }
        }

        private func postNow(_ pending: PendingNotice) {
            if let notice = pending.notice { running?.tell(notice) }
            switch pending.told {
            case nil: break
            case .soundFinished(let sound): lock.withLock { endings[sound] }?()
            case .callActivated: lock.withLock { callKit }?(true)
            case .callDeactivated: lock.withLock { callKit }?(false)
            case .remoteCommand(let command): lock.withLock { remoteCommands }?(command)
            case let told?:
                guard pending.notice == nil, let notification = told.notification(from: session) else { return }
                notificationCenter.post(notification)
            }
        }
    }

    #if os(Linux)
        /// The main queue, even if no main thread serves it.
        private enum MainQueue {
            private static let key = {
                let key = DispatchSpecificKey<Bool>()
                DispatchQueue.main.setSpecific(key: key, value: true)
                return key
            }()

            static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
        }
    #endif

    extension TestPhone {
        /// A system that no rule book covers.
        public struct UnknownSystem: Error, CustomStringConvertible, LocalizedError {
            /// The requested name.
            public let name: String

            /// The unknown name and the available ones, in a sentence.
            public var description: String {
                "there is no rule book \"\(name)\"; name one, or a version that one covers: \(RuleBook.choices)"
            }

            /// Returns the error for a name, or nil if a rule book covers it or the name is nil.
            static func objection(to name: String?) -> Self? {
                name.flatMap { RuleBook.named($0) == nil ? Self(name: $0) : nil }
            }

            /// The description for Foundation.
            public var errorDescription: String? { description }
        }
    }
#endif
