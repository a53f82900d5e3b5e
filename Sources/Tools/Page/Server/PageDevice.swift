/// A device that pages show. A page receives a signal whenever there may be events, and fetches them when it is ready.
protocol PageDevice: Actor {
    /// The pages that watch.
    var audience: PageSubscribers { get set }

    /// Returns the next line for a page, or nil if the page is up to date.
    /// - Parameter cursor: The page's progress, updated by this call.
    func line(after cursor: inout PageCursor) -> String?

    func follow(_ message: [UInt8]) async -> PageAnswer
}

extension PageDevice {
    /// Adds a page.
    ///
    /// - Returns: A stream that signals immediately, on every event, and periodically so that the page knows that the
    ///   server is alive; it ends with the device. Nil if there are too many pages.
    func look() -> AsyncStream<Void>? {
        audience.add { [weak self] number in Task { await self?.leave(number) } }
    }

    private func leave(_ number: Int) { audience.remove(number) }

    /// Signals to all pages.
    func beat() { audience.signal() }

    /// Returns the next part of the events that a page has not received, as many as fit, as server-sent events; nil if
    /// the page is up to date.
    /// - Parameter cursor: The page's progress, updated by this call.
    func news(since cursor: inout PageCursor) -> [UInt8]? {
        var bytes: [UInt8] = []
        // JSON lines contain no line breaks.
        while bytes.count < PageSubscribers.part, let line = line(after: &cursor) { bytes += "data: \(line)\n\n".utf8 }
        return bytes.isEmpty ? nil : bytes
    }
}

/// The pages that watch a device. Each costs one signal per event, however slowly it reads.
struct PageSubscribers {
    /// The largest number of pages.
    static let limit = 16
    /// The size of a part of the events, in bytes.
    static let part = 65_536

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
}
