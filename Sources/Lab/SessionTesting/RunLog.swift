#if !os(macOS)
    internal import Foundation
    internal import SessionOracle
    internal import SessionPolicy

    /// A call that has reached the phone, or something else that the log of a run notes.
    enum NotedCall: Hashable, Sendable {
        /// A start of a sound: an object that died with the media server is `lost`.
        case play, playLost
        case pause, stop
        case recordStart, recordLost, recordPause, recordStop
        case activate
        case deactivate(notifiesOthers: Bool)
        case declare
        /// Any other act of the app.
        case other
        /// An act of the test that is not the app's.
        case act
        /// A step of the disruption.
        case disruption
        /// The app is told something; how things are when its observers have returned; and how they are in the end.
        case told(Device.Told)
        case state, end

        /// Classifies an event in the log of an app's phone.
        init(_ event: Event, of app: String, in phone: Device) {
            guard case .app(let id, let act) = event, phone.app(app)?.id == id else {
                self = .act
                return
            }
            self =
                switch act {
                case .play: .play
                case .playLost: .playLost
                case .pause: .pause
                case .stop: .stop
                case .record(let starts): starts ? .recordStart : .recordStop
                case .setActive(true, _): .activate
                case .setActive(false, let notifies): .deactivate(notifiesOthers: notifies)
                case .setCategory, .changeCategory, .setOption: .declare
                case .enteredForeground, .enteredBackground, .quit, .crashed, .launched: .act
                default: .other
                }
        }

        /// Whether an event is a call behind which there is a gap.
        static func counts(_ event: Event) -> Bool {
            switch event {
            case .app(_, .ask), .app(_, .requestRecordPermission), .deadlineReached: false
            default: true
            }
        }
    }

    /// The facts that the rows look at after each call.
    struct LoggedFacts: Hashable, Sendable {
        let isRunning: Bool
        let isRecording: Bool
        let outputs: PortSet
        /// Whether the app's session is for a chat.
        let isChat: Bool
        let mediaServicesAreLost: Bool
        /// Whether another app is interrupted by this one.
        let interruptsOthers: Bool
        /// nil if the app has not said what it shows.
        var showsPlaying: Bool?
        var showsRecording: Bool?
        /// Whether the app has been told everything.
        var isSettled = true

        init(of phone: Device, app name: String) {
            let app = phone.app(name)
            isRunning = app?.hasRunningSound ?? false
            isRecording = app?.recording == .running
            outputs = phone.outputSet
            isChat = app.map { [.voiceChat, .videoChat, .gameChat].contains($0.session.mode) } ?? false
            mediaServicesAreLost = phone.state.mediaServicesAreLost
            interruptsOthers = phone.state.apps.contains { other in
                app.map { app in other.causes.contains { $0.app == app.id } } ?? false
            }
        }
    }

    /// The closures by which an app says what it shows.
    struct ShownState {
        let playing: (() -> Bool)?
        let recording: (() -> Bool)?
    }

    /// The events on one phone in one run of a test, in order. Under the phone's lock, until the run is over.
    final class RunLog: @unchecked Sendable {
        struct Entry: Sendable {
            let call: NotedCall
            /// The number of the act on the phone; nil for what is no act.
            let act: Int?
            let isRefused: Bool
            let facts: LoggedFacts
            /// The place of the entry that tells the app what this is a reaction to.
            var reaction: Int?
            /// Whether the app still lives that is told.
            var appLives = true
            /// Whether the app has not been told yet of what happened before: call and notice cross each other.
            var crosses = false

            init(_ call: NotedCall, act: Int?, isRefused: Bool = false, facts: LoggedFacts) {
                (self.call, self.act, self.isRefused, self.facts) = (call, act, isRefused, facts)
            }
        }

        let run: DisruptedRun
        let observesMainThread: Bool
        private(set) var entries: [Entry] = []
        /// The steps of the disruption that are still to come.
        var steps: [Disruption.Step] = []
        /// Whether notices wait until the test itself touches the phone.
        var holdsNotices = false
        var held: [Device.Told] = []
        var isOver = false
        /// The places of the notices whose observers run now.
        private var reactions: [Int] = []
        private var made: [WeakReference] = []

        init(of run: DisruptedRun, observesMainThread: Bool) {
            (self.run, self.observesMainThread) = (run, observesMainThread)
        }

        func add(_ entry: Entry) {
            guard !isOver else { return }
            var entry = entry
            entry.reaction = entry.call == .disruption ? nil : reactions.last
            entry.crosses = !held.isEmpty
            entries.append(entry)
        }

        func begin(_ told: Device.Told, facts: LoggedFacts, appLives: Bool) {
            var entry = Entry(.told(told), act: nil, facts: facts)
            entry.appLives = appLives
            entries.append(entry)
            reactions.append(entries.count - 1)
        }

        func endReaction() { reactions.removeLast() }

        func made(_ object: AnyObject) { made.append(WeakReference(object: object)) }

        /// Whether the app lives, as far as can be known: it keeps a player or a recorder, or has made none.
        var appLives: Bool { made.isEmpty || made.contains { $0.object != nil } }
    }

    private struct WeakReference {
        weak var object: AnyObject?
    }

    /// One run of a test whose phones note what happens to them. Any thread.
    final class DisruptedRun: @unchecked Sendable {
        /// The run in which the current task is.
        @TaskLocal static var current: DisruptedRun?

        /// The rule book of phones that name none.
        let rules: RuleBook?
        /// The disruption, and the number of calls behind which it begins; nil in the run that is undisturbed.
        let place: Place?
        /// Whether the test connects accessories itself, as the undisturbed run has shown.
        private let connectsAccessories: Bool
        private let lock = NSLock()
        private var count = 0
        private var hasBegun = false
        private var complaints: [String] = []
        private var phones: [TestPhone] = []

        struct Place: Hashable, Sendable {
            let disruption: Disruption
            let gap: Int
        }

        init(rules: RuleBook?, place: Place? = nil, connectsAccessories: Bool = false) {
            (self.rules, self.place, self.connectsAccessories) = (rules, place, connectsAccessories)
        }

        var isDisrupted: Bool { place != nil }
        var steps: [Disruption.Step] { place?.disruption.steps ?? [] }
        var prelude: Disruption.Step? { connectsAccessories ? nil : place?.disruption.prelude }

        func makeLog(observesMainThread: Bool) -> RunLog { RunLog(of: self, observesMainThread: observesMainThread) }

        func add(_ phone: TestPhone) { lock.withLock { phones.append(phone) } }

        /// Counts a call, or a phone that was made.
        ///
        /// - Returns: Whether the disruption begins behind it.
        func countsUp(isCall: Bool) -> Bool {
            lock.withLock {
                guard isCall else { return false }
                count += 1
                return count == place?.gap
            }
        }

        func note(hasBegun: Bool) { lock.withLock { self.hasBegun = hasBegun } }

        /// Notes what keeps the test from being disrupted, as a sentence.
        func complain(_ text: String) {
            lock.withLock { if !complaints.contains(text) { complaints.append(text) } }
        }

        /// The sentences about it.
        var objections: [String] { lock.withLock { complaints } }

        /// The number of gaps so far.
        var gapCount: Int { lock.withLock { count } }

        /// Whether the disruption has come, and the phone allowed it.
        var wasDisrupted: Bool { lock.withLock { hasBegun } }

        /// The phones of the run, each with its log, when all that waits has been told.
        func finish() async -> [(phone: TestPhone, entries: [RunLog.Entry])] {
            var logs: [(phone: TestPhone, entries: [RunLog.Entry])] = []
            for phone in lock.withLock({ phones }) {
                if let log = await phone.finish() { logs.append((phone, log.entries)) }
            }
            return logs
        }

        /// Lets the phones go, which know the run by their logs.
        func end() { lock.withLock { phones = [] } }

        /// Returns the logs likewise, for a caller that cannot wait.
        func finishNow() -> [(phone: TestPhone, entries: [RunLog.Entry])] {
            lock.withLock { phones }.compactMap { phone in phone.finishNow().map { (phone, $0.entries) } }
        }
    }
#endif
