import CommandSupport
import Glibc
import SessionPolicy
import SessionWire
import Sounder
import SystemSupport

/// The session of a hold, active while its command runs. Used on one thread, except for notices, which arrive on the
/// link's thread.
final class HoldSession {
    /// The events from the host, until the loop's thread handles them.
    private final class News: NoticeReceiver, SceneReceiver {
        let messages: WakingList<AppNotice.Message>

        init() throws(Shortage) { messages = try WakingList() }

        func receive(_ notice: AppNotice) { messages.add(notice.message) }

        func receive(_ scene: Scene) {}
    }

    private let loop: EventLoop
    private let link: HostLink
    private let news: News
    private let calls: [AppCall]
    private let program: ChildProgram?
    /// The command's exit status, once it has ended.
    private var status: Int32?
    /// Whether the command is stopped, so that other apps resume.
    private var isStopped = false
    /// Whether this process should stop once the command has.
    private var isToStop = false

    /// Opens the app on a host.
    /// - Parameters:
    ///   - program: The command, not started yet; nil to hold until standard input ends.
    ///   - terms: Whether and how the others are lowered or interrupted.
    /// - Throws: `WireError`, `Shortage`.
    init(_ place: SocketPlace, app: String, of program: HeldProgram?, _ terms: HoldTerms) throws {
        (self.program, calls) = (program?.child, terms.calls)
        loop = try EventLoop()
        news = try News()
        link = try HostLink(
            place, app: app, of: program, flags: [.notifiesAtEnd, .isUnattended], notices: news, scenes: news)
        if !terms.duck.isOfTheBook { link.report(.ducks(terms.duck)) }
    }

    var app: String { link.welcome.app }

    /// Lowers or interrupts other apps.
    /// - Throws: `CallRefusal` if the policy refuses; `LinkError` if the host is gone.
    func hold() throws {
        for call in calls {
            if let refusal = try link.perform(call, explains: false).refusal { throw refusal }
        }
    }

    /// Waits for the end of the command or of standard input.
    func serve(_ signals: [CInt]) throws -> Int32 {
        let source = try SignalSource(signals, on: loop) { [unowned self] in self.handle($0, isOfTerminal: $1) }
        defer { withExtendedLifetime(source) {} }
        try loop.watch(news.messages.wakeSignal.descriptor) { [unowned self] _ in
            self.news.messages.wakeSignal.wait()
            for message in self.news.messages.collect() { self.handle(message) }
        }
        if program == nil {
            let input = InputEnd()
            try loop.watch(STDIN_FILENO) { [loop] _ in if input.look() { loop.stop() } }
        } else {
            look()
        }
        loop.run()
        return status ?? 0
    }

    /// Leaves the host: the others are back.
    func leave() { link.bye() }

    // MARK: The command

    private func handle(_ signal: CInt, isOfTerminal: Bool) {
        switch signal {
        case SIGCHLD: look()
        case SIGTSTP:
            isToStop = true
            if let program, !isOfTerminal, !isStopped { program.send(signal) }
            if program == nil { pause() }
            stopIfWanted()
        default:
            // The command receives the terminal's own signals directly.
            if !isOfTerminal { program?.send(signal) }
        }
    }

    private func look() {
        while status == nil, let change = program?.change() {
            switch change {
            case .stopped: pause()
            case .continued: goOn()
            case .ended(let status):
                self.status = status
                loop.stop()
            }
        }
        stopIfWanted()
    }

    /// Ends the hold while the command is stopped.
    private func pause() {
        isStopped = true
        _ = try? link.perform(.setActive(false, notifyOthers: true), explains: false)
    }

    private func goOn() {
        isStopped = false
        renew()
    }

    /// Stops this process, as the terminal wants, once the hold is released.
    private func stopIfWanted() {
        guard isToStop, isStopped, status == nil else { return }
        isToStop = false
        kill(getpid(), SIGSTOP)
        // Some process has continued this one.
        if let program { program.send(SIGCONT) } else { goOn() }
    }

    // MARK: The host

    private func handle(_ message: AppNotice.Message) {
        if HoldTerms.isTakenAgain(after: message), !isStopped { renew() }
    }

    private func renew() {
        do { try hold() } catch let refusal as CallRefusal {
            // On the loop's thread, which must not block.
            guard Output.canComplain else { return }
            Output.complain("audiosession: the others are back: \(refusal.sentence) (\(refusal.rule.id))")
        } catch {
            // The link finds the host and activates the session on it.
        }
    }
}
