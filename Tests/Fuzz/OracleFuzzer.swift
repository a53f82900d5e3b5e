import SessionWorld

/// Gives the oracle any bytes at all, and checks what it promises of every input.
///
/// The first byte says in how large blocks the rest arrives, and whether the oracle is strict.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOracle(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let isStrict = start[0] & 1 == 1
    let block = start[0] < 2 ? count : Int(start[0] / 2)
    let bytes = UnsafeRawBufferPointer(start: start + 1, count: count - 1)
    var stream = OracleStream(isStrict: isStrict)
    var replies = ByteBuffer(capacity: 256)
    var offset = 0
    while offset < bytes.count {
        let end = min(bytes.count, offset + block)
        stream.answer(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), into: &replies)
        offset = end
    }
    stream.finish(into: &replies)
    let lines = replies.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    precondition(lines.last?.isEmpty == true, "a reply lacks its line end")
    if !isStrict {
        precondition(lines.count - 1 == stepLines(in: bytes), "not one reply per line")
    }
    // A reply is JSON as strict as a step's; fed back, it is refused as a step and for nothing else.
    var echo = OracleStream()
    var answers = ByteBuffer(capacity: 256)
    replies.withBytes { echo.answer($0, into: &answers) }
    for answer in answers.text.split(separator: "\n") {
        precondition(refusalsOfReplies.contains { answer.contains($0) }, "a reply is not JSON")
    }
    return 0
}

/// Counts the lines that are neither blank nor a comment.
private func stepLines(in bytes: UnsafeRawBufferPointer) -> Int {
    bytes.split(separator: UInt8(ascii: "\n")).count { line in
        line.first != UInt8(ascii: "#") && !line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
}

private let refusalsOfReplies = [" has no key ", "must be a string", "there is no verb", "the line is longer than"]
