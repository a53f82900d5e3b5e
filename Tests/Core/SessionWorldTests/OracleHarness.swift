import SessionPolicy

@testable import SessionWorld

/// The oracle's replies to some lines, as text.
func replies(to input: String, under book: RuleBook = .iPhoneOS3, isStrict: Bool = false) -> [String] {
    replies(to: Array(input.utf8), in: [input.utf8.count], under: book, isStrict: isStrict)
}

/// The oracle's replies to bytes that come in blocks of these sizes, the last one repeated.
func replies(
    to bytes: [UInt8], in sizes: [Int], under book: RuleBook = .iPhoneOS3, isStrict: Bool = false
) -> [String] {
    var stream = OracleStream(book, isStrict: isStrict)
    var output = ByteBuffer()
    var start = 0
    var block = 0
    while start < bytes.count {
        let end = min(bytes.count, start + max(1, sizes[min(block, sizes.count - 1)]))
        bytes[start..<end].withUnsafeBytes { stream.answer($0, into: &output) }
        start = end
        block += 1
    }
    stream.finish(into: &output)
    return output.text.split(separator: "\n").map(String.init)
}

/// A line of JSON as a value.
func value(_ line: String) throws(StepError) -> PositionedValue {
    var text = line
    let result = text.withUTF8 { bytes in
        Result { () throws(StepError) in try JSONLineReader.read(bytes, line: 1) }
    }
    return try result.get()
}

/// The last reply to some lines, as a value.
func lastReply(to input: String, under book: RuleBook = .iPhoneOS3) throws -> PositionedValue {
    try value(replies(to: input, under: book).last ?? "")
}

extension PositionedValue {
    /// The values of an array.
    var items: [PositionedValue] {
        if case .array(let items) = content { items } else { [] }
    }

    /// The keys of an object in their order.
    var keys: [String] {
        if case .object(let members) = content { members.map(\.key) } else { [] }
    }
}
