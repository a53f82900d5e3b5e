#if !os(macOS)
    internal import Foundation
    internal import SessionOracle
    internal import SessionPolicy

    /// A test that runs once undisturbed, and once more for each gap between two calls and each disruption.
    struct DisruptedTest: Sendable {
        let disruptions: Disruption
        let responses: Set<Response>
        let rules: RuleBook?

        /// The time limit for all runs of a test, in seconds of real time.
        static let patience = 400.0
        /// The time limit for one run, in seconds of real time.
        var runPatience = 120.0

        init(by disruptions: [Disruption], without responses: Set<Response>, system: String?) {
            self.disruptions = disruptions.isEmpty ? .all : disruptions.reduce([]) { $0.union($1) }
            self.responses = Set(Response.allCases).subtracting(responses)
            rules = system.flatMap { RuleBook.named($0) }
        }

        /// Prepares the runs that follow the undisturbed one.
        ///
        /// - Returns: The places of the disruptions, and whether the test connects accessories itself.
        func places(after run: DisruptedRun, _ logs: [(phone: TestPhone, entries: [DisruptionLog.Entry])]) -> (
            places: [DisruptionPlace], connectsAccessories: Bool
        ) {
            let connects = logs.contains { DisruptionLog.connects($0.entries, on: $0.phone.current) }
            return (DisruptionPlace.all(of: disruptions, gaps: run.gapCount), connects)
        }

        /// Runs a test once undisturbed, and then disrupted.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - silently: Runs work whose failures do not count.
        ///   - function: The test.
        /// - Returns: A report for each response that the app violates.
        /// - Throws: Errors of the undisturbed run.
        func run(
            _ name: String, silently: @escaping (@Sendable () async throws -> Void) async -> Void,
            _ function: @Sendable () async throws -> Void
        ) async throws -> [String] {
            var series = DisruptedSeries(self, of: name)
            while let run = series.next() {
                defer { run.end() }
                // Errors of a disrupted run do not count.
                if run.isDisrupted {
                    await silently { try? await DisruptedRun.$current.withValue(run) { try await function() } }
                } else {
                    try await DisruptedRun.$current.withValue(run) { try await function() }
                }
                series.judge(await run.finish(), of: run)
            }
            return series.reports
        }

        func runNow(_ name: String, _ function: () throws -> Void) rethrows -> [String] {
            var series = DisruptedSeries(self, of: name)
            while let run = series.next() {
                defer { run.end() }
                do { try DisruptedRun.$current.withValue(run) { try function() } } catch {
                    if !run.isDisrupted { throw error }
                }
                series.judge(run.finishNow(), of: run)
            }
            return series.reports
        }

        /// Returns an objection to a test that depends on the machine's clock, or nil if it can be run that often.
        func objection(toRuns count: Int, eachOfSeconds seconds: Double) -> String? {
            guard Double(count) * seconds > Self.patience else { return nil }
            let (one, all) = (Int((seconds * 1000).rounded()), Int((Double(count) * seconds).rounded()))
            return
                "the test was not disrupted: it takes \(one) ms of real time, and its \(count) runs would take \(all) s; let "
                + "time pass by `phone.device.advance(by:)`, or name fewer disruptions"
        }
    }

    /// The runs of a test in order, and their findings.
    struct DisruptedSeries {
        private let test: DisruptedTest
        private let name: String
        private let start = Date()
        private var findings = Findings()
        private var places: [DisruptionPlace]?
        private var connectsAccessories = false
        private var watch: Watchdog?
        private var objections: [(text: String, report: String)] = []

        init(_ test: DisruptedTest, of name: String) { (self.test, self.name) = (test, name) }

        /// Returns the next run: first the undisturbed one; nil after the last.
        mutating func next() -> DisruptedRun? {
            guard places != nil else { return DisruptedRun(rules: test.rules) }
            guard let place = places?.popLast() else { return nil }
            watch = Watchdog(
                patience: test.runPatience,
                "\(name) does not end if \(place.disruption.sentence) in the gap after call \(place.gap): after "
                    + "\(Int(test.runPatience)) s the program is ended. Let loops of the test end also when nothing is heard\n"
            )
            return DisruptedRun(rules: test.rules, place: place, connectsAccessories: connectsAccessories)
        }

        /// Judges a finished run; after the undisturbed one, finds the places of the others.
        mutating func judge(_ logs: [(phone: TestPhone, entries: [DisruptionLog.Entry])], of run: DisruptedRun) {
            watch?.end()
            if run.isDisrupted, run.wasDisrupted { findings.countRun() }
            if !run.isDisrupted || run.wasDisrupted {
                for log in logs {
                    findings.judge(log.entries, of: log.phone.current, at: run.place, by: test.responses)
                }
            }
            for (text, place) in run.objections where !objections.contains(where: { $0.text == text }) {
                objections.append((text, place.map { "\($0): \(text)" } ?? text))
            }
            guard places == nil else { return }
            let seconds = Date().timeIntervalSince(start)
            let (found, connects) = test.places(after: run, logs)
            (places, connectsAccessories) = (found.reversed(), connects)
            if let objection = test.objection(toRuns: found.count, eachOfSeconds: seconds) {
                (places, findings, objections) = ([], Findings(), [(objection, objection)])
            }
        }

        /// A report for each violated row, and for each reason why the test was not disrupted.
        var reports: [String] { findings.reports + objections.map(\.report) }
    }

    /// Ends the process with a sentence if something has not ended in time.
    final class Watchdog: @unchecked Sendable {
        private let item: DispatchWorkItem

        init(patience: Double, _ text: String) {
            item = DispatchWorkItem {
                FileHandle.standardError.write(Data(text.utf8))
                exit(EXIT_FAILURE)
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: item)
        }

        func end() { item.cancel() }
    }
#endif
