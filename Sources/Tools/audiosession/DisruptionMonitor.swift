import Glibc
import SessionOracle
import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import Synchronization

/// Follows one run of a program: logs its calls, what it is told and how it reacts, and disrupts the phone after a call.
///
/// For the thread of the host's loop.
final class DisruptionMonitor {
    /// The time between the steps of a disruption, from when the app has handled what it was told, in nanoseconds.
    private static let pause: Int64 = 250_000_000
    /// The time after which a notice that the app has not handled counts as ignored, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    /// The observations of the host that are not logged yet.
    private final class Inbox: Sendable {
        private struct State {
            var items: [(observation: HostObservation, isDisruption: Bool)] = []
            var isDisrupting = false
        }

        private let state = Mutex(State())

        func add(_ observation: HostObservation) {
            state.withLock { $0.items.append((observation, $0.isDisrupting)) }
        }

        func collect() -> [(observation: HostObservation, isDisruption: Bool)] {
            state.withLock { state in
                defer { state.items = [] }
                return state.items
            }
        }

        func set(isDisrupting: Bool) { state.withLock { $0.isDisrupting = isDisrupting } }
    }

    private struct Notice {
        let number: UInt64
        let told: Device.Told
        let since: Int64
    }

    let place: DisruptionPlace?
    private(set) var log = DisruptionLog()
    /// The device as of the last decision.
    private(set) var phone: Device
    /// The number of calls after which there is a gap.
    private(set) var gapCount = 0
    /// Whether the phone has accepted the disruption.
    private(set) var hasBegun = false
    /// Whether programs have joined by ALSA's plug-in, which are told nothing.
    private(set) var knowsALSAOnly = false

    private let arbiter: Arbiter
    private let inbox = Inbox()
    private let timer: LoopTimer
    private var app: (program: UInt64, name: String)?
    private var steps: [Disruption.Step] = []
    private var facts: LoggedFacts
    private var isOver = false
    /// The notices of the decision that comes next.
    private var fresh: [Notice] = []
    /// The notices that the app is expected to handle, in order.
    private var waiting: [Notice] = []
    /// The notices at which only a reaction to them is of interest.
    private var others: [UInt64: Device.Told] = [:]
    private var entries: [UInt64: Int] = [:]
    /// The entries of handled notices whose effect has not been looked at.
    private var unchecked: [Int] = []
    /// When something last happened that the next step waits for.
    private var lastChange: Int64 = 0
    private var lastCall: Int64 = 0

    /// Begins to follow, before the program starts.
    ///
    /// - Parameters:
    ///   - server: The host.
    ///   - place: The disruption, or nil for none.
    ///   - connects: Whether the program itself connects accessories.
    init(_ server: HostServer, _ place: DisruptionPlace?, connects: Bool) throws(WireError) {
        (self.place, arbiter) = (place, server.arbiter)
        guard let timer = LoopTimer(on: server.loop) else { throw .system("cannot wait for a moment", errno) }
        self.timer = timer
        phone = Device(rules: arbiter.world.book)
        facts = LoggedFacts(of: phone, app: "")
        // The events of the steps have the numbers of these names.
        _ = arbiter.perform(by: .machine) { world in
            for name in Disruption.usedNames { _ = world.name(name) }
            return .timePassed
        }
        server.observe { [inbox] in inbox.add($0) }
        timer.whenRung = { [unowned self] in lookAfterPause() }
        let rest = server.loop.beforeWaiting
        server.loop.beforeWaiting = { [unowned self] in
            follow()
            rest()
        }
        phone.follow(arbiter.world)
        if let prelude = place?.disruption.prelude, !connects {
            perform(prelude)
            follow()
            hasBegun = false
        }
    }

    var hasApp: Bool { app != nil }

    var connects: Bool { DisruptionLog.connects(log.entries, on: phone) }

    /// Logs what has happened since the last call.
    func follow() {
        while true {
            let items = inbox.collect()
            if items.isEmpty { break }
            for item in items { note(item.observation, isDisruption: item.isDisruption) }
        }
        timer.set(at: nextLook)
    }

    private var name: String { app?.name ?? "" }

    private func note(_ observation: HostObservation, isDisruption: Bool) {
        switch observation {
        case .joined(_, _, byPlugin: true): knowsALSAOnly = true
        case .joined(let program, let app, byPlugin: false): if self.app == nil { self.app = (program, app) }
        case .told(app?.program, let notice):
            guard let told = Device.Told(notice.message) else { break }
            fresh.append(Notice(number: notice.number, told: told, since: EventLoop.now))
        case .handles(app?.program, let notice): if !isOver { handle(notice) }
        case .told, .handles: break
        case .decided(let news): decide(news, isDisruption: isDisruption)
        }
    }

    // MARK: Calls

