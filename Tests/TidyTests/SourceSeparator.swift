/// Tells Swift's comments and string literals from its code, without parsing the language: enough to count lines,
/// find words and match braces. Code inside an interpolation is code.
///
/// Bare regex literals (`/…/`) are taken for code, so a quote or a brace inside one misleads it; `#/…/#` does not.
struct SourceSeparator {
    /// The code; every other byte is a space, line ends are kept.
    private(set) var code: [UInt8]
    /// The comments; every other byte is a space, line ends are kept.
    private(set) var comments: [UInt8]

    private let source: [UInt8]
    private var position = 0

    init(text: String) {
        source = Array(text.utf8)
        let blank = source.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
        code = blank
        comments = blank
    }

    /// Reads the whole text once.
    mutating func separate() {
        while position < source.count { scanCode(untilParenthesisCloses: false) }
    }

    /// Code up to the end, or to the parenthesis that closes an interpolation.
    private mutating func scanCode(untilParenthesisCloses inInterpolation: Bool) {
        var depth = 0
        while position < source.count {
            let byte = source[position]
            switch byte {
            case UInt8(ascii: "/") where next(is: "/"): scanComment(isBlock: false)
            case UInt8(ascii: "/") where next(is: "*"): scanComment(isBlock: true)
            case UInt8(ascii: "\""): scanString(pounds: 0)
            case UInt8(ascii: "#"): scanPounds()
            case UInt8(ascii: ")") where inInterpolation && depth == 0: return
            default:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                keep()
            }
        }
    }

    /// `#` opens a raw string, an extended regex literal, or a directive or macro, which is code.
    private mutating func scanPounds() {
        var end = position
        while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
        let pounds = end - position
        switch end < source.count ? source[end] : 0 {
        case UInt8(ascii: "\""):
            position = end
            scanString(pounds: pounds)
        case UInt8(ascii: "/"):
            position = end + 1
            let closing = [UInt8(ascii: "/")] + [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
            while position < source.count, !at(closing) { position += 1 }
            position = min(position + closing.count, source.count)
        default:
            for _ in 0..<pounds { keep() }
        }
    }

    private mutating func scanComment(isBlock: Bool) {
        var depth = 0
        while position < source.count {
            let byte = source[position]
            if !isBlock, byte == UInt8(ascii: "\n") { return }
            let opens = isBlock && byte == UInt8(ascii: "/") && next(is: "*")
            let closes = isBlock && byte == UInt8(ascii: "*") && next(is: "/")
            let length = opens || closes ? 2 : 1
            for offset in position..<position + length { comments[offset] = source[offset] }
            position += length
            depth += opens ? 1 : closes ? -1 : 0
            if closes, depth == 0 { return }
        }
    }

    /// Starts at the first quote; `pounds` stand before it and must stand after the last.
    private mutating func scanString(pounds: Int) {
        let fence = [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
        let quote = UInt8(ascii: "\"")
        let quotes = at([quote, quote, quote]) ? 3 : 1
        let closing = [UInt8](repeating: quote, count: quotes) + fence
        let escape = [UInt8(ascii: "\\")] + fence
        let interpolation = escape + [UInt8(ascii: "(")]
        position += quotes
        while position < source.count {
            switch source[position] {
            case quote where at(closing):
                position += closing.count
                return
            case UInt8(ascii: "\\") where at(interpolation):
                position += interpolation.count
                scanCode(untilParenthesisCloses: true)
                position += 1
            case UInt8(ascii: "\\") where at(escape):
                position += escape.count + 1
            default:
                position += 1
            }
        }
    }

    private mutating func keep() {
        code[position] = source[position]
        position += 1
    }

    private func next(is mark: Unicode.Scalar) -> Bool {
        position + 1 < source.count && source[position + 1] == UInt8(ascii: mark)
    }

    private func at(_ bytes: [UInt8]) -> Bool { source[position...].starts(with: bytes) }
}
