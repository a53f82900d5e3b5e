import SessionPolicy
import SessionWorld

/// The replies to the steps up to the trial on the table under another rule book.
struct Comparison: Sendable {
    /// One step under both books.
    struct Row: Sendable {
        /// The trial under the table's own book.
        let trial: TrialTree.Trial
        /// The reply of the other book to the same step.
        let other: Reply
        /// Whether a person or an app would notice: another result, other sounds heard, or apps told other things.
        let differs: Bool
    }

    let book: RuleBook
    /// A row for each step, in the order of time.
    let rows: [Row]
    /// The present state under the other book.
    let present: Reply
}

extension TrialTree {
    /// Takes the steps up to the trial on the table again, under another rule book.
    ///
    /// - Parameters:
    ///   - book: The other rules.
    ///   - now: The caller's clock.
    func compared(under book: RuleBook, at now: Instant) -> Comparison {
        var world = World(book)
        let rows = path.compactMap { trial -> Comparison.Row? in
            guard let step = trial.step, let reply = trial.reply else { return nil }
            let other = world.apply(step)
            return Comparison.Row(trial: trial, other: other, differs: NoticeableReply(reply) != NoticeableReply(other))
        }
        let present = world.apply(TimedStep(.wait, at: time(at: now), action: .event(.timePassed)))
        return Comparison(book: book, rows: rows, present: present)
    }
}

/// The noticeable part of a reply, in words, so that two worlds with names of their own can be compared.
private struct NoticeableReply: Equatable {
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
