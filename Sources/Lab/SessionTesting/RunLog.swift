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
        var isOver = false
        private var made: [WeakReference] = []

        init(of run: DisruptedRun, observesMainThread: Bool) {
            (self.run, self.observesMainThread) = (run, observesMainThread)
        }

        func add(_ entry: DisruptionLog.Entry) {
            if !isOver { log.add(entry, crosses: !held.isEmpty) }
        }

        func begin(_ told: Device.Told, facts: LoggedFacts, appLives: Bool) {
            log.begin(told, facts: facts, appLives: appLives)
        }

        func endReaction() { log.endReaction() }

        func made(_ object: AnyObject) { made.append(WeakReference(object: object)) }

        /// Whether the app is alive, as far as known: it keeps a player or recorder, or has created none.
        var appLives: Bool { made.isEmpty || made.contains { $0.object != nil } }
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

        var objections: [String] { lock.withLock { complaints } }

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
