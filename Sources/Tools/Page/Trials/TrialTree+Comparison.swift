import SessionPolicy
import SessionWorld

extension TrialTree {
    /// Returns how many steps up to the current trial come out differently under another rule book, and how many there
    /// are.
    func compared(under book: RuleBook) -> (differing: Int, all: Int) {
        var world = World(book)
        let differ = path.compactMap { trial -> Bool? in
            guard let step = trial.step, let reply = trial.reply else { return nil }
            return NoticeableReply(reply) != NoticeableReply(world.apply(step))
        }
        return (differ.count { $0 }, differ.count)
    }
}

/// The parts of a reply that a person or an app would notice, in words, so that worlds with different names can be
/// compared: the result, the audible sounds, and the notices.
struct NoticeableReply: Equatable {
    private let result: String
    private let moments: [[String]]

    init(_ reply: Reply) {
        result = reply.outcome.name
        moments = (reply.meanwhile + [reply.moment]).map { moment in
            let heard = moment.heard.map {
                "\(reply.text(of: $0.reference)) \($0.tenthsOfDecibel) \($0.isDucked) \($0.outputs.rawValue)"
            }
            let notices = moment.notices.filter { $0.message.sinceVersion <= Reply.usualVersion }
            let told = notices.map { "\(reply.names[$0.app.name]) \($0.message.name)" }
            return heard.sorted() + told + [moment.vibrates ? "vibrates" : ""]
        }
    }
}
