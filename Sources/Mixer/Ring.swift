import Synchronization

/// A ring between one producer's thread and one consumer's thread; neither ever waits, a full ring refuses.
struct Ring<Element: BitwiseCopyable>: ~Copyable {
    /// Keeps what the two threads write on cache lines of their own.
    private typealias CacheLines = (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int)

    private let elements: UnsafeMutablePointer<Element>
    private let mask: Int
    private let beforeWritten: CacheLines = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private let written = Atomic<Int>(0)
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
        mask + 1 - (written.load(ordering: .relaxed) - read.load(ordering: .acquiring))
    }

    /// Appends an element, or answers false when the ring is full. The producer's thread only.
    func push(_ element: Element) -> Bool {
        let end = written.load(ordering: .relaxed)
        guard end - read.load(ordering: .acquiring) <= mask else { return false }
        elements[end & mask] = element
        written.store(end + 1, ordering: .releasing)
        return true
    }

    /// The oldest element, where it stands until it is dropped, or `nil` when there is none. The consumer's thread only.
    var oldest: UnsafePointer<Element>? {
        let begin = read.load(ordering: .relaxed)
        guard begin != written.load(ordering: .acquiring) else { return nil }
        return UnsafePointer(elements + (begin & mask))
    }

    /// Drops the oldest element; there must be one. The consumer's thread only.
    func dropOldest() { read.store(read.load(ordering: .relaxed) + 1, ordering: .releasing) }

    /// Takes the oldest element, or `nil` when there is none. The consumer's thread only.
    func pop() -> Element? {
        guard let element = oldest?.pointee else { return nil }
        dropOldest()
        return element
    }
}

/// The smallest power of two that is not below `count`.
func powerOfTwo(atLeast count: Int) -> Int {
    count <= 1 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
}
