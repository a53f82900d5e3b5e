import SessionPhone
import SessionPolicy
import SessionWorld
import Synchronization

/// Formats decisions as lines. Used on the host's loop only; `Sendable` because the arbiter requires it.
final class ReplyAuthor: Sendable {
    private struct State {
        var stepper: ReplyLine.Source?
        var isWanted = false
    }

    private let state = Mutex(State())
    private let outgoing: OutgoingMessages
    /// Whether replies are numbered consecutively; otherwise only replies to steps have their step's number.
    private let numbersAll: Bool

    init(outgoing: OutgoingMessages, numbersAll: Bool) { (self.outgoing, self.numbersAll) = (outgoing, numbersAll) }

    var stepper: ReplyLine.Source? {
        get { state.withLock { $0.stepper } }
        set { state.withLock { $0.stepper = newValue } }
    }

    var isWanted: Bool {
        get { state.withLock { $0.isWanted } }
        set { state.withLock { $0.isWanted = newValue } }
    }

    func write(_ news: Arbiter.News) {
        let source: ReplyLine.Source
        switch news.author {
        case .step: source = stepper ?? .machine
        case .program: source = .program
        case .machine: source = .machine
        }
        var number: Int?
        var origin: String?
        switch source {
        case .input(let place), .control(_, let place): number = place
        case .program: origin = "program"
        case .machine: origin = "machine"
        }
        let own = Self.line(news.reply, number: numbersAll ? news.reply.number : number, from: origin)
        // Numbers count the steps of one input and mean nothing to other clients.
        let others = number == nil ? own : Self.line(news.reply, number: nil, from: "step")
        outgoing.post(.line(ReplyLine(source: source, own: own, others: others)))
    }

    /// The first line for a watcher: the device as it is.
    func presentState(of world: World) -> [UInt8] {
        var world = world
        let reply = world.apply(TimedStep(.wait, action: .event(.timePassed)))
        var buffer = ByteBuffer(capacity: 4_096)
        buffer.append(reply, number: nil, from: nil, verb: "watch")
        return buffer.bytes
    }

    private static func line(_ reply: Reply, number: Int?, from origin: String?) -> [UInt8] {
        var buffer = ByteBuffer(capacity: 4_096)
        buffer.append(reply, number: number, from: origin)
        return buffer.bytes
    }
}
