package import SessionPhone
package import SessionPolicy
import SessionWorld
import Synchronization

/// An event of a host's programs, in the order in which it happens.
package enum HostObservation: Sendable {
    /// A program has joined.
    case joined(program: UInt64, app: String, byPlugin: Bool)
    /// A notice is sent to a program, by the decision that comes next.
    case told(program: UInt64, AppNotice)
    /// The program's code begins to handle a notice, or has returned; see `ProcessFact.handles`.
    case handles(program: UInt64, notice: UInt64)
    case decided(Arbiter.News)
}

/// The origin of a reply.
enum ReplySource: Hashable, Sendable {
    /// A step of standard input, by number.
    case input(Int)
    /// A step of a control connection, by number.
    case control(UInt64, Int)
    case program
    case machine
}

/// Messages to programs and watchers, in the order of decisions, until the host's loop sends them. Filled by the
/// arbiter under its lock, emptied by the loop after each piece of work.
final class OutgoingMessages: Sendable {
    enum Item: Sendable {
        case message(program: UInt64, [UInt8])
        /// The device has ended the program's app.
        case terminated(program: UInt64)
        case reply(Reply, ReplySource)
    }

    private struct State {
        var waiting: [Item] = []
        var stepper: ReplySource?
        var wantsReplies = false
        var observer: (@Sendable (HostObservation) -> Void)?
    }

    private let state = Mutex(State())

    /// The source of the step that is being performed.
    var stepper: ReplySource? {
        get { state.withLock { $0.stepper } }
        set { state.withLock { $0.stepper = newValue } }
    }

    /// Whether any client reads replies.
    var wantsReplies: Bool {
        get { state.withLock { $0.wantsReplies } }
        set { state.withLock { $0.wantsReplies = newValue } }
    }

    func post(_ item: Item) { state.withLock { $0.waiting.append(item) } }

    func post(_ news: Arbiter.News) {
        state.withLock { state in
            let source: ReplySource =
                switch news.author {
                case .step: state.stepper ?? .machine
                case .program: .program
                case .machine: .machine
                }
            state.waiting.append(.reply(news.reply, source))
        }
    }

    func observe(_ observer: @escaping @Sendable (HostObservation) -> Void) {
        state.withLock { $0.observer = observer }
    }

    func tell(_ observation: HostObservation) { state.withLock { $0.observer }?(observation) }

    func collect() -> [Item] {
        state.withLock { state in
            // Usually empty.
            guard !state.waiting.isEmpty else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}

final class ProgramMailbox: NoticeReceiver, SceneReceiver {
    private let program: UInt64
    private let outgoing: OutgoingMessages

    init(program: UInt64, outgoing: OutgoingMessages) { (self.program, self.outgoing) = (program, outgoing) }

    func receive(_ notice: AppNotice) {
        outgoing.tell(.told(program: program, notice))
        outgoing.post(.message(program: program, HostMessage.notice(notice).bytes()))
        if notice.message == .terminated { outgoing.post(.terminated(program: program)) }
    }

    func receive(_ session: RestorableSession) {
        outgoing.post(.message(program: program, HostMessage.session(session).bytes()))
    }

    func receive(_ scene: Scene) {
        for message in scene.messages() { outgoing.post(.message(program: program, message)) }
    }
}
