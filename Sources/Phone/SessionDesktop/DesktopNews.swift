import SessionPolicy
import Sounder
import Synchronization
import SystemSupport

/// A queue from the arbiter to the loop's thread: notices and levels of the desktop's apps, and the device's sounds.
/// The arbiter fills it under its lock; only what the desktop acts on is kept, to avoid wakeups.
final class DesktopNews: Sendable {
    /// The pending notices in order, and the latest picture and levels.
    struct PendingNews {
        var notices: [(inbox: DesktopInbox, message: AppNotice.Message)] = []
        var picture: HostPicture?
        var levels: [String: AppLevel]?
    }

    private struct State {
        var waiting = PendingNews()
        /// The latest picture and levels of all.
        var last = PendingNews(levels: [:])
    }

    private let state = Mutex(State())
    let wakeSignal: WakeSignal

    init() throws(Shortage) { wakeSignal = try WakeSignal() }

    func add(_ message: AppNotice.Message, to inbox: DesktopInbox) {
        state.withLock { $0.waiting.notices.append((inbox, message)) }
        wakeSignal.raise()
    }

    func add(_ picture: HostPicture) { add(picture, \.picture) }
    func add(_ levels: [String: AppLevel]) { add(levels, \.levels) }

    /// Unchanged values cause no wakeup.
    private func add<Value: Equatable>(_ value: Value, _ place: WritableKeyPath<PendingNews, Value?>) {
        let isNew = state.withLock { state in
            guard state.last[keyPath: place] != value else { return false }
            state.last[keyPath: place] = value
            state.waiting[keyPath: place] = value
            return true
        }
        if isNew { wakeSignal.raise() }
    }

    func collect() -> PendingNews {
        state.withLock { state in
            defer { state.waiting = PendingNews() }
            return state.waiting
        }
    }
}

/// Passes the notices of one app on to the loop's thread, where the closure is set and called.
final class DesktopInbox: NoticeReceiver {
    private let news: DesktopNews
    nonisolated(unsafe) var whenTold: (AppNotice.Message) -> Void = { _ in }

    init(_ news: DesktopNews) { self.news = news }

    func receive(_ notice: AppNotice) {
        switch notice.message {
        case .interruptionBegan, .interruptionEnded, .resumptionRecommended, .mediaServicesWereReset, .terminated,
            .remoteCommand:
            news.add(notice.message, to: self)
        default: break
        }
    }
}

/// Receives the scenes of the desktop's apps. Their sounds are rendered elsewhere, so only the levels are kept.
final class DesktopLevels: SceneReceiver {
    private let news: DesktopNews

    init(_ news: DesktopNews) { self.news = news }

    func receive(_ scene: Scene) { news.add(AppLevel.levels(of: scene)) }
}
