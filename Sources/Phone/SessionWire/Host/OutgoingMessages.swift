import SessionPolicy
import Synchronization

/// Messages to programs and watchers, in the order of decisions, until the host's loop sends them. Filled by the
/// arbiter under its lock, emptied by the loop after each piece of work.
final class OutgoingMessages: Sendable {
    /// A task for the loop.
    enum Item: Sendable {
        case message(program: UInt64, [UInt8])
        /// The device has ended the program's app.
        case terminated(program: UInt64)
        case line(ReplyLine)
    }

    private let waiting = Mutex<[Item]>([])

    func post(_ item: Item) { waiting.withLock { $0.append(item) } }

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
