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

    /// Whether the line that has no end yet is longer than the limit already.
    public var isTooLong: Bool { skips }

    /// Takes more bytes, and gives the lines that are complete with them.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) -> [Line] {
        var lines: [Line] = []
        var rest = bytes.bindMemory(to: UInt8.self)
        while let line = next(of: &rest, Self.line) { lines.append(line) }
        return lines
    }

    /// Takes the end of the input: the last line may lack its end.
    public mutating func finish() -> Line? { finish(Self.line) }

    private static func line(_ bytes: UnsafeBufferPointer<UInt8>?) -> Line {
        bytes.map { .text(Array($0)) } ?? .tooLong
    }

    /// Cuts the next line off, without a copy where it came in one piece.
    ///
    /// - Parameters:
    ///   - rest: The bytes that follow; what belongs to the line is taken from its beginning.
    ///   - read: Takes the line without its end, only while it is called; nil stands for a line that is too long.
    /// - Returns: What was read; nil where the line is not complete yet. Its beginning is kept then.
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

    /// Reads what was kept as the last line; nil where nothing was.
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

/// Reads steps off bytes that come in pieces, one on each line, as JSON or in the short form of `ShortStep`; blank lines and
/// comments are passed over.
public struct StepLines {
    /// A line as a step, or what is wrong with it.
    public typealias Step = Result<PositionedValue, StepError>

    private var lines = LineBuffer(limit: OracleStream.lineLimit)
    private var number = 0

    /// Begins with the first line.
    public init() {}

    /// Cuts the next step off.
    ///
    /// - Parameter rest: The bytes that follow; what belongs to the lines that were read is taken from its beginning.
    /// - Returns: Nil where no line is complete any more.
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

    /// Takes the end of the input: the last line may lack its end.
    public mutating func finish() -> Step? {
        let line = number + 1
        number = line
        return lines.finish { Self.read($0, number: line) } ?? nil
    }

    /// A line as a step; nil for a blank line or a comment, which has no reply.
    ///
    /// - Parameters:
    ///   - line: Without its end; nil for one that is too long.
    ///   - number: Which line it is, from 1.
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
