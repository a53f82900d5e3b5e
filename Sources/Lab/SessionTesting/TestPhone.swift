#if !os(macOS)
    public import Foundation
    public import SessionOracle
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
    /// Notices of the policy to the app are posted as Apple's notifications, with Apple's names, keys and values, in Apple's
    /// order; the object is the phone's `session`. A notification that is caused from inside a notification comes after those
    /// that are on their way. Nothing happens but by calls: time passes by `phone.device.advance(by:)`.
    ///
    /// Every member may be called on any thread. Keep the phone as long as the test runs: the session and the players do not. A
    /// phone that is gone posts nothing, and reports at its own line what it had still to post.
    public final class TestPhone: @unchecked Sendable {
        /// On which thread notifications are posted.
        public enum Delivery: Sendable {
            /// On the thread of the call that causes them, before that call returns.
            case atOnce
            /// The ways that Apple documents: changes of the route and of the inputs on a queue in the background, all else
            /// on the main queue. `settle()` waits for them.
            case asDocumented
        }

        /// The center at which the app observes.
        public let notificationCenter: NotificationCenter
        /// The name of the app under test among the phone's apps: its sounds are `app/song`.
        public let app: String
        /// The session of the app under test.
        public let session = TestSession()

        private let delivery: Delivery
        private let lock = NSLock()
        private var phone: Device
        /// The number of acts of the phone whose notices have been posted.
        private var seen = 0
        private var waiting: [Device.Told] = []
        private var isDelivering = false
        /// The number of notifications in a queue of `delivery`.
        private var underWay = 0
        private let place: ReportedPlace
        private var callKit: (@Sendable (Bool) -> Void)?
        private var endings: [String: @Sendable () -> Void] = [:]
        private let background = DispatchQueue(label: "audiosession.TestPhone")
        /// Seconds after which observers that have not returned are taken to wait for themselves.
        var patience = 20.0

        /// Creates a phone: nothing plays, the switch is at ring, nothing is plugged in, and the app under test is in front.
        ///
        /// - Parameters:
        ///   - rules: The rule book; `RuleBook.named("iOS17")` finds one by a version of the system.
        ///   - notificationCenter: The center to post at. Two phones may share one: the `object` of a notification
        ///     tells them apart.
        ///   - app: The name of the app under test.
        ///   - backgroundAudio: Whether the app may sound in the background.
        ///   - delivery: The thread on which notifications are posted.
        public init(
            rules: RuleBook = .default, notificationCenter: NotificationCenter = NotificationCenter(),
            app: String = "app", backgroundAudio: Bool = true, delivery: Delivery = .atOnce,
            fileID: String = #fileID, file: StaticString = #filePath, line: Int = #line, column: Int = #column
        ) {
            (self.notificationCenter, self.app, self.delivery) = (notificationCenter, app, delivery)
            place = ReportedPlace(fileID: fileID, file: file, line: line, column: column)
            phone = Device(rules: rules)
            // The code under test acts for itself: its act after an interruption or an unplug is what is tested.
            var launch = Launch(.app, backgroundAudio: backgroundAudio, resumes: false)
            launch.pausesAtUnplug = false
            let id = AppID(phone.name(app))
            phone.take(.launch, .app(id, .launched(launch)), app: id)
            seen = phone.actCount
            session.phone = self
        }

        /// Creates a phone of a version of the system, otherwise as the other initializer does.
        ///
        ///     let phone = try TestPhone(system: "iOS 17.2")
        ///
        /// - Parameters:
        ///   - system: A rule book or any version that one covers, in any case of letters.
        ///   - notificationCenter: The center to post at.
        ///   - app: The name of the app under test.
        ///   - backgroundAudio: Whether the app may sound in the background.
        ///   - delivery: The thread on which notifications are posted.
        /// - Throws: `UnknownSystem` if no rule book covers it.
        public convenience init(
            system: String, notificationCenter: NotificationCenter = NotificationCenter(), app: String = "app",
            backgroundAudio: Bool = true, delivery: Delivery = .atOnce, fileID: String = #fileID,
            file: StaticString = #filePath, line: Int = #line, column: Int = #column
        ) throws {
            guard let rules = RuleBook.named(system) else { throw UnknownSystem(name: system) }
            self.init(
                rules: rules, notificationCenter: notificationCenter, app: app, backgroundAudio: backgroundAudio,
                delivery: delivery, fileID: fileID, file: file, line: line, column: column)
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
            get { lock.withLock { phone } }
            _modify {
                lock.lock()
                defer {
                    collect()
                    lock.unlock()
                    deliver()
                }
                yield &phone
            }
        }

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

        /// Waits until all that has been caused is posted. Does nothing where notifications are posted at once.
        public func settle() async {
            guard delivery == .asDocumented else { return }
            // Posts of an observer enter the queues only after it has returned.
            while lock.withLock({ underWay }) > 0 {
                for queue in [background, .main] {
                    await withCheckedContinuation { done in queue.async { done.resume() } }
                }
            }
        }

        /// Replaces the closure that is called for the app's `CXProviderDelegate`: with true for
        /// `provider(_:didActivate:)`, with false for `provider(_:didDeactivate:)`. The app's calls are
        /// `phone.device.call(.outgoing, app: "app")` and so on.
        ///
        /// - Parameter work: Called as notifications are posted, or nil for none.
        public func whenCallKit(_ work: (@Sendable (_ activates: Bool) -> Void)?) { lock.withLock { callKit = work } }

        /// Does something in the app's name.
        /// - Returns: The phone as it is right after that, before the app is told anything.
        func take(_ work: (inout Device, String) -> Void) -> Device {
            lock.lock()
            work(&phone, app)
            collect()
            let after = phone
            lock.unlock()
            deliver()
            return after
        }

        func whenFinished(_ sound: String, _ work: (@Sendable () -> Void)?) {
            lock.withLock { endings[sound] = work }
        }

        /// Looks at what the app was told by the acts since the last look. Under the lock.
        private func collect() {
            waiting += phone.events(of: app, after: seen)
            seen = phone.actCount
        }

        /// Posts what waits, one after the other, and what comes up meanwhile behind it. No lock is held while code under test
        /// runs.
        private func deliver() {
            let isFirst = lock.withLock {
                defer { isDelivering = true }
                return !isDelivering
            }
            guard isFirst else { return }
            while let told = next() { hand(over: told) }
        }

        private func next() -> Device.Told? {
            lock.withLock {
                guard waiting.isEmpty else { return waiting.removeFirst() }
                isDelivering = false
                return nil
            }
        }

        private func hand(over told: Device.Told) {
            guard isPosted(told) else { return }
            guard delivery == .asDocumented else { return watched { post(told) } }
            lock.withLock { underWay += 1 }
            let work: @Sendable () -> Void = { [weak self] in
                guard let self else { return }
                lock.withLock { underWay -= 1 }
                post(told)
            }
            switch told {
            case .routeChange, .availableInputsChange: background.async(execute: work)
            // An operation of the main queue: observers on that queue are then called immediately, on Linux, too.
            default: OperationQueue.main.addOperation(work)
            }
        }

        /// Does work, and ends the program with a sentence where the work waits for itself: on Linux Foundation takes the main
        /// thread for the main queue, which tests with an asynchronous `main` leave, so that an observer on the main queue
        /// waits for it also where the phone is called on it.
        private func watched(_ work: () -> Void) {
            #if os(Linux)
                guard MainQueue.isCurrent, !Thread.isMainThread, OperationQueue.current == nil else { return work() }
                let text =
                    "TestPhone(\(place.file):\(place.line)): an observer on the main queue waits for the main queue, on which the phone "
                    + "was called; create the phone with `delivery: .asDocumented` and await `settle()`, or observe with `queue: nil`\n"
                let watch = DispatchWorkItem {
                    FileHandle.standardError.write(Data(text.utf8))
                    exit(EXIT_FAILURE)
                }
                DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: watch)
                work()
                watch.cancel()
            #else
                work()
            #endif
        }

        /// Returns whether what the app is told reaches it by a notification or by a closure.
        private func isPosted(_ told: Device.Told) -> Bool {
            switch told {
            case .soundFinished, .callActivated, .callDeactivated: true
            default: told.notification(from: session) != nil
            }
        }

        private func post(_ told: Device.Told) {
            switch told {
            case .soundFinished(let sound): lock.withLock { endings[sound] }?()
            case .callActivated: lock.withLock { callKit }?(true)
            case .callDeactivated: lock.withLock { callKit }?(false)
            default: if let notification = told.notification(from: session) { notificationCenter.post(notification) }
            }
        }
    }

    #if os(Linux)
        /// The main queue, also if no main thread serves it.
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
            /// The name that was asked for.
            public let name: String

            /// A sentence with the unknown name, and the names that there are.
            public var description: String {
                "there is no rule book \"\(name)\"; name one, or a version that one covers: \(RuleBook.choices)"
            }

            /// The description, for callers that ask Foundation.
            public var errorDescription: String? { description }
        }
    }
#endif
