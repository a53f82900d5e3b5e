/// A device that pages show. A page gets a signal whenever there may be news, and asks for them when it can take them.
protocol PageDevice: Sendable {
    /// Lets one more page look on.
    ///
    /// - Returns: A signal at once, whenever something happens, and now and then so that the page knows the server to
    ///   be there; it ends with the device. Nil if too many pages look on already.
    func look() async -> AsyncStream<Void>?

    /// Returns the next part of the events that a page has not been told yet.
    ///
    /// - Parameter cursor: The events that it has been told; afterwards with this part.
    /// - Returns: Events, as `PageSubscribers.event` writes them, or nil if the page knows everything.
    func news(since cursor: inout PageCursor) async -> [UInt8]?

    /// Follows a message of a page.
    func follow(_ message: [UInt8]) async -> PageAnswer

    /// Gives all pages a signal.
    func beat() async
}

/// The pages that look on. Each costs one signal for an event, however slowly it reads.
struct PageSubscribers {
    /// The number of pages that may look on at once.
    static let limit = 16
    /// A part of the news is complete once it has so many bytes.
    private static let part = 65_536

    private var pages: [Int: AsyncStream<Void>.Continuation] = [:]
    private var count = 0

    /// Lets one more look on, or nil if there are too many.
    /// - Parameter left: Called when it has gone, on any thread, with its number.
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

    /// Lines as a stream of events (HTML, server-sent events), as many as make one part, or nil if there is none.
    static func events(_ next: () -> String?) -> [UInt8]? {
        var bytes: [UInt8] = []
        // No line of JSON has an end of a line in it.
        while bytes.count < part, let line = next() { bytes += "data: \(line)\n\n".utf8 }
        return bytes.isEmpty ? nil : bytes
    }
}
