#if !os(macOS)
    internal import Foundation
    internal import SessionOracle
    internal import SessionPolicy

    /// The closures that return what an app shows.
    struct ShownState {
        let playing: (() -> Bool)?
        let recording: (() -> Bool)?
    }

    /// The events on one phone in one run of a test, in order. Guarded by the phone's lock until the run is over.
    final class RunLog: @unchecked Sendable {
        let run: DisruptedRun
        let observesMainThread: Bool
        private var log = DisruptionLog()
        var entries: [DisruptionLog.Entry] { log.entries }
        var steps: [Disruption.Step] = []
        /// Whether notices are held until the test uses the phone.
        var holdsNotices = false
        var held: [PendingNotice] = []
        /// Whether the test awaits the app, so that it is the app that acts.
        var awaitsApp = false
        /// Whether the app is notified in the middle of a call of its own.
        var isInCall = false
        /// The entries of notices after which the state is not logged yet.
        var unchecked: [Int] = []
        var isOver = false
        private var made: [WeakReference] = []

        init(of run: DisruptedRun, observesMainThread: Bool) {
            (self.run, self.observesMainThread) = (run, observesMainThread)
        }

        func add(_ entry: DisruptionLog.Entry, reactionTo notice: Int? = nil) {
            guard !isOver else { return }
            log.add(
                entry, crosses: !held.isEmpty,
                reactionTo: notice ?? (entry.act == nil ? nil : Reaction.current(in: self) ?? awaitedNotice))
        }

        private var awaitedNotice: Int? { awaitsApp ? openNotices.last : nil }

        /// The entries of the notices since the last act of the test.
        var openNotices: [Int] { log.openNotices }

        func begin(_ told: Device.Told, facts: LoggedFacts, appLives: Bool) {
            log.begin(told, facts: facts, appLives: appLives)
        }

        func endReaction() { log.endReaction() }

        func made(_ object: AnyObject) { made.append(WeakReference(object: object)) }

        /// Whether the app is alive, as far as known: it keeps a player or recorder, or has created none.
        var appLives: Bool { made.isEmpty || made.contains { $0.object != nil } }
    }

    /// The notice to which the current task of the app is a reaction.
    package struct Reaction: Sendable {
        @TaskLocal private static var current: Reaction?

        private let log: ObjectIdentifier
        private let place: Int

        /// Returns work that belongs to the present reaction.
        package static func binding(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            guard let reaction = current else { return work }
            return { $current.withValue(reaction, operation: work) }
        }

        static func perform(in log: RunLog, _ work: () -> Void) {
            let reaction = log.openNotices.last.map { Reaction(log: ObjectIdentifier(log), place: $0) }
            $current.withValue(reaction, operation: work)
        }

        static func current(in log: RunLog) -> Int? {
            current.flatMap { $0.log == ObjectIdentifier(log) ? $0.place : nil }
        }
    }

    private struct WeakReference {
        weak var object: AnyObject?
    }

    /// A run of a test whose phones log their events. May be used on any thread.
    final class DisruptedRun: @unchecked Sendable {
        /// The run of the current task.
        @TaskLocal static var current: DisruptedRun?

        /// The rule book of phones that name none.
        let rules: RuleBook?
        /// The disruption, and the call after which it begins; nil in the undisturbed run.
        let place: DisruptionPlace?
        /// Whether the test connects accessories itself, as the undisturbed run has shown.
        private let connectsAccessories: Bool
        private let lock = NSLock()
        private var count = 0
        private var hasBegun = false
        private var complaints: [String] = []
        private var phones: [TestPhone] = []

        init(rules: RuleBook?, place: DisruptionPlace? = nil, connectsAccessories: Bool = false) {
            (self.rules, self.place, self.connectsAccessories) = (rules, place, connectsAccessories)
        }

        var isDisrupted: Bool { place != nil }
        var steps: [Disruption.Step] { place?.disruption.steps ?? [] }
        var prelude: Disruption.Step? { connectsAccessories ? nil : place?.disruption.prelude }

        func makeLog(observesMainThread: Bool) -> RunLog { RunLog(of: self, observesMainThread: observesMainThread) }

        func add(_ phone: TestPhone) { lock.withLock { phones.append(phone) } }

        /// Counts a call or a new phone.
        ///
        /// - Returns: Whether the disruption begins after it.
        func countsUp(isCall: Bool) -> Bool {
            lock.withLock {
                guard isCall else { return false }
                count += 1
                return count == place?.gap
            }
        }

        func note(hasBegun: Bool) { lock.withLock { self.hasBegun = hasBegun } }

        /// Records why the test cannot be disrupted, as a sentence.
        func complain(_ text: String) {
            lock.withLock { if !complaints.contains(text) { complaints.append(text) } }
        }

        /// The complaints, each with the sentence about the disruption.
        var objections: [(text: String, place: String?)] {
            lock.withLock { complaints.map { ($0, place?.sentence) } }
        }

        /// The number of gaps so far.
        var gapCount: Int { lock.withLock { count } }

        /// Whether the disruption has happened, and the phone allowed it.
        var wasDisrupted: Bool { lock.withLock { hasBegun } }

        /// Returns the phones of the run with their logs, after delivering pending notices.
        func finish() async -> [(phone: TestPhone, entries: [DisruptionLog.Entry])] {
            var logs: [(phone: TestPhone, entries: [DisruptionLog.Entry])] = []
            for phone in lock.withLock({ phones }) {
                if let log = await phone.finish() { logs.append((phone, log.entries)) }
            }
            return logs
        }

        /// Releases the phones, whose logs refer to the run.
        func end() { lock.withLock { phones = [] } }

        /// Returns the logs likewise, for a caller that cannot wait.
        func finishNow() -> [(phone: TestPhone, entries: [DisruptionLog.Entry])] {
            lock.withLock { phones }.compactMap { phone in phone.finishNow().map { (phone, $0.entries) } }
        }
    }
#endif
