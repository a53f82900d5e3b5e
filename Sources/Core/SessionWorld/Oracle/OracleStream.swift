public import SessionPolicy

/// The oracle as a function of bytes: steps in, replies out, in the same order.
public struct OracleStream {
    /// The maximum length of a line in bytes. Longer lines are refused without being stored.
    public static let lineLimit = 1 << 20

    private var world: World
    private let isStrict: Bool
    private var lines = StepLines()
    /// Whether it has stopped at a malformed line, because of `isStrict`.
    public private(set) var hasStopped = false

    /// Creates an oracle with a device in its initial state.
    ///
    /// - Parameters:
    ///   - book: The rules, or nil for the default of the protocol version in the first step.
    ///   - isStrict: Whether to stop at the first malformed line.
    public init(_ book: RuleBook? = nil, isStrict: Bool = false) {
        world = World(book)
        self.isStrict = isStrict
    }

    /// Adds input, and appends the replies to all complete lines.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, split anywhere.
    ///   - output: The buffer for the replies, a line each.
    public mutating func answer(_ bytes: UnsafeRawBufferPointer, into output: inout ByteBuffer) {
        var rest = bytes.bindMemory(to: UInt8.self)
        while !hasStopped, let step = lines.next(of: &rest) { answer(step, &output) }
    }

    /// Ends the input; the last line may lack its end.
    ///
    /// - Parameter output: The buffer for the reply.
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
        output.append(reply)
        if case .unreadable = reply.outcome { hasStopped = isStrict }
    }
}
