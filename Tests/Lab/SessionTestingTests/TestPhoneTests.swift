#if !os(macOS)
    import AVFAudio
    import Dispatch
    import Foundation
    import SessionOracle
    import SessionPolicy
    import Testing

    @testable import SessionTesting

    /// A value behind a lock; `Mutex` would need a younger system of Apple's than the phone does.
    private final class Guarded<Value>: @unchecked Sendable {
        private let lock = NSLock()
        private var value: Value

        init(_ value: Value) { self.value = value }

        func withLock<Result>(_ work: (inout Value) -> Result) -> Result { lock.withLock { work(&value) } }
    }

    /// The notifications that an observer got, in order.
    private final class Log: Sendable {
        private let lines = Guarded<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }

        /// Observes all that an app observes of its session.
        init(_ center: NotificationCenter, object: AnyObject? = nil) {
            let names = [
                AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification,
                AVAudioSession.silenceSecondaryAudioHintNotification, AVAudioSession.mediaServicesWereLostNotification,
                AVAudioSession.mediaServicesWereResetNotification,
            ]
            for name in names {
                _ = center.addObserver(forName: name, object: object, queue: nil) { [weak self] in
                    self?.add(Self.line($0))
                }
            }
        }

        /// A notification as an app reads it: by Apple's keys and types.
        private static func line(_ notification: Notification) -> String {
            let info = notification.userInfo ?? [:]
            func number(_ key: String) -> UInt? { (info[key] as? NSNumber)?.uintValue ?? info[key] as? UInt }
            switch notification.name {
            case AVAudioSession.interruptionNotification:
                switch number(AVAudioSessionInterruptionTypeKey).flatMap(AVAudioSession.InterruptionType.init) {
                case .began: return "began"
                case .ended:
                    let options = number(AVAudioSessionInterruptionOptionKey).map(
                        AVAudioSession.InterruptionOptions.init)
                    return options?.contains(.shouldResume) == true ? "ended, should resume" : "ended"
                case nil: return "an interruption of no type"
                }
            case AVAudioSession.routeChangeNotification:
                let reason = number(AVAudioSessionRouteChangeReasonKey).flatMap(AVAudioSession.RouteChangeReason.init)
                return "route: \(reason.map { "\($0)" } ?? "no reason")"
            case AVAudioSession.silenceSecondaryAudioHintNotification:
                let type = number(AVAudioSessionSilenceSecondaryAudioHintTypeKey)
                    .flatMap(AVAudioSession.SilenceSecondaryAudioHintType.init)
                return "hint: \(type.map { "\($0)" } ?? "no type")"
            default: return notification.name == AVAudioSession.mediaServicesWereLostNotification ? "lost" : "reset"
            }
        }
    }

    #if os(Linux)
        /// A notification of the life cycle as an app reads it: by Apple's keys and types.
        private func lifeCycleLine(_ notification: Notification) -> String {
            let info = notification.userInfo ?? [:]
            switch notification.name {
            case AVAudioSession.didBecomeActiveNotification: return "active"
            case AVAudioSession.didBecomeInactiveNotification:
                let context = info[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
                guard let context else { return "inactive without a context" }
                guard context.source == .system else { return "inactive by the app" }
                return "inactive by the system: \(context.interruptionContext.map { "\($0.reason)" } ?? "no reason")"
            default:
                let context = info[AVAudioSession.resumptionContextKey] as? AVAudioSession.ResumptionContext
                return context?.recommendation == .shouldResume ? "resume" : "no resumption"
            }
        }
    #endif

    struct TestPhoneTests {
        @Test("A declined call is told as Apple tells it, and leaves it to the app to go on")
        func declinedCall() throws {
            let phone = TestPhone()
            let log = Log(phone.notificationCenter, object: phone.session)
            let song = phone.player("song")
            try phone.session.setCategory(.playback)
            #expect(song.play())
            phone.device.ring()
            #expect(!song.isPlaying)
            phone.expect(heard: ["ringtone"])
            phone.device.decline()
            #expect(!song.isPlaying, "nothing is resumed in the app's stead")
            phone.expect(told: [.interruptionEnded(shouldResume: true)])
            phone.expect(told: [.interruptionEnded(shouldResume: true), .resumptionRecommended(true)])
            #expect(log.all == ["began", "ended, should resume"])
            #expect(song.play())
            phone.expect(heard: ["app/song"])
        }

        #if os(Linux)
            // Compiled only where the SDK is sure to have the names of iOS 27.
            @Test(
                "The life cycle of iOS 27 is told under Apple's names, with its contexts, beside the interruption; iOS 26 tells none"
            )
            func lifeCycle() throws {
                #expect(try toldOfDeclinedCall("iOS 26") == ["began", "ended, should resume"])
                #expect(
                    try toldOfDeclinedCall("iOS 27") == [
                        "active", "began", "inactive by the system: default", "ended, should resume", "resume",
                        "active",
                        "inactive by the app",
                    ])
            }

            /// The notifications to an app that plays on a phone of a system, continues after a declined call, and
            /// deactivates its session.
            private func toldOfDeclinedCall(_ system: String) throws -> [String] {
                let phone = try TestPhone(system: system)
                let log = Log(phone.notificationCenter, object: phone.session)
                for name in [
                    AVAudioSession.didBecomeActiveNotification, AVAudioSession.didBecomeInactiveNotification,
                    AVAudioSession.resumptionRecommendationNotification,
                ] {
                    _ = phone.notificationCenter.addObserver(forName: name, object: phone.session, queue: nil) {
                        log.add(lifeCycleLine($0))
                    }
                }
                let song = phone.player("song")
                try phone.session.setCategory(.playback)
                song.play()
                phone.device.ring()
                phone.device.decline()
                song.play()
                song.stop()
                try phone.session.setActive(false)
                return log.all
            }

            @Test("A phone at an ear is told by UIKit's notification, which has no session")
            func proximity() throws {
                let phone = try TestPhone(system: "iOS 17")
                let log = Log(phone.notificationCenter, object: phone.session)
                let name = Notification.Name("UIDeviceProximityStateDidChangeNotification")
                _ = phone.notificationCenter.addObserver(forName: name, object: nil, queue: nil) { told in
                    log.add("ear \(told.object == nil)")
                }
                phone.device.setProximity(to: .near)
                phone.device.setProximity(to: .near)
                phone.device.setProximity(to: .far)
                #expect(log.all == ["ear true", "ear true"])
                #expect(
                    phone.device.allEvents(of: "app") == [.proximityStateChange(.near), .proximityStateChange(.far)])
            }

            @Test("A muted output, the person's wish to hear and a new microphone are told under the names of iOS 26")
            func outputMute() throws {
                let phone = try TestPhone(system: "iOS 26")
                let log = Log(phone.notificationCenter, object: phone.session)
                for name in [
                    AVAudioSession.outputMuteStateChangeNotification,
                    AVAudioSession.userIntentToUnmuteOutputNotification,
                    AVAudioSession.availableInputsChangeNotification,
                ] {
                    _ = phone.notificationCenter.addObserver(forName: name, object: phone.session, queue: nil) { told in
                        let isMuted = told.userInfo?[AVAudioSession.muteStateKey] as? NSNumber
                        log.add(told.name.rawValue.dropFirst(14) + (isMuted.map { " \($0)" } ?? ""))
                    }
                }
                try phone.session.setCategory(.playAndRecord)
                try phone.session.setActive(true)
                try phone.device.step(#"{"do": "setOutputMuted", "app": "app", "to": true}"#)
                phone.device.pressVolume(.up)
                phone.device.plug(.headset)
                #expect(
                    log.all == [
                        "route: categoryChange", "OutputMuteStateChangeNotification 1",
                        "UserIntentToUnmuteOutputNotification", "route: newDeviceAvailable",
                        "AvailableInputsChangeNotification",
                    ])
            }
        #endif

        @Test("Headphones that are pulled out are told before anything else, and nothing pauses in the app's stead")
        func unplug() throws {
            let phone = TestPhone()
            let log = Log(phone.notificationCenter)
            try phone.session.setCategory(.playback)
            phone.device.plug(.headphones)
            let song = phone.player("song")
            song.play()
            #expect(phone.session.outputPorts == [.headphones])
            phone.device.unplug(.headphones)
            #expect(phone.session.outputPorts == [.builtInSpeaker])
            #expect(song.isPlaying)
            #expect(log.all.suffix(1) == ["route: oldDeviceUnavailable"])
        }

        @Test("What the session answers and refuses is the policy's, by Apple's codes")
        func session() throws {
            let phone = TestPhone()
            let session: any AudioSession = phone.session
            #expect(session.category == .soloAmbient && session.mode == .default && session.categoryOptions == [])
            try session.setCategory(.playAndRecord, mode: .voiceChat, options: [.defaultToSpeaker])
            #expect(session.category == .playAndRecord && session.mode == .voiceChat)
            #expect(session.categoryOptions.contains(.defaultToSpeaker))
            try session.setCategory(.playback)
            #expect(session.categoryOptions == [] && session.mode == .default)
            try session.setActive(true)
            #expect(session.outputVolume == 0.5)
            phone.device.pressVolume(.up)
            #expect(session.outputVolume == 0.5625)
            #expect(!session.isOtherAudioPlaying)
            expectCode(.badParam) { try session.overrideOutputAudioPort(.speaker) }
            expectCode(.badParam) { try session.setCategory(AVAudioSession.Category(rawValue: "Loud")) }
            phone.device.launch("game")  // The app is behind now.
            try session.setActive(false)
            phone.device.play("game", "effect")
            expectCode(.cannotInterruptOthers) { try session.setActive(true) }
        }

        private func expectCode(_ code: AVAudioSession.ErrorCode, _ work: () throws -> Void, line: Int = #line) {
            let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
            do {
                try work()
                Issue.record("nothing was refused", sourceLocation: place)
            } catch {
                let error = error as NSError
                #expect(error.domain == NSOSStatusErrorDomain, sourceLocation: place)
                #expect(error.code == code.rawValue, sourceLocation: place)
                #expect(!error.localizedDescription.isEmpty, sourceLocation: place)
            }
        }

        @Test("Each category, mode and port of the policy is one of Apple's, and comes back the same")
        func words() throws {
            let phone = TestPhone(rules: .modern)
            let categories: [AVAudioSession.Category] = [
                .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
            ]
            for category in categories {
                try phone.session.setCategory(category)
                #expect(phone.session.category == category)
            }
            let modes: [(AVAudioSession.Mode, AVAudioSession.Category)] = [
                (.default, .playback), (.moviePlayback, .playback), (.spokenAudio, .playback),
                (.voicePrompt, .playback),
                (.voiceChat, .playAndRecord), (.videoChat, .playAndRecord), (.gameChat, .playAndRecord),
                (.videoRecording, .record), (.measurement, .record),
            ]
            for (mode, category) in modes {
                try phone.session.setCategory(category, mode: mode)
                #expect(phone.session.mode == mode)
            }
            #expect(Set(SessionPolicy.Port.allCases.map(\.apple)).count == SessionPolicy.Port.allCases.count)
        }

        @Test("What an observer causes is told after what caused it, once every observer has returned")
        func nested() throws {
            let phone = TestPhone()
            let log = Log(phone.notificationCenter)
            try phone.session.setCategory(.playback)
            phone.player("song").play()
            let session = phone.session
            _ = phone.notificationCenter.addObserver(
                forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
            ) { notification in
                let reason = (notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? NSNumber)?.uintValue
                guard reason == AVAudioSession.RouteChangeReason.newDeviceAvailable.rawValue else { return }
                log.add("the observer begins")
                _ = try? session.setCategory(.playAndRecord, mode: .default, options: [])
                log.add("the observer ends")
            }
            phone.device.plug(.headset)
            // Observers of one notification are called in any order.
            let told = log.all
            #expect(Set(told.prefix(3)) == ["route: newDeviceAvailable", "the observer begins", "the observer ends"])
            #expect(told.dropFirst(3) == ["route: categoryChange"])
        }

        @Test("As documented: a route change comes off the main queue, an interruption on it")
        func threads() async throws {
            let phone = TestPhone(delivery: .asDocumented)
            // A program with an asynchronous `main` has a main queue, and no main thread that serves it.
            let key = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: key, value: true)
            let threads = Guarded<[String]>([])
            for name in [AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification] {
                _ = phone.notificationCenter.addObserver(forName: name, object: nil, queue: nil) { notification in
                    let isMain = DispatchQueue.getSpecific(key: key) ?? false
                    threads.withLock { $0.append("\(notification.name.rawValue) \(isMain)") }
                }
            }
            try phone.session.setCategory(.playback)
            phone.player("song").play()
            phone.device.plug(.headphones)
            phone.device.ring()
            await phone.settle()
            #expect(threads.withLock { $0.contains("AVAudioSessionRouteChangeNotification false") })
            #expect(threads.withLock { $0.contains("AVAudioSessionInterruptionNotification true") })
        }

        @Test("Two phones on one centre are told apart by the object of their notifications")
        func oneCenter() throws {
            let center = NotificationCenter()
            let (one, other) = (TestPhone(notificationCenter: center), TestPhone(notificationCenter: center))
            let (ofOne, ofOther) = (Log(center, object: one.session), Log(center, object: other.session))
            one.player("song").play()
            one.device.ring()
            #expect(ofOne.all == ["began"])
            #expect(ofOther.all == [])
            _ = other
        }

        @Test("A player that was made before the media server was reset plays no more, and the story says why")
        func oldPlayer() throws {
            let phone = TestPhone()
            let song = phone.player("song")
            let unused = phone.player("chime")
            try phone.session.setCategory(.playback)
            #expect(song.play())
            phone.device.mediaServices(.lost)
            #expect(!song.isPlaying && !song.play())
            phone.device.mediaServices(.reset)
            // What an app does that cleans up is no fault.
            song.pause()
            song.stop()
            #expect(phone.device.refusal == nil)
            try phone.session.setCategory(.playback)
            for old in [song, unused] {
                #expect(!old.play() && !old.isPlaying)
                #expect(phone.device.refusal == .mediaServicesFailed)
                #expect(phone.device.refusalSentence?.contains("lost with the media server") == true)
                phone.expect(heard: [])
            }
            #expect(phone.story.contains("R-MS-1"))
            let again = phone.player("song")
            #expect(again.play() && again.isPlaying)
            phone.expect(heard: ["app/song"])
            // The old one does nothing to the sound of its name.
            song.pause()
            song.stop()
            #expect(again.isPlaying && !song.isPlaying)
            phone.expect(heard: ["app/song"])
        }

        @Test("An app that is paused under the lock for half a minute hears that it was suspended")
        func suspended() throws {
            for (system, told) in [("iOS 14", ["began"]), ("iOS 18", [])] {
                let phone = try TestPhone(system: system)
                let song = phone.player("song")
                try phone.session.setCategory(.playback)
                #expect(song.play())
                phone.device.lock()
                song.pause()
                phone.device.advance(by: .seconds(15))
                #expect(phone.device.phase(of: "app") == "active")
                phone.device.advance(by: .seconds(15))
                #expect(phone.device.phase(of: "app") == "inactive")
                let log = Log(phone.notificationCenter, object: phone.session)
                #expect(song.play() && song.isPlaying)
                #expect(log.all == told)
                phone.expect(heard: ["app/song"])
            }
        }

        @Test("A session whose phone is gone refuses in words, and posts nothing")
        func gone() {
            var phone: TestPhone? = TestPhone()
            let session = phone!.session
            let player = phone!.player("song")
            phone = nil
            do {
                try session.setActive(true)
                Issue.record("nothing was refused")
            } catch {
                #expect((error as NSError).code == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
                #expect((error as NSError).localizedDescription.contains("keep it in a variable"))
            }
            #expect(!player.play() && !player.isPlaying)
            #expect(session.outputPorts == [] && session.category == .soloAmbient)
        }

        @Test(
            "A phone that goes while notifications are on their way says so at its own line, and posts none of them later"
        )
        func goneUnderWay() async throws {
            let center = NotificationCenter()
            let log = Log(center)
            // The main queue stands still until the phone is gone.
            let hold = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { hold.wait() }
            withKnownIssue {
                let phone = TestPhone(notificationCenter: center, delivery: .asDocumented)
                phone.player("song").play()
                phone.device.ring()
            } matching: { issue in
                let text = issue.comments.map(\.rawValue).joined()
                return text.contains("3 notifications are not posted") && text.contains("await phone.settle()")
                    && issue.sourceLocation?.fileName == "TestPhoneTests.swift"
            }
            hold.signal()
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            #expect(log.all == [])
        }

        @Test("Observers on queues of their own, and calls from several threads: each is told everything, once")
        func severalQueues() throws {
            let phone = TestPhone()
            let count = 3
            let seen = Guarded(Array(repeating: [String](), count: count))
            // Foundation on Linux does not keep them.
            let queues = (0..<count).map { _ in OperationQueue() }
            for (number, queue) in queues.enumerated() {
                queue.maxConcurrentOperationCount = 1
                _ = phone.notificationCenter.addObserver(
                    forName: AVAudioSession.interruptionNotification, object: phone.session, queue: queue
                ) { notification in
                    // An observer asks the session, as apps do.
                    let volume = phone.session.outputVolume
                    let type = (notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? NSNumber)?.uintValue
                    seen.withLock { $0[number].append("\(type ?? 9) \(volume)") }
                }
            }
            let song = phone.player("song")
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                for _ in 0..<20 {
                    song.play()
                    phone.device.ring()
                    phone.device.decline()
                }
            }
            let told = phone.device.allEvents(of: "app").compactMap { event in
                switch event {
                case .interruptionBegan: "1 0.5"
                case .interruptionEnded: "0 0.5"
                default: nil
                }
            }
            #expect(told.count > 20)
            for log in seen.withLock({ $0 }) { #expect(log.count == told.count && log == told) }
        }

        private nonisolated static func observeOnMainQueue(_ phone: TestPhone, _ told: Guarded<Int>) {
            _ = phone.notificationCenter.addObserver(
                forName: AVAudioSession.interruptionNotification, object: phone.session, queue: .main
            ) { _ in told.withLock { $0 += 1 } }
        }

        @Test("An observer on the main queue is told as documented while the main actor drives the phone")
        @MainActor
        func mainQueue() async {
            let phone = TestPhone(delivery: .asDocumented)
            let told = Guarded(0)
            Self.observeOnMainQueue(phone, told)
            phone.player("song").play()
            phone.device.ring()
            await phone.settle()
            #expect(told.withLock { $0 } == 1)
        }

        @Test(
            "Where an observer on the main queue would wait for the call that tells it, a sentence with the remedy ends the test"
        )
        func mainQueueAtOnce() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let phone = TestPhone()
                    phone.patience = 0.01
                    Self.observeOnMainQueue(phone, Guarded(0))
                    phone.player("song").play()
                    phone.device.ring()
                }
            }
            let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(text.contains("delivery: .asDocumented"))
        }

        @Test("A system that no rule book covers is refused with the names that there are")
        func unknownSystem() throws {
            #expect(try TestPhone(system: "ios 17.2").device.rules.name == RuleBook.named("iOS17")?.name)
            let refusal = #expect(throws: TestPhone.UnknownSystem.self) { try TestPhone(system: "Symbian") }
            #expect("\(try #require(refusal))".contains("there is no rule book \"Symbian\"; name one"))
            #expect("\(try #require(refusal))".contains("iPhoneOS3"))
        }

        @Test("A step out of order or of an unknown name is a sentence with what would be right, and changes nothing")
        func wrongSteps() throws {
            let phone = TestPhone()
            phone.device.advance(by: .seconds(5))
            let before = phone.device
            for (step, sentence) in [
                (#"{"at": 1, "do": "lock"}"#, "5"),
                (#"{"do": "rings"}"#, "did you mean call incoming?"),
                (#"{"do": "ringSwitch", "to": "loud"}"#, "must be one of ring, silent"),
                (#"{"do": "rules", "to": "iOS99"}"#, "from the start"),
            ] {
                do {
                    try phone.device.step(step)
                    Issue.record("\(step) was taken")
                } catch {
                    #expect("\(error)".contains(sentence), "\(error)")
                }
            }
            #expect(phone.device == before)
            phone.device.decline()
            #expect(phone.device.refusal != nil)
            // The story breaks long lines.
            let story = phone.story.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(story.contains(try #require(phone.device.refusalSentence)), "\(story)")
        }

        @Test("An expectation that does not hold is reported at its line, with the story, and the test goes on")
        func failure() {
            let phone = TestPhone()
            phone.player("song").play()
            withKnownIssue {
                phone.expect(heard: [])
            } matching: { issue in
                let text = issue.comments.map(\.rawValue).joined()
                return text.contains("heard: expected [], was [\"app/song\"]") && text.contains("play app song")
                    && issue.sourceLocation?.fileName == "TestPhoneTests.swift"
            }
        }

        @Test("A sound that ends by itself says so once")
        func finished() throws {
            let phone = TestPhone()
            let ends = Guarded(0)
            let song = phone.player("jingle", length: .seconds(2))
            song.whenFinished { ends.withLock { $0 += 1 } }
            song.play()
            phone.device.advance(by: .seconds(1))
            #expect(song.isPlaying)
            phone.device.advance(by: .seconds(2))
            #expect(!song.isPlaying)
            #expect(ends.withLock { $0 } == 1)
        }

        @Test("A player keeps its volume when it starts anew")
        func volume() {
            let phone = TestPhone()
            let song = phone.player("song")
            song.volume = 0.5
            song.play()
            phone.expect { try $0.expect(gainDB: -12.0, of: "app/song") }
            song.stop()
            song.play()
            phone.expect { try $0.expect(gainDB: -12.0, of: "app/song") }
        }
    }
#endif