    private func decide(_ news: Arbiter.News, isDisruption: Bool) {
        guard let event = news.event else { return }
        let (lived, before) = (phone.app(name) != nil, facts)
        phone.follow(event, news.reply, news.world)
        facts = LoggedFacts(of: phone, app: name)
        guard !isOver else { return }
        if lived, phone.app(name) == nil { return end(before) }
        let act = phone.actCount - 1
        let isRefused = phone.refused(act: act)
        let call = isDisruption ? .disruption : NotedCall(event, of: name, in: phone)
        if isDisruption, !isRefused { hasBegun = true }
        if call.isStart, !log.isReacting { checkUnplugging(before) }
        log.add(.init(call, act: act, isRefused: isRefused, facts: facts), crosses: !waiting.isEmpty)
        sort(fresh)
        fresh = []
        guard news.author == .program, !isDisruption, event.isCall else { return }
        lastCall = EventLoop.now
        gapCount += 1
        guard let place, gapCount == place.gap else { return }
        steps = place.disruption.steps
        perform(steps.removeFirst())
    }

    private func perform(_ step: Disruption.Step) {
        var ahead = phone
        step(&ahead, name)
        inbox.set(isDisrupting: true)
        for act in phone.actCount..<ahead.actCount { _ = arbiter.perform(ahead.event(ofAct: act), by: .step) }
        inbox.set(isDisrupting: false)
        lastChange = EventLoop.now
    }

    /// Logs the end of the app.
    /// - Parameter before: The facts before it.
    private func end(_ before: LoggedFacts) {
        isOver = true
        var facts = before
        facts.isSettled = waiting.isEmpty && unchecked.isEmpty && !log.isReacting
        // A program that ends gives its session back.
        if EventLoop.now - lastCall < Self.pause { facts.interruptsOthers = false }
        if log.isReacting { log.endReaction() }
        log.add(.init(.end, act: nil, facts: facts), crosses: !waiting.isEmpty)
        (waiting, unchecked, steps) = ([], [], [])
    }

    // MARK: Notices

    private func sort(_ notices: [Notice]) {
        for notice in notices {
            switch notice.told {
            case .interruptionBegan, .interruptionEnded, .routeChange(.oldDeviceUnavailable), .mediaServicesWereLost,
                .mediaServicesWereReset:
                waiting.append(notice)
            case .becameInactive, .resumptionRecommended: others[notice.number] = notice.told
            default:
                tell(notice.number, notice.told)
                log.endReaction()
            }
        }
    }

    private func tell(_ number: UInt64, _ told: Device.Told) {
        entries[number] = log.entries.count
        log.begin(told, facts: facts)
    }

    /// The program handles a notice from now on, or has returned if the number is 0.
    private func handle(_ number: UInt64) {
        lastChange = EventLoop.now
        if log.isReacting { log.endReaction() }
        if let index = waiting.firstIndex(where: { $0.number == number }) {
            unchecked.append(log.entries.count)
            tell(number, waiting.remove(at: index).told)
        } else if let place = entries[number] {
            log.react(to: place)
        } else if let told = others[number] {
            tell(number, told)
        }
    }

    // MARK: Pauses

    /// When to look at the effect of what the app has handled, and to perform the next step; nil if neither is due.
    private var nextLook: Int64? {
        if isOver { return nil }
        if log.isReacting { return lastChange + Self.patience }
        if let first = waiting.first { return first.since + Self.patience }
        return unchecked.isEmpty && steps.isEmpty ? nil : lastChange + Self.pause
    }

    private func lookAfterPause() {
        let now = EventLoop.now
        guard let due = nextLook, due <= now else { return follow() }
        if log.isReacting {
            log.endReaction()
        } else if let first = waiting.first {
            // The app lets the notice lie: it does nothing about it.
            waiting.removeFirst()
            unchecked.append(log.entries.count)
            tell(first.number, first.told)
            log.endReaction()
        } else {
            check(unchecked, facts)
            unchecked = []
            if !steps.isEmpty { perform(steps.removeFirst()) }
        }
        follow()
    }

    private func check(_ places: [Int], _ facts: LoggedFacts) {
        var facts = facts
        facts.isSettled = waiting.isEmpty
        for place in places {
            log.add(.init(.state, act: nil, facts: facts), crosses: !waiting.isEmpty, reactionTo: place)
        }
    }

    /// Looks at what the app has done about an unplugged output before the person starts something again.
    private func checkUnplugging(_ before: LoggedFacts) {
        let places = unchecked.filter { log.entries[$0].call == .told(.routeChange(.oldDeviceUnavailable)) }
        check(places, before)
        unchecked.removeAll { places.contains($0) }
    }
}

extension NotedCall {
    fileprivate var isStart: Bool { self == .play || self == .playLost || self == .recordStart || self == .recordLost }
}

extension Event {
    /// Whether a program has called, and there is a gap after the call.
    fileprivate var isCall: Bool {
        switch self {
        case .app(_, .launched), .app(_, .quit), .app(_, .crashed): false
        default: NotedCall.counts(self)
        }
    }
}
