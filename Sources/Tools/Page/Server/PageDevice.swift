/// A device that pages show. A page receives a signal whenever there may be events, and fetches them when it is ready.
protocol PageDevice: Sendable {
    /// Adds a page.
    ///
    /// - Returns: A stream that signals immediately, on every event, and periodically so that the page knows that the
    ///   server is alive; it ends with the device. Nil if there are too many pages.
    func look() async -> AsyncStream<Void>?

    /// Returns the next part of the events that a page has not received.
    ///
    /// - Parameter cursor: The page's progress, updated by this call.
    /// - Returns: Events in the format of `PageSubscribers.event`, or nil if the page is up to date.
    func news(since cursor: inout PageCursor) async -> [UInt8]?

    func follow(_ message: [UInt8]) async -> PageAnswer

    func beat() async
}

/// The pages that watch a device. Each costs one signal per event, however slowly it reads.
struct PageSubscribers {
    /// The largest number of pages.
    static let limit = 16
    /// The size of a part of the events, in bytes.
    private static let part = 65_536

    private var pages: [Int: AsyncStream<Void>.Continuation] = [:]
    private var count = 0

    /// Adds a page, or returns nil if there are too many.
    /// - Parameter left: Called with its number when the page is gone, on any thread.
    mutating func add(left: @escaping @Sendable (Int) -> Void) -> AsyncStream<Void>? {
        guard pages.count < Self.limit else { return nil }
        let (signals, page) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        count += 1
        let number = count
        page.onTermination = { _ in left(number) }
        page.yield()
        pages[number] = page
        return signals
    }

    mutating func remove(_ number: Int) { pages[number] = nil }

    func signal() { for page in pages.values { page.yield() } }

    mutating func close() {
        for page in pages.values { page.finish() }
        pages = [:]
    }

    /// Formats lines as server-sent events, as many as fit one part; nil if there are none.
    static func events(_ next: () -> String?) -> [UInt8]? {
        var bytes: [UInt8] = []
        // JSON lines contain no line breaks.
        while bytes.count < part, let line = next() { bytes += "data: \(line)\n\n".utf8 }
        return bytes.isEmpty ? nil : bytes
    }
}
