extension UnsafeMutablePointer {
    /// Allocates memory aligned to a cache line: wide loads that cross lines take twice as long.
    static func allocateLines(capacity: Int) -> UnsafeMutablePointer {
        let line = 64
        return UnsafeMutableRawPointer.allocate(
            byteCount: max(capacity, 1) * MemoryLayout<Pointee>.stride,
            alignment: max(line, MemoryLayout<Pointee>.alignment)
        ).bindMemory(to: Pointee.self, capacity: capacity)
    }
}
