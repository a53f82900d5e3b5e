import SessionPolicy

@testable import SessionWire

/// Gives the readers of the wire any bytes at all, as a program's message and as a host's, and checks what they promise.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWire(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    if let (message, number) = try? ProgramMessage.read(bytes) {
        // A message that was read can be written, and is read as an equal one.
        let written = message.bytes(number: number)
        let again = try? written.withUnsafeBytes { try ProgramMessage.read($0) }
        precondition(again?.message == message && again?.number == number, "a message changes on its way")
        precondition(written.count <= WireFormat.messageLimit, "a message is too long")
    }
    if case .scene = (try? HostMessage.read(bytes))?.message { fuzzScene(bytes) }
    return 0
}

private func fuzzScene(_ bytes: UnsafeRawBufferPointer) {
    var assembly = SceneAssembly(app: "app", ramps: RuleBook.modern.ramps)
    guard let scene = try? assembly.add(bytes) else { return }
    precondition(scene.names.count == scene.picture.sounds.count, "a scene lacks names")
    precondition(scene.started.allSatisfy { $0 < scene.names.count }, "what begins is not in the scene")
    // A scene survives being written and read again.
    var again: Scene?
    for message in scene.messages() {
        precondition(message.count <= WireFormat.messageLimit, "a message is too long")
        again = try? message.withUnsafeBytes { try assembly.add($0) }
    }
    precondition(again == scene, "a scene changes on its way")
}
