import Synchronization

/// A ring between one producer's thread and one consumer's thread; neither ever waits, a full ring refuses.
struct Ring<Element: BitwiseCopyable>: ~Copyable {
    /// Keeps what the two threads write on cache lines of their own.
    private typealias CacheLines = (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)

    private let elements: UnsafeMutablePointer<Element>
    private let mask: Int
    private let beforeWritten: CacheLines = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private let written = Atomic<Int>(0)
    /// Where the producer last saw `read` stand: it looks again only when the ring seems full.
    private let readSeen = Atomic<Int>(0)
    private let beforeRead: CacheLines = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private let read = Atomic<Int>(0)

    /// Creates an empty ring for `capacity` elements or more, the next power of two.
    init(capacity: Int) {
        let size = powerOfTwo(atLeast: capacity)
        elements = .allocate(capacity: size)
        mask = size - 1
    }

    deinit { elements.deallocate() }

    /// How many more elements fit; the producer's view, the consumer may make it larger meanwhile.
    var freeCount: Int {
        mask &+ 1 &- (written.load(ordering: .relaxed) &- read.load(ordering: .acquiring))
    }

    /// Whether one more element fits. The producer's thread only.
    var hasRoom: Bool {
        @inline(__always) get {
            let end = written.load(ordering: .relaxed)
            if end &- readSeen.load(ordering: .relaxed) <= mask { return true }
            let begin = read.load(ordering: .acquiring)
            readSeen.store(begin, ordering: .relaxed)
            return end &- begin <= mask
        }
    }

    /// Appends an element, or answers false when the ring is full. The producer's thread only.
    @inline(__always)
    func push(_ element: Element) -> Bool {
        guard hasRoom else { return false }
        let end = written.load(ordering: .relaxed)
        elements[end & mask] = element
        written.store(end &+ 1, ordering: .releasing)
        return true
    }

    /// How many elements wait. The consumer's thread only.
    var waitingCount: Int { written.load(ordering: .acquiring) &- read.load(ordering: .relaxed) }

    /// The element that will be the oldest when so many have been dropped; it must be waiting, and stays where it is
    /// until it is dropped. The consumer's thread only.
    @inline(__always)
    func waiting(after count: Int) -> UnsafePointer<Element> {
        UnsafePointer(elements + ((read.load(ordering: .relaxed) &+ count) & mask))
    }

    /// Drops the oldest elements; so many must be waiting. The consumer's thread only.
    func drop(_ count: Int) { read.store(read.load(ordering: .relaxed) &+ count, ordering: .releasing) }

    /// Takes the oldest element, or `nil` when there is none. The consumer's thread only.
    func pop() -> Element? {
        guard waitingCount > 0 else { return nil }
        let element = waiting(after: 0).pointee
        drop(1)
        return element
    }
}

/// The smallest power of two that is not below `count`.
func powerOfTwo(atLeast count: Int) -> Int {
    count <= 1 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
}
