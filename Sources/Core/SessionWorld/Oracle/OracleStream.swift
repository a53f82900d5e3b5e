public import SessionPolicy

/// The oracle without its pipes: bytes of steps in, bytes of replies out, in the same order.
public struct OracleStream {
    /// A line may be this long, in bytes; what is longer is refused without being kept.
    public static let lineLimit = 1 << 20

    private var world: World
    private var memory = ReplyMemory()
    private let isStrict: Bool
    private var lines = StepLines()
    /// Whether a line could not be read and nothing more is taken, as `isStrict` demands.
    public private(set) var hasStopped = false

    /// Creates an oracle over a device in its first state.
    ///
    /// - Parameters:
    ///   - book: The rules; nil for the default of the protocol's version for which the first step asks.
    ///   - isStrict: Whether it stops at the first line that is not a step.
    public init(_ book: RuleBook? = nil, isStrict: Bool = false) {
        world = World(book)
        self.isStrict = isStrict
    }

    /// Takes more of the input and appends the replies to all lines that are complete by now.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, cut anywhere.
    ///   - output: The buffer that gets one line per reply.
    public mutating func answer(_ bytes: UnsafeRawBufferPointer, into output: inout ByteBuffer) {
        var rest = bytes.bindMemory(to: UInt8.self)
        while !hasStopped, let step = lines.next(of: &rest) { answer(step, &output) }
    }

    /// Takes the end of the input: the last line may lack its line end.
    ///
    /// - Parameter output: The buffer that gets the reply to it.
    public mutating func finish(into output: inout ByteBuffer) {
        guard !hasStopped, let step = lines.finish() else { return }
        answer(step, &output)
    }

    private mutating func answer(_ step: StepLines.Step, _ output: inout ByteBuffer) {
        let reply =
            switch step {
            case .success(let value): world.apply(value)
            case .failure(let error): world.reply(to: error)
            }
        output.append(reply, remembering: &memory)
        if case .unreadable = reply.outcome { hasStopped = isStrict }
    }
}
