/// Splits bytes into lines. Lines that are too long are not stored.
public struct LineBuffer {
    /// A line, or a marker for one that is too long.
    public enum Line: Sendable {
        /// Without its end.
        case text([UInt8])
        case tooLong
    }

    private let limit: Int
    private var partial: [UInt8] = []
    private var skips = false

    /// Creates an empty buffer.
    ///
    /// - Parameter limit: The maximum length of a line in bytes.
    public init(limit: Int) { self.limit = limit }

    /// Whether the incomplete line already exceeds the limit.
    public var isTooLong: Bool { skips }

    /// Adds bytes, and returns the lines completed by them.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) -> [Line] {
        var lines: [Line] = []
        var rest = bytes.bindMemory(to: UInt8.self)
        while let line = next(of: &rest, Self.line) { lines.append(line) }
        return lines
    }

    /// Ends the input, and returns the last line if it lacks an end.
    public mutating func finish() -> Line? { finish(Self.line) }

    private static func line(_ bytes: UnsafeBufferPointer<UInt8>?) -> Line {
        bytes.map { .text(Array($0)) } ?? .tooLong
    }

    /// Removes the next line, without copying it if it is contiguous.
    ///
    /// - Parameters:
    ///   - rest: The remaining bytes, from which the line is removed.
    ///   - read: Receives the line without its end, or nil if it is too long. The bytes are valid during the call only.
    /// - Returns: The result of `read`, or nil if the line is incomplete; then its beginning is stored.
    public mutating func next<Result>(
        of rest: inout UnsafeBufferPointer<UInt8>, _ read: (UnsafeBufferPointer<UInt8>?) -> Result
    ) -> Result? {
        guard !rest.isEmpty else { return nil }
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n"), from: 0) else {
            keep(rest)
            rest = UnsafeBufferPointer(rebasing: rest[rest.count...])
            return nil
        }
        let piece = UnsafeBufferPointer(rebasing: rest[..<end])
        rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
        guard skips || !partial.isEmpty else { return read(piece.count > limit ? nil : piece) }
        keep(piece)
        return finish(read)
    }

    /// Reads the stored rest as the last line, if any.
    public mutating func finish<Result>(_ read: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result? {
        guard skips || !partial.isEmpty else { return nil }
        defer {
            partial.removeAll(keepingCapacity: true)
            skips = false
        }
        return skips ? read(nil) : partial.withUnsafeBufferPointer { read($0) }
    }

    private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !skips else { return }
        if partial.count + bytes.count > limit {
            (partial, skips) = ([], true)
        } else {
            partial += bytes
        }
    }
}

/// Reads steps from bytes that arrive in pieces: one on each line, as JSON or in the short form of `ShortStep`. Skips
/// blank lines and comments.
public struct StepLines {
    /// A step, or the error of its line.
    public typealias Step = Result<PositionedValue, StepError>

    private var lines = LineBuffer(limit: OracleStream.lineLimit)
    private var number = 0

    /// Starts at line 1.
    public init() {}

    /// Removes and returns the next step.
    ///
    /// - Parameter rest: The remaining bytes, from which the lines are removed.
    /// - Returns: Nil if no complete line is left.
    public mutating func next(of rest: inout UnsafeBufferPointer<UInt8>) -> Step? {
        let line = number
        var passed = 0
        while let step = lines.next(of: &rest, { Self.read($0, number: line + passed + 1) }) {
            passed += 1
            if let step {
                number += passed
                return step
            }
        }
        number += passed
        return nil
    }

    /// Ends the input, and returns the last line if it lacks an end.
    public mutating func finish() -> Step? {
        let line = number + 1
        number = line
        return lines.finish { Self.read($0, number: line) } ?? nil
    }

    /// Parses a line. Returns nil for a blank line or a comment, which has no reply.
    ///
    /// - Parameters:
    ///   - line: The line without its end, or nil if it is too long.
    ///   - number: The line's number, from 1.
    public static func read(_ line: UnsafeBufferPointer<UInt8>?, number: Int) -> Step? {
        guard let line else {
            let says = "the line is longer than \(OracleStream.lineLimit) bytes; put one step on one line"
            return .failure(StepError(SourcePosition(line: number, column: 1), says))
        }
        guard line.first != UInt8(ascii: "#"), let first = line.first(where: { !isBlank($0) }) else { return nil }
        // No verb is JSON, and no object of JSON begins with a letter.
        let mayBeShort = (0x61...0x7A).contains(first | 0x20)
        do throws(StepError) {
            if mayBeShort, let step = try ShortStep.read(line, line: number) { return .success(step) }
            return .success(try JSONLineReader.read(line, line: number))
        } catch {
            return .failure(error)
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
