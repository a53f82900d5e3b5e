import CommandSupport
import Glibc
import SessionPolicy
import SessionWire
import Sounder
import SystemSupport

/// The session of a hold, which is active as long as its command runs. One thread, except for the notices, which the
/// link's own thread passes.
final class HoldSession {
    /// The news from the host, until the loop's thread looks at it.
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
    private let program: HeldProgram?
    /// The command's status, once it has ended.
    private var status: Int32?
    /// Whether the command is stopped: then the others are back.
    private var isStopped = false
    /// Whether this process is to stop as soon as the command has.
    private var isToStop = false

    /// Opens the app on a host.
    /// - Parameters:
    ///   - place: The host's socket.
    ///   - app: What the app is called.
    ///   - program: The command, which has not begun; nil to hold until standard input ends.
    ///   - terms: Whether the others are lowered or interrupted, and how.
    /// - Throws: `WireError`, `Shortage`.
    init(_ place: SocketPlace, app: String, of program: HeldProgram?, _ terms: HoldTerms) throws {
        (self.program, calls) = (program, terms.calls)
        loop = try EventLoop()
        news = try News()
        link = try HostLink(
            place, app: app, of: program, notifiesAtEnd: true, isUnattended: true, notices: news, scenes: news)
        if !terms.duck.isOfTheBook { link.report(.ducks(terms.duck)) }
    }

    var app: String { link.welcome.app }

    /// Lowers or interrupts the others.
    /// - Throws: `CallRefusal` where the policy refuses; `LinkError` where the host is gone.
    func hold() throws {
        for call in calls {
            if let refusal = try link.perform(call, explains: false).refusal { throw refusal }
        }
    }

    /// Waits for the command's end, or for that of standard input.
    /// - Returns: The exit status.
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
            // The terminal's own signals reach the command without us.
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

    /// Gives the others back what they had while the command is stopped.
    private func pause() {
        isStopped = true
        _ = try? link.perform(.setActive(false, notifyOthers: true), explains: false)
    }

    private func goOn() {
        isStopped = false
        renew()
    }

    /// Stops this process, as the terminal wants, once the others are back.
    private func stopIfWanted() {
        guard isToStop, isStopped, status == nil else { return }
        isToStop = false
        kill(getpid(), SIGSTOP)
        // Some process has let this one continue.
        if let program { program.send(SIGCONT) } else { goOn() }
    }

    // MARK: The host

    private func handle(_ message: AppNotice.Message) {
        if HoldTerms.isTakenAgain(after: message), !isStopped { renew() }
    }

    private func renew() {
        do { try hold() } catch let refusal as CallRefusal {
            // On the loop's thread, which waits for no reader.
            guard Output.canComplain else { return }
            Output.complain("audiosession: the others are back: \(refusal.sentence) (\(refusal.rule.id))")
        } catch {
            // The link looks for the host, and makes the session active on it.
        }
    }
}
