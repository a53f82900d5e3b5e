import Glibc
public import SessionWorld

/// Steps on standard input and replies on standard output, on a host's loop.
///
/// A step is performed once earlier replies have been written, so only its sender waits for a stalled reader.
public final class StandardSteps {
    private let server: HostServer
    private let input: CInt
    private let outputStream: CInt
    private let output: LoopOutput
    private var atEnd: (() -> Void)?
    private let atUnreadable: (StepError) -> Void
    private let atFailure: (_ stream: CInt, _ error: CInt) -> Void
    private var lines = StepLines()
    private var stepCount = 0
    /// Steps read and not yet performed.
    private var steps: ArraySlice<StepLines.Step> = []
    private var isAtEnd = false
    private var isProceeding = false

    /// Starts reading and writing.
    ///
    /// - Parameters:
    ///   - server: The host.
    ///   - input: The descriptor that steps are read from.
    ///   - output: The descriptor that replies are written to.
    ///   - rewriting: Converts each reply, a line with its end, before it is written; nil for none.
    ///   - atUnreadable: Called with the error of a malformed line, after the reply.
    ///   - atFailure: Called once for each failing descriptor with the error number. A failed input counts as ended; a
    ///     failed output is no longer written.
    ///   - atEnd: Called once, when the input has ended and every step has been answered and written.
    /// - Throws: `WireError.system` if the kernel cannot watch one of them.
    public init(
        _ server: HostServer, input: CInt = 0, output: CInt = 1, rewriting: (([UInt8]) -> [UInt8])? = nil,
        atUnreadable: @escaping (StepError) -> Void = { _ in },
        atFailure: @escaping (_ stream: CInt, _ error: CInt) -> Void = { _, _ in }, atEnd: @escaping () -> Void
    ) throws(WireError) {
        (self.server, self.input, self.atUnreadable, self.atEnd) = (server, input, atUnreadable, atEnd)
        (self.outputStream, self.atFailure) = (output, atFailure)
        self.output = try LoopOutput(output, on: server.loop)
        try server.loop.watch(input) { [unowned self] _ in self.read() }
        self.output.onRoom = { [unowned self] in self.proceed() }
        // A service's output goes nowhere, so no replies are formatted.
        if !Self.leadsNowhere(output) {
            server.output = { [unowned self] line in self.post(rewriting?(line) ?? line) }
        }
    }

    private static func leadsNowhere(_ output: CInt) -> Bool {
        var (there, nowhere) = (stat(), stat())
        guard LoopOutput.isWritable(output), fstat(output, &there) == 0, stat("/dev/null", &nowhere) == 0 else {
            return false
        }
        return there.st_mode & S_IFMT == S_IFCHR && there.st_rdev == nowhere.st_rdev
    }

    /// Whether the input has ended and every step has been answered and written.
    public var isFinished: Bool { isAtEnd && steps.isEmpty && output.waiting == 0 }

    private func read() {
        let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { block in
            let count = Glibc.read(input, block.baseAddress, block.count)
            var rest = UnsafeBufferPointer(rebasing: block[..<max(0, count)])
            while let step = lines.next(of: &rest) { steps.append(step) }
            return count
        }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        if count <= 0 {
            if count < 0 { atFailure(input, errno) }
            if let step = lines.finish() { steps.append(step) }
            isAtEnd = true
            server.loop.forget(input)
        }
        proceed()
    }

    /// Performs the next step once all replies have been written, or all steps if replies are no longer read.
    private func proceed() {
        // Writing a reply leads here again.
        guard !isProceeding else { return }
        isProceeding = true
        defer { isProceeding = false }
        repeat {
            guard output.waiting == 0, let step = steps.popFirst() else { break }
            stepCount += 1
            if case .unreadable(let error) = server.perform(step, number: stepCount).outcome { atUnreadable(error) }
        } while output.isClosed
        output.isAwaited = !steps.isEmpty
        // From now on only watchers receive replies.
        if output.isClosed, server.output != nil {
            server.output = nil
            if let error = output.failure { atFailure(outputStream, error) }
        }
        if !isAtEnd { server.loop.change(input, to: steps.isEmpty && output.waiting == 0 ? .reading : []) }
        if isFinished, let atEnd {
            self.atEnd = nil
            atEnd()
        }
    }

    private func post(_ line: [UInt8]) {
        output.write(line)
        // Programs continue while the reader stalls, and their replies cannot be kept forever.
        if output.waiting > Self.mostUnwritten { output.close() }
        if output.isClosed || output.waiting > 0 { proceed() }
    }

    private static let mostUnwritten = 64 << 20

    /// Stops reading and writing.
    public func close() {
        server.output = nil
        output.close()
        if !isAtEnd { server.loop.forget(input) }
    }
}
