// The policy as a page's browser runs it. Three functions that JavaScript can call: it asks for room, writes a message into
// it, and reads what came of it. `link.js` is the other side; `Install/page-policy` compiles this to WebAssembly.

import SessionPolicy
import SessionWorld

/// The state of a page: one table, and the memory through which both sides speak. A page has one thread.
private struct PageState {
    var conversation: PageConversation?
    var cursor = PageCursor()
    var message: [UInt8] = []
    var outcome: [UInt8] = []
}

nonisolated(unsafe) private var state = PageState()

/// Makes room for a message.
///
/// - Parameter count: Its bytes.
/// - Returns: The address at which they are to be written, before anything else is called.
@_cdecl("table_room")
public func pageRoom(_ count: Int32) -> UnsafeMutableRawPointer? {
    state.message = [UInt8](repeating: 0, count: max(1, Int(count)))
    return state.message.withUnsafeMutableBytes { $0.baseAddress }
}

/// Follows the message that was written: one of those of `Docs/Page.md`, `{"open": {"book": …, "sounds": […]}}` before all
/// others, or `{"pass": true}` when something falls due.
///
/// - Parameters:
///   - count: Its bytes.
///   - now: The page's clock, in milliseconds.
/// - Returns: The number of bytes of the outcome: `status` and `answer`, the `lines` for the page, and the time at
///   which something is due next.
@_cdecl("table_call")
public func pageCall(_ count: Int32, _ now: Double) -> Int32 {
    let time = Instant(nanoseconds: Int64(now * 1_000_000))
    let outcome = state.follow(Array(state.message.prefix(Int(count))), at: time)
    let due = state.conversation?.tree.nextDue(after: time).map { "\(Double($0.nanoseconds) / 1_000_000)" } ?? "null"
    let text =
        #"{"status": \#(outcome.answer.status), "answer": \#(outcome.answer.json), "#
        + #""lines": [\#(outcome.lines.joined(separator: ", "))], "due": \#(due)}"#
    state.outcome = Array(text.utf8)
    return Int32(state.outcome.count)
}

/// The address of the outcome, until the next call.
@_cdecl("table_outcome")
public func pageOutcome() -> UnsafeRawPointer? { state.outcome.withUnsafeBytes { $0.baseAddress } }

extension PageState {
    fileprivate typealias Outcome = (answer: PageAnswer, lines: [String])

    fileprivate mutating func follow(_ message: [UInt8], at now: Instant) -> Outcome {
        let value = try? PositionedValue(json: message, line: 1)
        if let opening = value?["open"] { return open(opening, at: now) }
        guard var conversation else { return (PageAnswer(refused: 409, "There is no table yet; open one."), []) }
        // A message with `pass` is no message of a page, but its clock's.
        let answer: PageAnswer
        if value?["pass"] != nil {
            conversation.passTime()
            answer = PageAnswer()
        } else {
            answer = conversation.follow(message, at: now).answer
        }
        self.conversation = conversation
        return (answer, lines(of: conversation, at: now))
    }

    /// The lines that the page has not been told yet.
    private mutating func lines(of conversation: PageConversation, at now: Instant) -> [String] {
        var lines: [String] = []
        while let line = conversation.line(after: &cursor, at: now) { lines.append(line) }
        return lines
    }

    private mutating func open(_ opening: PositionedValue, at now: Instant) -> Outcome {
        guard let book = opening["book"]?.string.flatMap({ RuleBook.named($0) }) else {
            return (PageAnswer(refused: 400, "There is no such rule book."), [])
        }
        guard case .array(let sounds)? = opening["sounds"]?.content else {
            return (PageAnswer(refused: 400, "Say which sounds there are."), [])
        }
        let conversation = PageConversation(book, sounds: sounds.compactMap { TrialSound($0) }, at: now)
        self.conversation = conversation
        cursor = PageCursor()
        return (PageAnswer(), lines(of: conversation, at: now))
    }
}
