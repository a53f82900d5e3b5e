// The policy in a page's browser. JavaScript calls three functions: it requests memory, writes a message into it, and
// reads the outcome. `link.js` is the other side; `Install/page-policy` compiles this to WebAssembly.

import SessionPolicy
import SessionWorld

/// The state of a page: a conversation, and the memory for messages and outcomes. A page has one thread.
private struct PageState {
    var conversation: PageConversation?
    var cursor = PageCursor()
    var message: [UInt8] = []
    var outcome: [UInt8] = []
}

nonisolated(unsafe) private var state = PageState()

/// Allocates memory for a message.
///
/// - Parameter count: The size in bytes.
/// - Returns: The address to which the message must be written before any other call.
@_cdecl("table_room")
public func pageRoom(_ count: Int32) -> UnsafeMutableRawPointer? {
    state.message = [UInt8](repeating: 0, count: max(1, Int(count)))
    return state.message.withUnsafeMutableBytes { $0.baseAddress }
}

/// Handles the message in memory: one from `Docs/Page.md`, `{"open": {"book": …, "sounds": […]}}` before all others, or
/// `{"pass": true}` when something is due.
///
/// - Parameters:
///   - count: The size in bytes.
///   - now: The page's clock, in milliseconds.
/// - Returns: The size of the outcome in bytes. It contains `status`, `answer`, the `lines` for the page, and the time
///   of the next deadline.
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

/// Returns the address of the outcome, valid until the next call.
@_cdecl("table_outcome")
public func pageOutcome() -> UnsafeRawPointer? { state.outcome.withUnsafeBytes { $0.baseAddress } }

extension PageState {
    fileprivate typealias Outcome = (answer: PageAnswer, lines: [String])

    fileprivate mutating func follow(_ message: [UInt8], at now: Instant) -> Outcome {
        let value = try? PositionedValue(json: message, line: 1)
        if let opening = value?["open"] { return open(opening, at: now) }
        guard var conversation else { return (PageAnswer(refused: 409, "There is no table yet; open one."), []) }
        // `pass` comes from the page's clock, not from the page.
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

    /// Returns the lines that the page has not received.
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
