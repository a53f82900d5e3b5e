import Glibc
import SessionPolicy
import SessionScenario
import SessionWorld

/// Replies for people on a terminal: the step, each sound with its level or the rule that silences it, a summary, and
/// the notices to apps.
enum ReplyLines {
    /// Formats a reply for people.
    ///
    /// - Parameters:
    ///   - line: A JSON reply; anything else is returned unchanged.
    ///   - step: The line that was sent, for a caret below its error, or nil if unknown.
    static func text(_ line: String, step: String? = nil, _ style: TextStyle) -> String {
        guard let reply = try? PositionedValue(json: line.utf8, line: 1), case .object = reply.content else {
            return line.printable + "\n"
        }
        if reply["result"]?["error"]?.string == "badStep" { return fault(in: reply, step, style) }
        var text = heading(reply, step, style)
        for sound in reply["heard"]?.items ?? [] { text += row(ofHeard: sound, style) }
        for sound in reply["unheard"]?.items ?? [] { text += row(ofUnheard: sound, style) }
        for line in PlainText.hanging(indent, reply["now"]?.string?.printable ?? "", width: style.width) {
            text += style.paint(line, .heard) + "\n"
        }
        let moments = (reply["meanwhile"]?.items ?? []) + [reply]
        let events = moments.flatMap { $0["events"]?.items ?? [] }
        for event in events { text += told(event, style) }
        return text
    }

    private static let indent = String(repeating: " ", count: 8)

    private static func heading(_ reply: PositionedValue, _ step: String?, _ style: TextStyle) -> String {
        var deed = reply["did"]?.string ?? reply["do"]?.string ?? ""
        if let step, let value = Self.value(of: step) { deed = Telling().deed(value) }
        let seconds = if case .number(let at)? = reply["at"]?.content { at } else { 0.0 }
        let time = TextColumn.rightAligned(clock(seconds), 6) + "  "
        return PlainText.hanging(time, deed.printable + ".", width: style.width).enumerated().map { number, line in
            number > 0
                ? style.strong(line) + "\n"
                : style.paint(time, .quiet) + style.strong(String(line.dropFirst(time.count))) + "\n"
        }.joined()
    }

