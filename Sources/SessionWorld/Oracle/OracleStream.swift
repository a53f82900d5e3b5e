public import SessionPolicy

/// The oracle without its pipes: bytes of steps in, bytes of replies out, in the same order.
public struct OracleStream {
    /// A line may be this long, in bytes; what is longer is refused without being kept.
    public static let lineLimit = 1 << 20

    private var world: World
    private var memory = ReplyMemory()
    private let isStrict: Bool
    private var line = 0
    /// The beginning of a line whose end has not come yet.
    private var partial: [UInt8] = []
    /// Whether the rest of a line that is too long is being skipped.
    private var skips = false
    /// Whether a line could not be read and nothing more is taken, as `isStrict` demands.
    public private(set) var hasStopped = false

    /// Creates an oracle over a device in its first state.
    ///
    /// - Parameters:
    ///   - book: The rules.
    ///   - isStrict: Whether it stops at the first line that is not a step.
    public init(_ book: RuleBook = .iPhoneOS3, isStrict: Bool = false) {
        world = World(book)
        self.isStrict = isStrict
    }

    /// Takes more of the input and appends the replies to all lines that are complete by now.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, cut anywhere.
    ///   - output: The buffer that gets one line per reply.
    public mutating func take(_ bytes: UnsafeRawBufferPointer, into output: inout ByteBuffer) {
        let bytes = bytes.bindMemory(to: UInt8.self)
        var start = 0
        while start < bytes.count, !hasStopped {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) else {
                keep(bytes[start...], &output)
                return
            }
            if skips {
                skips = false
            } else if partial.isEmpty {
                answer(UnsafeBufferPointer(rebasing: bytes[start..<end]), &output)
            } else {
                keep(bytes[start..<end], &output)
                finish(into: &output)
                skips = false
            }
            start = end + 1
        }
    }

    /// Takes the end of the input: the last line may lack its line end.
    ///
    /// - Parameter output: The buffer that gets the reply to it.
    public mutating func finish(into output: inout ByteBuffer) {
        guard !partial.isEmpty, !hasStopped else { return }
        let line = partial
        partial.removeAll(keepingCapacity: true)
        line.withUnsafeBufferPointer { answer($0, &output) }
    }

    private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ output: inout ByteBuffer) {
        guard !skips else { return }
        guard partial.count + bytes.count <= Self.lineLimit else {
            partial.removeAll()
            skips = true
            line += 1
            return refuseLongLine(&output)
        }
        partial += bytes
    }

    private mutating func answer(_ bytes: UnsafeBufferPointer<UInt8>, _ output: inout ByteBuffer) {
        line += 1
        guard bytes.count <= Self.lineLimit else { return refuseLongLine(&output) }
        guard bytes.first != UInt8(ascii: "#"), !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else {
            return
        }
        do {
            take(try JSONLineReader.read(bytes, line: line), &output)
        } catch {
            refuse(error, &output)
        }
    }

    private mutating func take(_ value: PositionedValue, _ output: inout ByteBuffer) {
        let reply = world.take(value)
        output.append(reply, remembering: &memory)
        if case .unreadable = reply.outcome { hasStopped = isStrict }
    }

    private mutating func refuseLongLine(_ output: inout ByteBuffer) {
        let says = "the line is longer than \(Self.lineLimit) bytes; put one step on one line"
        refuse(StepError(SourcePosition(line: line, column: 1), says), &output)
    }

    private mutating func refuse(_ error: StepError, _ output: inout ByteBuffer) {
        output.append(world.reply(to: error), remembering: &memory)
        hasStopped = isStrict
    }
}
