import SessionPolicy
import Synchronization

/// The messages of decisions to programs and watchers, in the order of the decisions, until the host's loop sends them.
///
/// The arbiter fills it, with its lock held; the loop empties it after each piece of work, so that no message waits
/// while the host sleeps.
final class OutgoingMessages: Sendable {
    /// One thing for the loop to do.
    enum Item: Sendable {
        case message(program: UInt64, [UInt8])
        /// The device has ended the program's app.
        case terminated(program: UInt64)
        /// A reply, as a line.
        case line(ReplyLine)
    }

    private let waiting = Mutex<[Item]>([])

    func post(_ item: Item) { waiting.withLock { $0.append(item) } }

    /// Takes all that waits.
    func collect() -> [Item] {
        waiting.withLock { outgoing in
            // Mostly there is nothing, and then nothing is made.
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

/// One reply as text, for the client that gave the step and for watchers.
struct ReplyLine: Sendable {
    /// The author of the step.
    enum Source: Hashable, Sendable {
        /// The step of that number on standard input.
        case input(Int)
        /// The step of that number of a connection to the control socket.
        case control(UInt64, Int)
        case program
        case machine
    }

    let source: Source
    /// The line for the client that gave the step.
    let own: [UInt8]
    /// The line for all watchers.
    let others: [UInt8]
}