    /// Formats seconds as minutes and seconds.
    private static func clock(_ seconds: Double) -> String {
        let seconds = Int(seconds)
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    private static func value(of step: String) -> PositionedValue? {
        guard case .success(let value)? = Array(step.utf8).withUnsafeBufferPointer({ StepLines.read($0, number: 1) })
        else { return nil }
        return value
    }

    private static func row(ofHeard sound: PositionedValue, _ style: TextStyle) -> String {
        let isDucked = sound["ducked"]?.isTrue ?? false
        let level = if case .number(let level)? = sound["gainDB"]?.content { level } else { 0.0 }
        let ports = (sound["on"]?.strings ?? []).joined(separator: ", ")
        let words = TextColumn.rightAligned("\(level)", 6) + " dB" + (isDucked ? " lowered" : " \(ports)")
        return row(
            isDucked ? "─" : "━", sound, words, sound["duckedBy"]?["rule"]?.string, isDucked ? .ducked : .heard, style)
    }

    private static func row(ofUnheard sound: PositionedValue, _ style: TextStyle) -> String {
        row("┄", sound, "       not heard", sound["rule"]?.string, .quiet, style)
    }

    private static func row(
        _ mark: Character, _ sound: PositionedValue, _ words: String, _ rule: String?, _ ink: TextStyle.Ink,
        _ style: TextStyle
    ) -> String {
        let name = [sound["app"]?.string, sound["sound"]?.string ?? sound["as"]?.string].compactMap { $0 }
            .joined(separator: "/").printable
        let rule = rule ?? ""
        let room = min(style.width, 100) - indent.count - 2 - 10
        let text = "\(mark) " + (name.filled(to: min(20, room / 2)) + "  " + words).filled(to: room)
        return indent + style.paint(rule.isEmpty ? text.trimmedAtEnd : text, ink)
            + (rule.isEmpty ? "" : style.paint(TextColumn.rightAligned(rule, 10), .quiet)) + "\n"
    }

    private static func told(_ event: PositionedValue, _ style: TextStyle) -> String {
        guard case .object(let members) = event.content else { return "" }
        let details = members.filter { !["to", "name", "previousRoute"].contains($0.key) }.map { $0.value.text }
        let words = "\(event["to"]?.string ?? ""): " + ([event["name"]?.string ?? ""] + details).joined(separator: " ")
        return PlainText.hanging(indent + "told  ", words.printable, width: style.width)
            .map { style.paint($0, .quiet) + "\n" }.joined()
    }

    private static func fault(in reply: PositionedValue, _ step: String?, _ style: TextStyle) -> String {
        let result = reply["result"]
        let column = if case .number(let column)? = result?["column"]?.content { Int(column) } else { 1 }
        return FaultText.text(result?["says"]?.string ?? "", at: column, of: step, style)
    }
}

/// An error in a line in a compiler's style: the problem, the line, and a caret with the remedy.
enum FaultText {
    /// Returns the lines.
    ///
    /// - Parameters:
    ///   - says: The problem; after a semicolon, the remedy.
    ///   - column: The column of the error, from 1.
    ///   - line: The text that contains the error, or nil if unknown.
    ///   - place: The file and line number, or nil for a line without a file.
    static func text(
        _ says: String, at column: Int, of line: String?, in place: (file: String, line: Int)? = nil, _ style: TextStyle
    ) -> String {
        let end = says.firstRange(of: "; ")
        let (wrong, remedy) = (says[..<(end?.lowerBound ?? says.endIndex)], end.map { says[$0.upperBound...] } ?? "")
        func lines(_ label: String, _ text: String) -> [String] {
            PlainText.hanging(label, text.printable, width: style.width)
        }
        let heading = lines("error: ", String(wrong)).enumerated().map { number, line in
            number == 0 ? style.paint("error: ", .bad) + style.strong(String(line.dropFirst(7))) : style.strong(line)
        }
        guard let line, column > 0 else {
            return (heading + (remedy.isEmpty ? [] : lines("  ", String(remedy)))).joined(separator: "\n") + "\n"
        }
        let number = place.map { "\($0.line)" } ?? ""
        let gutter = place == nil ? "  " : String(repeating: " ", count: number.count + 1) + "│ "
        let lead = place == nil ? "  " : number + " │ "
        let start = line.unicodeScalars.prefix(column - 1)
        // A line that is too wide is shown from near its error.
        let skip = max(0, start.count - style.width / 2)
        let shown = String(String.UnicodeScalarView(line.unicodeScalars.dropFirst(skip))).printable.cut(
            to: style.width - lead.count)
        let word = line.unicodeScalars.dropFirst(column - 1).prefix { !" ,:}]\t".unicodeScalars.contains($0) }
        let carets = String(repeating: "^", count: min(max(1, word.count), style.width / 2))
        let under = gutter + String(repeating: " ", count: start.count - skip) + carets
        let fits = under.count + 1 + remedy.count <= style.width
        var text = heading
        if let place {
            text.append(
                style.paint(String(repeating: " ", count: number.count) + "╭─ ", .quiet)
                    + "\(place.file):\(place.line):\(column)".printable)
        }
        text.append(style.paint(lead, .quiet) + shown)
        text.append(
            style.paint(gutter, .quiet) + style.paint(String(under.dropFirst(gutter.count)), .bad)
                + (fits && !remedy.isEmpty ? " " + String(remedy).printable : ""))
        if !fits {
            let rest = lines(gutter, String(remedy))
            // A long list would hide the error.
            text += rest.count <= 2 ? rest : [rest[0] + " …"] + lines(gutter, "All of them: audiosession schema")
        }
        return text.joined(separator: "\n") + "\n"
    }
}

extension Terminal {
    /// Whether replies are formatted for people: on a terminal, and without --json.
    static func isForPeople(json: Bool) -> Bool { !json && isatty(STDOUT_FILENO) != 0 }

    /// Returns a formatter of replies for people; nil if they are printed as JSON.
    static func replies(json: Bool) -> (([UInt8]) -> [UInt8])? {
        guard isForPeople(json: json) else { return nil }
        let style = output
        return {
            Array(
                ReplyLines.text(
                    String(decoding: $0.last == UInt8(ascii: "\n") ? $0.dropLast() : $0[...], as: UTF8.self), style
                ).utf8)
        }
    }
}
