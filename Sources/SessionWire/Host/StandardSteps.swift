import Glibc
import SessionWorld
import Threads

/// Steps on standard input and replies on standard output, on a host's loop.
///
/// A step is taken once the replies before it have been written. Nobody but the giver of the steps waits for a reader that
/// stalls.
public final class StandardSteps {
    private let server: HostServer
    private let input: CInt
    private let output: CInt
    private let atEnd: () -> Void
    private var lines = LineBuffer(limit: OracleStream.lineLimit)
    private var lineNumber = 0
    private var stepCount = 0
    /// Steps that have been read and wait for the replies before them to be written.
    private var steps: [Result<PositionedValue, StepError>] = []
    private var firstStep = 0
    private var unwritten: [UInt8] = []
    private var place = 0
    private var isAtEnd = false
    private var hasTold = false
    private var isClosed = false
    private var isProceeding = false
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)

    /// Begins to read and write.
    ///
    /// - Parameters:
    ///   - server: The host.
    ///   - input: Where steps come from.
    ///   - output: Where replies go.
    ///   - atEnd: Called once, when the input has ended and everything has been answered and written.
    /// - Throws: `WireError.system` where the kernel cannot watch one of them.
    public init(
        _ server: HostServer, input: CInt = 0, output: CInt = 1,
        atEnd: @escaping () -> Void
    ) throws(WireError) {
        (self.server, self.input, self.output, self.atEnd) = (server, input, output, atEnd)
        try server.loop.watch(input) { [unowned self] _ in self.read() }
        try server.loop.watch(output, for: []) { [unowned self] _ in self.goOnWriting() }
        // Replies are made where somebody reads them; a service's output goes nowhere.
        if !Self.leadsNowhere(output) { server.output = { [unowned self] line in self.post(line) } }
    }

    /// Whether what is written there is thrown away by the system.
    private static func leadsNowhere(_ output: CInt) -> Bool {
        var (there, nowhere) = (stat(), stat())
        guard fstat(output, &there) == 0, stat("/dev/null", &nowhere) == 0 else { return false }
        return there.st_mode & S_IFMT == S_IFCHR && there.st_rdev == nowhere.st_rdev
    }

    deinit { buffer.deallocate() }

    /// Whether the input has ended and all of it has been answered and written.
    public var isFinished: Bool { isAtEnd && firstStep == steps.count && (unwritten.isEmpty || isClosed) }

    private func read() {
        let count = Glibc.read(input, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        if count > 0 {
            for line in lines.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { keep(line) }
        } else {
            if let line = lines.finish() { keep(line) }
            isAtEnd = true
            server.loop.forget(input)
        }
        proceed()
    }

    private func keep(_ line: LineBuffer.Line) {
        lineNumber += 1
        if let step = StepLines.read(line, number: lineNumber) { steps.append(step) }
    }

    /// Takes steps as long as their replies go out.
    private func proceed() {
        // Writing a reply leads here again.
        guard !isProceeding else { return }
        isProceeding = true
        defer { isProceeding = false }
        while firstStep < steps.count, unwritten.isEmpty || isClosed {
            stepCount += 1
            let step = steps[firstStep]
            firstStep += 1
            server.take(step, number: stepCount)
            write()
        }
        if firstStep == steps.count { (steps, firstStep) = ([], 0) }
        if !isAtEnd { server.loop.change(input, to: unwritten.isEmpty || isClosed ? .reading : []) }
        if isFinished, !hasTold {
            hasTold = true
            atEnd()
        }
    }

    private func post(_ line: [UInt8]) {
        guard !isClosed else { return }
        let wasEmpty = unwritten.isEmpty
        unwritten += line
        // What programs do goes on while the reader stalls, and cannot be kept for ever.
        if unwritten.count - place > Self.mostUnwritten { isClosed = true }
        if wasEmpty || isClosed { write() }
    }

    private static let mostUnwritten = 64 << 20

    /// As much as a pipe takes without waiting once it is ready at all, and as a reader may find in one piece.
    private static let piece = 4_096

    /// The output can take more, or nobody will ever read it: the kernel says that of itself, and without end.
    private func goOnWriting() {
        var entry = pollfd(fd: output, events: 0, revents: 0)
        if poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { isClosed = true }
        write()
    }

    private func write() {
        while place < unwritten.count, !isClosed, isReady {
            let end = min(place + Self.piece, unwritten.count)
            let count = unwritten[place..<end].withUnsafeBytes { piece in
                SignalGuard.whileWriting { Glibc.write(output, piece.baseAddress, piece.count) }
            }
            if count >= 0 {
                place += count
            } else if errno != EINTR {
                if errno == EAGAIN { break }
                // Nobody reads any more; the programs go on.
                isClosed = true
            }
        }
        if place == unwritten.count || isClosed { (unwritten, place) = ([], 0) }
        if isClosed { forgetOutput() }
        server.loop.change(output, to: unwritten.isEmpty ? [] : .writing)
        if unwritten.isEmpty { proceed() }
    }

    /// The output is watched no more, and replies are made for watchers only.
    private func forgetOutput() {
        server.loop.forget(output)
        if server.output != nil { server.output = nil }
    }

    /// Whether writing does not wait.
    private var isReady: Bool {
        var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Reads and writes no more.
    public func close() {
        server.output = nil
        if !isAtEnd { server.loop.forget(input) }
        server.loop.forget(output)
    }
}
