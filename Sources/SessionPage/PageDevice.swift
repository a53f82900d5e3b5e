public import SessionTable

/// What a page shows: something that takes messages and tells what becomes of it to every page that looks.
public protocol PageDevice: Actor {
    /// Everything that a page must know that begins to look, and then what happens, one line of JSON each; nil where too
    /// many look already.
    func look() -> AsyncStream<[UInt8]>?
    /// Follows a message of a page.
    func follow(_ message: [UInt8]) async -> PageAnswer
}

/// The pages that look at a device: each has a queue of its own, and who does not read is given up.
struct Audience {
    /// How many may look at once.
    static let limit = 16
    /// How many messages wait for one at most.
    private static let patience = 2_000

    private var readers: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    private var count = 0

    /// Lets one more look; nil where there are too many.
    ///
    /// - Parameters:
    ///   - beginning: What it is told first.
    ///   - left: Called when it has gone, on any thread, with its number.
    mutating func add(_ beginning: [UInt8], left: @escaping @Sendable (Int) -> Void) -> AsyncStream<[UInt8]>? {
        guard readers.count < Self.limit else { return nil }
        let (stream, reader) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.patience))
        count += 1
        let number = count
        reader.onTermination = { _ in left(number) }
        reader.yield(beginning)
        readers[number] = reader
        return stream
    }

    mutating func remove(_ number: Int) { readers[number] = nil }

    var isEmpty: Bool { readers.isEmpty }

    /// Tells all of them; who has let too much lie is sent away, comes back, and is told everything anew.
    mutating func tell(_ bytes: [UInt8]) {
        for (number, reader) in readers {
            guard case .enqueued = reader.yield(bytes) else {
                reader.finish()
                readers[number] = nil
                continue
            }
        }
    }

    /// Sends all of them away.
    mutating func close() {
        for reader in readers.values { reader.finish() }
        readers = [:]
    }

    /// Lines as a stream of events (HTML, server-sent events): no line of JSON has an end of a line in it.
    static func events(_ lines: [String]) -> [UInt8] {
        Array(lines.map { "data: \($0)\n\n" }.joined().utf8)
    }

    /// What keeps a connection from falling asleep, and finds out whether anybody is there.
    static let heartbeat = Array(": still here\n\n".utf8)
}
