internal import CoreAudioTypes

/// The value of a property of a C interface, as bytes.
enum PropertyBytes {
    static func of<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    /// Copies a value into the program's buffer.
    ///
    /// - Returns: 0; `none` if there is no value; `small` if the buffer is too small.
    static func copy(
        _ value: [UInt8]?, to memory: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>, none: OSStatus,
        small: OSStatus
    ) throws {
        let value = try value.or(none)
        guard Int(size.pointee) >= value.count else { throw StatusError(small) }
        memory.copyMemory(from: value, byteCount: value.count)
        size.pointee = UInt32(value.count)
    }
}
