import SessionCalls
import SessionSound
import Synchronization
import Threads

/// The notices of the desktop's apps, and the device's sounds, until the loop's thread takes them.
///
/// The arbiter fills it under its lock; only what the desktop acts on is kept, so that other news wakes nothing.
final class DesktopNews: Sendable {
    private struct State {
        var notices: [(app: UInt64, message: AppNotice.Message)] = []
        var picture: HostPicture?
    }

    private let state = Mutex(State())
    let wakeSignal: WakeSignal

    /// Makes an empty one.
    ///
    /// - Throws: `Shortage` where one more file may not be opened.
    init() throws(Shortage) { wakeSignal = try WakeSignal() }

    func add(_ message: AppNotice.Message, to app: UInt64) {
        state.withLock { $0.notices.append((app, message)) }
        wakeSignal.raise()
    }

    func add(_ picture: HostPicture) {
        state.withLock { $0.picture = picture }
        wakeSignal.raise()
    }

    /// Takes all that waits: the notices in their order, and the newest picture.
    func collect() -> (notices: [(app: UInt64, message: AppNotice.Message)], picture: HostPicture?) {
        state.withLock { state in
            defer { state = State() }
            return (state.notices, state.picture)
        }
    }
}

/// Receives the notices of one app of the desktop. The app's sounds are heard elsewhere: its scenes are not looked at.
final class DesktopInbox: NoticeReceiver, SceneReceiver {
    private let app: UInt64
    private let news: DesktopNews

    init(app: UInt64, news: DesktopNews) { (self.app, self.news) = (app, news) }

    func take(_ notice: AppNotice) {
        switch notice.message {
        case .interruptionBegan, .interruptionEnded, .resumptionRecommended, .mediaServicesWereReset, .terminated,
            .remoteCommand:
            news.add(notice.message, to: app)
        default: break
        }
    }

    func take(_ scene: Scene) {}
}
