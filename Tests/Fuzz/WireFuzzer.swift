import SessionPolicy
@_spi(Fuzzing) import SessionWire

/// Gives the readers of the wire any bytes at all, as a program's message and as a host's, and checks what they promise.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWire(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    if let (message, number) = WireFuzzing.programMessage(bytes) {
        // A message that was read can be written, and is read as an equal one.
        let written = message.bytes(number: number)
        let again = written.withUnsafeBytes { WireFuzzing.programMessage($0) }
        precondition(again?.message == message && again?.number == number, "a message changes on its way")
        precondition(written.count <= WireFormat.messageLimit, "a message is too long")
    }
    WireFuzzing.hostMessage(bytes)
    return 0
}
