package import SessionPolicy

/// An event in the log of a run: a call that has reached the phone, or something else.
package enum NotedCall: Hashable, Sendable {
    /// A start of a sound: an object that died with the media server is `lost`.
    case play, playLost
    case pause, stop
    case recordStart, recordLost, recordPause, recordStop
    case activate
    case deactivate(notifiesOthers: Bool)
    case declare
    case other
    /// An act of the test, not of the app.
    case act
    case disruption
    /// The app is notified; the state when its observers have returned; the final state.
    case told(Device.Told)
    case state, end

    package init(_ event: Event, of app: String, in phone: Device) {
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

    /// Whether an event is a call that is followed by a gap.
    package static func counts(_ event: Event) -> Bool {
        switch event {
        case .app(_, .ask), .app(_, .requestRecordPermission), .deadlineReached: false
        default: true
        }
    }
}

/// The facts that the rows check after each call.
package struct LoggedFacts: Hashable, Sendable {
    package let isRunning: Bool
    /// Whether a sound runs that is neither silent nor about to end.
    let isListenedTo: Bool
    package let isRecording: Bool
    package let outputs: PortSet
    /// Whether the app's session is for a chat.
    package let isChat: Bool
    package let mediaServicesAreLost: Bool
    package var interruptsOthers: Bool
    /// Whether the app shows that it plays; nil if unknown.
    package var showsPlaying: Bool?
    package var showsRecording: Bool?
    /// Whether the app has received all notices.
    package var isSettled = true

    /// The longest remaining time of a sound that an app need not pause, such as a prompt or an effect.
    private static let longestPrompt = Length.milliseconds(3_000)

    package init(of phone: Device, app name: String) {
        let app = phone.app(name)
        isRunning = app?.hasRunningSound ?? false
        let soon = phone.now.advanced(by: Self.longestPrompt)
        isListenedTo =
            app?.sounds.contains { sound in
                guard case .running(let end) = sound.progress, sound.gain > 0 else { return false }
                return end.map { $0 > soon } ?? true
            } ?? false
        isRecording = app?.recording == .running
        outputs = phone.outputSet
        isChat = app.map { [.voiceChat, .videoChat, .gameChat].contains($0.session.mode) } ?? false
        mediaServicesAreLost = phone.state.mediaServicesAreLost
        interruptsOthers = phone.state.apps.contains { other in
            app.map { app in other.causes.contains { $0.app == app.id } } ?? false
        }
    }
}

/// The place of a disruption in a test: the call after which it begins.
package struct DisruptionPlace: Hashable, Sendable {
    package let disruption: Disruption
    package let gap: Int

    package init(disruption: Disruption, gap: Int) { (self.disruption, self.gap) = (disruption, gap) }

    /// Every place after one of a number of calls.
    package static func all(of disruptions: Disruption, gaps: Int) -> [Self] {
        disruptions.each.flatMap { disruption in
            (0..<gaps).map { Self(disruption: disruption, gap: $0 + 1) }
        }
    }

    /// The beginning of a sentence about it.
    package var sentence: String { "In the gap after call \(gap), \(disruption.sentence)" }
}

/// The events on one phone in one run of a test, in order.
package struct DisruptionLog: Sendable {
    package struct Entry: Sendable {
        package let call: NotedCall
        /// The number of the act on the phone, or nil.
        package let act: Int?
        package let isRefused: Bool
        package fileprivate(set) var facts: LoggedFacts
        /// The entry of the notice to which this is a reaction.
        package fileprivate(set) var reaction: Int?
        /// Whether the notified app is still alive.
        package fileprivate(set) var appLives = true
        /// Whether earlier notices are still on their way to the app: call and notice cross each other.
        package fileprivate(set) var crosses = false

        package init(_ call: NotedCall, act: Int?, isRefused: Bool = false, facts: LoggedFacts) {
            (self.call, self.act, self.isRefused, self.facts) = (call, act, isRefused, facts)
        }
    }

    package private(set) var entries: [Entry] = []
    /// The notices whose observers are running.
    private var reactions: [Int] = []
    /// The entries of the notices since the last act of the test, to which the app may still respond.
    package private(set) var openNotices: [Int] = []

    package init() {}

    /// Adds an entry, as a part of the current reaction.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - crosses: Whether earlier notices are still on their way to the app.
    ///   - reaction: The place of the notice to which it is a reaction, if that is not running any more.
    package mutating func add(_ entry: Entry, crosses: Bool, reactionTo reaction: Int? = nil) {
        var entry = entry
        entry.reaction = entry.call == .disruption ? nil : reaction ?? reactions.last
        entry.crosses = crosses
        // What the app has not done by the next act of the test is not its response.
        if !openNotices.isEmpty, entry.reaction == nil, entry.act != nil, entry.call != .disruption,
            let last = entries.last
        {
            var checked = Entry(.state, act: nil, facts: last.facts)
            (checked.facts.showsPlaying, checked.facts.showsRecording) = (nil, nil)
            checked.appLives = last.appLives
            entries.append(checked)
            openNotices = []
        }
        entries.append(entry)
    }

    /// Records a notice to the app; entries until `endReaction()` are its reaction.
    package mutating func begin(_ told: Device.Told, facts: LoggedFacts, appLives: Bool = true) {
        var entry = Entry(.told(told), act: nil, facts: facts)
        entry.appLives = appLives
        entries.append(entry)
        reactions.append(entries.count - 1)
        openNotices.append(entries.count - 1)
    }

    /// Whether an observer of the app is running.
    package var isReacting: Bool { !reactions.isEmpty }

    /// Records that another observer of a notice is running.
    ///
    /// - Parameter place: The place of the notice's entry.
    package mutating func react(to place: Int) { reactions.append(place) }

    /// Records that the app's observers have returned.
    package mutating func endReaction() { reactions.removeLast() }

    /// Whether the test connects accessories.
    ///
    /// - Parameters:
    ///   - entries: The log of one phone.
    ///   - phone: The phone at the end.
    package static func connects(_ entries: [Entry], on phone: Device) -> Bool {
        entries.contains { entry in
            guard let act = entry.act, entry.call == .act, case .accessoryConnected = phone.event(ofAct: act) else {
                return false
            }
            return true
        }
    }
}
