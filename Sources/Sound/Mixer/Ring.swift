import Synchronization

/// A ring between one producer's thread and one consumer's thread; neither ever waits, a full ring refuses.
struct Ring<Element: BitwiseCopyable>: ~Copyable {
    /// Keeps what the two threads write on cache lines of their own.
    private typealias CacheLines = (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)

    private let elements: UnsafeMutablePointer<Element>
    private let mask: Int
    private let beforeWritten: CacheLines = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private let written = Atomic<Int>(0)
    /// The producer's last view of `read`: it looks again only when the ring seems full.
    private let readSeen = Atomic<Int>(0)
    private let beforeRead: CacheLines = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private let read = Atomic<Int>(0)

    init(capacity: Int) {
        let size = powerOfTwo(atLeast: capacity)
        elements = .allocate(capacity: size)
        mask = size - 1
    }

    deinit { elements.deallocate() }

    /// The number of elements that fit; the producer's view, the consumer may make it larger meanwhile.
    var freeCount: Int {
        mask &+ 1 &- (written.load(ordering: .relaxed) &- read.load(ordering: .acquiring))
    }

    /// Whether one more element fits. The producer's thread only.
    var hasRoom: Bool { hasRoom(at: written.load(ordering: .relaxed)) }

    /// The number of elements that fit where `end` have been written.
    @inline(__always)
    private func hasRoom(at end: Int) -> Bool {
        if end &- readSeen.load(ordering: .relaxed) <= mask { return true }
        let begin = read.load(ordering: .acquiring)
        readSeen.store(begin, ordering: .relaxed)
        return end &- begin <= mask
    }

    /// Appends an element, or answers false when the ring is full. The producer's thread only.
    @inline(__always)
    func push(_ element: Element) -> Bool {
        let end = written.load(ordering: .relaxed)
        guard hasRoom(at: end) else { return false }
        elements[end & mask] = element
        written.store(end &+ 1, ordering: .releasing)
        return true
    }

    /// The elements that waited at one moment; each stays where it is until it is dropped.
    struct Waiting: BitwiseCopyable {
        fileprivate let elements: UnsafeMutablePointer<Element>
        fileprivate let mask: Int
        fileprivate let begin: Int
        let count: Int

        /// The element of this number, the oldest is 0; `number` must be below `count`.
        subscript(number: Int) -> UnsafePointer<Element> { UnsafePointer(elements + ((begin &+ number) & mask)) }
    }

    /// The elements that wait now behind the oldest `held`, which the consumer has copied and not yet dropped. The
    /// consumer's thread only.
    @inline(__always)
    func waiting(behind held: Int = 0) -> Waiting {
        let begin = read.load(ordering: .relaxed) &+ held
        let count = written.load(ordering: .acquiring) &- begin
        return Waiting(elements: elements, mask: mask, begin: begin, count: count)
    }

    /// Drops the oldest elements; so many must be waiting. The consumer's thread only.
    func drop(_ count: Int) { read.store(read.load(ordering: .relaxed) &+ count, ordering: .releasing) }

    /// Takes the oldest element, or `nil` when there is none. The consumer's thread only.
    func pop() -> Element? {
        let waiting = waiting()
        guard waiting.count > 0 else { return nil }
        let element = waiting[0].pointee
        drop(1)
        return element
    }
}

/// The smallest power of two that is not below `count`.
func powerOfTwo(atLeast count: Int) -> Int {
    count <= 1 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
}
