/// Cuts bytes into lines, none of which is kept if it is too long.
public struct LineBuffer {
    /// One line, or what stands in its place.
    public enum Line: Sendable {
        /// Without its end.
        case text([UInt8])
        case tooLong
    }

    private let limit: Int
    private var partial: [UInt8] = []
    private var skips = false

    /// Begins with nothing.
    ///
    /// - Parameter limit: How many bytes a line may have.
    public init(limit: Int) { self.limit = limit }

    /// Takes more bytes, and gives the lines that are complete with them.
    public mutating func take(_ bytes: UnsafeRawBufferPointer) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            lines.append(skips ? .tooLong : .text(partial))
            (partial, skips) = ([], false)
            rest = rest[(end + 1)...]
        }
        keep(rest)
        return lines
    }

    /// Takes the end of the input: the last line may lack its end.
    public mutating func finish() -> Line? {
        defer { (partial, skips) = ([], false) }
        if skips { return .tooLong }
        return partial.isEmpty ? nil : .text(partial)
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
        guard !skips else { return }
        if partial.count + bytes.count > limit {
            (partial, skips) = ([], true)
        } else {
            partial += bytes
        }
    }
}
