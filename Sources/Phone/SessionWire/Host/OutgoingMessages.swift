package import SessionPhone
package import SessionPolicy
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

/// Messages to programs and watchers, in the order of decisions, until the host's loop sends them. Filled by the
/// arbiter under its lock, emptied by the loop after each piece of work.
final class OutgoingMessages: Sendable {
    enum Item: Sendable {
        case message(program: UInt64, [UInt8])
        /// The device has ended the program's app.
        case terminated(program: UInt64)
        case line(ReplyLine)
    }

    private let waiting = Mutex<[Item]>([])

    private let observer = Mutex<(@Sendable (HostObservation) -> Void)?>(nil)

    func post(_ item: Item) { waiting.withLock { $0.append(item) } }

    func observe(_ observer: @escaping @Sendable (HostObservation) -> Void) { self.observer.withLock { $0 = observer } }

    func tell(_ observation: HostObservation) { observer.withLock { $0 }?(observation) }

    func collect() -> [Item] {
        waiting.withLock { outgoing in
            // Usually empty.
            guard !outgoing.isEmpty else { return [] }
            defer { outgoing = [] }
            return outgoing
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

/// A reply as text, for the client that sent the step and for watchers.
struct ReplyLine: Sendable {
    enum Source: Hashable, Sendable {
        case input(Int)
        /// A step of a control connection, by number.
        case control(UInt64, Int)
        case program
        case machine
    }

    let source: Source
    let own: [UInt8]
    let others: [UInt8]
}
