#if !os(macOS)
    import AVFAudio
    import Foundation
    import SessionOracle
    import SessionPolicy
    import Testing
    import XCTest

    @testable import SessionTesting

    /// An app with one player, made of what it does when it is told something.
    private final class App: @unchecked Sendable {
        let phone: TestPhone
        var song: TestPlayer
        var isPlaying = false
        private var goesOn = false
        private var hasTried = false
        let faults: Set<Response>
        /// Whether it responds in a task.
        private let usesTasks: Bool
        /// Whether it activates its session before it starts.
        private let activates: Bool

        init(
            _ phone: TestPhone, _ faults: Set<Response> = [], length: Duration? = nil, usesTasks: Bool = false,
            activates: Bool = true
        ) throws {
            (self.phone, self.faults, self.usesTasks, self.activates) = (phone, faults, usesTasks, activates)
            song = phone.player("song", length: length)
            try phone.session.setCategory(.playback)
            let center = phone.notificationCenter
            _ = center.addObserver(forName: AVAudioSession.interruptionNotification, object: nil, queue: nil) {
                [weak self] in
                let info = $0.userInfo ?? [:]
                let type = (info[AVAudioSessionInterruptionTypeKey] as? NSNumber)?.uintValue
                let options = (info[AVAudioSessionInterruptionOptionKey] as? NSNumber)?.uintValue
                let began = type == AVAudioSession.InterruptionType.began.rawValue
                let shouldResume = options == AVAudioSession.InterruptionOptions.shouldResume.rawValue
                guard let self, usesTasks else {
                    self?.interrupted(began, shouldResume)
                    return
                }
                Task {
                    await Task.yield()
                    await MainActor.run { self.interrupted(began, shouldResume) }
                }
            }
            _ = center.addObserver(forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil) {
                [weak self] in
                let reason = ($0.userInfo?[AVAudioSessionRouteChangeReasonKey] as? NSNumber)?.uintValue
                if reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue { self?.unplugged() }
            }
            _ = center.addObserver(
                forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: nil
            ) { [weak self] _ in self?.reset() }
            phone.appShows { [self] in isPlaying }
        }

        func play() {
            goesOn = false
            start()
        }

        func pause() {
            song.pause()
            (isPlaying, goesOn) = (false, false)
        }

        func stop() {
            song.stop()
            (isPlaying, goesOn) = (false, false)
            if !faults.contains(.givesTheSessionBack) {
                try? phone.session.setActive(false, options: .notifyOthersOnDeactivation)
            }
        }

        private func start() {
            do {
                if activates { try phone.session.setActive(true) }
                isPlaying = song.play()
            } catch {
                isPlaying = false
            }
            if faults.contains(.believesRefusals) { isPlaying = true }
        }

        private func interrupted(_ began: Bool, _ shouldResume: Bool) {
            if began {
                goesOn = isPlaying || faults.contains(.leavesPausedWhatWasPaused)
                if !faults.contains(.showsWhatIsHeard) { isPlaying = false }
                if faults.contains(.staysSilentWhenInterrupted), !hasTried { start() }
                hasTried = true
            } else if goesOn, !faults.contains(.resumes),
                shouldResume || faults.contains(.staysSilentWithoutShouldResume)
            {
                start()
            }
        }

        private func unplugged() {
            if !faults.contains(.pausesAtUnplug) { pause() }
        }

        private func reset() {
            (isPlaying, goesOn) = (false, false)
            if faults.contains(.startsAnewAfterReset) { return }
            song = phone.player("song")
            try? phone.session.setCategory(.playback)
        }
    }

    extension DisruptedTest {
        fileprivate func run(_ function: @Sendable () async throws -> Void) async throws -> [String] {
            try await run("a test", silently: { try? await $0() }, function)
        }
    }

    struct DisruptedTests {
        /// The reports about an app that is listened to, paused, and listened to again.
        private func reports(
            _ faults: Set<Response> = [], by disruptions: Disruption = .all, without responses: Set<Response> = [],
            system: String? = nil, _ work: (@Sendable (TestPhone) async throws -> Void)? = nil
        ) async throws -> [String] {
            let test = DisruptedTest(by: [disruptions], without: responses, system: system)
            return try await test.run {
                let phone = TestPhone()
                let app = try App(phone, faults)
                if let work { return try await work(phone) }
                app.play()
                #expect(DisruptedRun.current?.isDisrupted != false || app.isPlaying)
                _ = phone.device
                app.pause()
                _ = phone.device
                app.play()
                _ = phone.device
                app.stop()
            }
        }

        @Test("An app without a fault is not reported, under each rule book", arguments: RuleBook.all.map(\.name))
        func faultless(system: String) async throws {
            #expect(try await reports(system: system) == [])
        }

        @Test("Each row finds an app that does not keep to it, and one only that is on", arguments: Response.allCases)
        func row(_ response: Response) async throws {
            let found = try await reports([response])
            #expect(found.contains { $0.contains("Response.\(response))") }, "\(found)")
            for report in found {
                #expect(report.split(separator: "\n").count { $0.contains(#/^  [! ] [0-9]+\./#) } <= 8, "\(report)")
            }
            let others = try await reports([response], without: Set(Response.allCases))
            #expect(others == [])
        }

        @Test("A test without a phone runs once")
        func noPhone() async throws {
            let count = Counter()
            let test = DisruptedTest(by: [], without: [], system: nil)
            let found = try await test.run { count.add() }
            #expect(found == [] && count.value == 1)
        }

        @Test("A test that throws runs once, and its error is its own")
        func throwing() async throws {
            struct Failure: Error {}
            let count = Counter()
            let test = DisruptedTest(by: [], without: [], system: nil)
            await #expect(throws: Failure.self) {
                _ = try await test.run {
                    count.add()
                    _ = TestPhone()
                    throw Failure()
                }
            }
            #expect(count.value == 1)
        }

        @Test("A test that throws only when it is disrupted is judged all the same")
        func throwingWhenDisrupted() async throws {
            struct Failure: Error {}
            let found = try await reports([.resumes]) { phone in
                let app = try App(phone, [.resumes])
                app.play()
                _ = phone.device
                if !app.isPlaying { throw Failure() }
            }
            #expect(found.contains { $0.contains("Response.resumes") })
        }

        @Test("A test that goes by the clock is not disrupted, and told so")
        func realTime() {
            let test = DisruptedTest(by: [], without: [], system: nil)
            #expect(test.objection(toRuns: 100, eachOfSeconds: 0.5) == nil)
            #expect(
                test.objection(toRuns: 1000, eachOfSeconds: 0.5)
                    == "the test was not disrupted: it takes 500 ms of real time, and its 1000 runs would take 500 s; let time pass by "
                    + "`phone.device.advance(by:)`, or name fewer disruptions")
        }

        @Test("A test that does not end when it is disrupted ends the program with a sentence")
        func endless() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var test = DisruptedTest(by: [.declinedCall], without: [], system: nil)
                test.runPatience = 1
                _ = try await test.run {
                    let app = try App(TestPhone(), [.resumes])
                    app.play()
                    while !app.phone.device.isHeard("app/song") {}
                }
            }
            let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
            #expect(text.contains("a test does not end if a call came in and was declined in the gap after call"))
        }

        @Test("A phone that was made before its test is not disrupted, which is reported")
        func phoneFromOutside() async throws {
            let phone = TestPhone()
            let test = DisruptedTest(by: [], without: [], system: nil)
            let found = try await test.run { phone.device.ring() }
            #expect(found.count == 1)
            #expect(found.first?.contains("was made before the test began, and is not disrupted") == true, "\(found)")
        }

        @Test("A phone that a test keeps for the next run is reported likewise")
        func phoneOfAnotherRun() async throws {
            let kept = Kept()
            let test = DisruptedTest(by: [.declinedCall], without: [], system: nil)
            let found = try await test.run {
                kept.phone = kept.phone ?? TestPhone()
                kept.phone?.device.lock()
            }
            #expect(found.contains { $0.contains("was made before the test began") }, "\(found)")
        }

        @Test("A test that runs in parallel with itself is judged as it is alone")
        func parallel() async throws {
            let alone = try await reports([.resumes], by: .call)
            #expect(alone.count == 1)
            try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<4 { group.addTask { try await reports([.resumes], by: .call) } }
                for try await found in group { #expect(found == alone) }
            }
        }

        @Test("A handler that calls the phone back without end only when it is disrupted is reported")
        func endlessWhenDisrupted() async throws {
            let found = try await reports(by: .unplug) { phone in
                try phone.session.setCategory(.playAndRecord)
                try phone.session.setActive(true)
                let count = Counter()
                _ = phone.notificationCenter.addObserver(
                    forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
                ) { [session = phone.session] notification in
                    let reason = (notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? NSNumber)?.uintValue
                    guard count.value > 0 || reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue
                    else { return }
                    count.add()
                    try? session.overrideOutputAudioPort(count.value % 2 == 0 ? .none : .speaker)
                }
                _ = phone.device
            }
            let gap =
                "In the gap after call 1, the headphones were pulled out: an observer calls the phone back without end"
            #expect(found.contains { $0.hasPrefix(gap) }, "\(found)")
        }

        @Test(
            "An app that responds in a task is not reported, and one that does not respond is",
            arguments: [[], [Response.resumes], [.leavesPausedWhatWasPaused], [.showsWhatIsHeard]])
        func tasks(_ faults: Set<Response>) async throws {
            let found = try await DisruptedTest(by: [.declinedCall, .alarm], without: [], system: nil).run {
                let phone = TestPhone()
                let app = try App(phone, faults, usesTasks: true)
                app.play()
                await phone.settle()
                app.pause()
                await phone.settle()
            }
            for response in Response.allCases {
                #expect(
                    found.contains { $0.contains("Response.\(response))") } == faults.contains(response), "\(found)")
            }
        }

        @Test("An app pauses at an unplug unless its sound is silent or about to end")
        func prompts() async throws {
            for (length, volume, isFound) in [
                (Duration?.none, Float(1), true), (.seconds(60), 1, true), (.seconds(1), 1, false), (nil, 0, false),
            ] {
                let found = try await DisruptedTest(by: [.unplug], without: [], system: nil).run {
                    let phone = TestPhone()
                    let app = try App(phone, [.pausesAtUnplug], length: length)
                    app.song.volume = volume
                    app.play()
                    _ = phone.device
                }
                #expect(!found.isEmpty == isFound, "\(found)")
            }
        }

        @Test("A start after the media server's reset activates the session")
        func startActivates() async throws {
            let found = try await DisruptedTest(by: [.mediaServices], without: [], system: nil).run {
                let phone = TestPhone()
                let app = try App(phone, activates: false)
                app.play()
                _ = phone.device
                app.pause()
                _ = phone.device
                app.play()
                _ = phone.device
                app.stop()
            }
            #expect(found == [])
        }

        @Test("Two phones in one test are disrupted each by itself")
        func severalPhones() async throws {
            let found = try await reports { phone in
                let one = try App(phone)
                let other = TestPhone()
                let two = try App(other, [.resumes])
                one.play()
                two.play()
                _ = (phone.device, other.device)
            }
            #expect(found.count == 1 && found.allSatisfy { $0.contains("Response.resumes") }, "\(found)")
        }

        @Test("A test whose notifications come on Apple's threads is disrupted where it settles")
        func asynchronous() async throws {
            for faults: Set<Response> in [[], [.resumes]] {
                let test = DisruptedTest(by: [.declinedCall], without: [], system: nil)
                let found = try await test.run {
                    let phone = TestPhone(delivery: .asDocumented)
                    let app = try App(phone, faults)
                    app.play()
                    await phone.settle()
                    app.pause()
                    await phone.settle()
                }
                #expect(found.map { $0.contains("Response.resumes") } == faults.map { _ in true }, "\(found)")
            }
        }

        @Test("In a disrupted run the phone's expectations are silent, and in the first they count")
        func expectations() async throws {
            let found = try await reports { phone in
                let app = try App(phone)
                app.play()
                phone.expect(heard: ["app/song"])
            }
            #expect(found == [])
        }

        @Test("An observer that calls the phone back without end is reported, and the test goes on")
        func endlessReaction() throws {
            try withKnownIssue {
                let phone = TestPhone()
                try phone.session.setCategory(.playAndRecord)
                try phone.session.setActive(true)
                let isOn = Counter()
                _ = phone.notificationCenter.addObserver(
                    forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
                ) { [session = phone.session] _ in
                    isOn.add()
                    try? session.overrideOutputAudioPort(isOn.value % 2 == 0 ? .none : .speaker)
                }
                phone.device.plug(.headphones)
            } matching: { issue in
                issue.comments.contains { $0.rawValue.contains("calls the phone back without end") }
            }
        }

        @Test("In XCTest assertions of a disrupted run do not count, and violations do")
        func xctest() throws {
            #if os(Linux)
                let testCase = DisruptedTestCase(name: "disrupted") { _ in
                    runDisrupted(by: .declinedCall) {
                        guard let app = try? App(TestPhone()) else { return }
                        app.play()
                        _ = app.phone.device
                        XCTAssert(app.isPlaying && app.phone.device.isHeard("app/song"))
                        app.phone.device.ring()
                        XCTAssert(!app.isPlaying)
                    }
                }
                testCase.run()
                #expect(testCase.testRun?.totalFailureCount == 0)
            #endif
        }
    }

    /// Keeps a phone; one thread at a time.
    private final class Kept: @unchecked Sendable {
        var phone: TestPhone?
    }

    /// Counts; any thread.
    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0
        var value: Int { lock.withLock { count } }
        func add() { lock.withLock { count += 1 } }
    }

    @Suite("The trait disrupts each test of a suite", .disrupted(by: .call, .unplug, system: "iOS 17"))
    struct DisruptedSuiteTests {
        @Test("One that uses a phone")
        func player() throws {
            let phone = TestPhone()
            #expect(phone.device.rules == RuleBook.named("iOS 17"))
            let app = try App(phone)
            app.play()
            phone.expect(heard: ["app/song"])
        }

        @Test("One that uses none, with arguments", arguments: [1, 2])
        func nothing(number: Int) { #expect(number > 0) }
    }
#endif
