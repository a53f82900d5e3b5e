import SessionPolicy

/// Entry points for fuzzing: any bytes, no errors thrown.
@_spi(Fuzzing) public enum WireFuzzing {
    /// Reads a program's message, or nil if it is none.
    public static func programMessage(_ bytes: UnsafeRawBufferPointer) -> (
        message: ProgramMessage, number: UInt32
    )? {
        do throws(WireFault) { return try ProgramMessage.read(bytes) } catch { return nil }
    }

    /// Reads a host's message, scenes included, and returns whether it is valid.
    @discardableResult
    public static func hostMessage(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(WireFault) {
            guard let (message, _) = try HostMessage.read(bytes) else { return false }
            guard case .scene = message else { return true }
            var assembly = SceneAssembly(app: "app", ramps: RuleBook.modern.ramps)
            if let scene = try assembly.add(bytes) {
                precondition(scene.names.count == scene.picture.sounds.count, "a scene lacks names")
                precondition(
                    scene.started.allSatisfy { $0 < scene.names.count }, "what begins is not in the scene")
                // A scene survives being written and read again.
                var again: Scene?
                for message in scene.messages() {
                    precondition(message.count <= WireFormat.messageLimit, "a message is too long")
                    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: message.count, alignment: 1)
                    defer { copy.deallocate() }
                    copy.copyBytes(from: message)
                    again = try assembly.add(UnsafeRawBufferPointer(copy))
                }
                precondition(again == scene, "a scene changes on its way")
            }
            return true
        } catch {
            return false
        }
    }
}
