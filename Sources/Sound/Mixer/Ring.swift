import Synchronization

/// A single-producer, single-consumer ring buffer. Neither thread waits; a full ring refuses.
struct Ring<Element: BitwiseCopyable>: ~Copyable {
    private let elements: UnsafeMutablePointer<Element>
    private let mask: Int
    private let written = Atomic<Int>(0)
    private let read = Atomic<Int>(0)

    init(capacity: Int) {
        let size = powerOfTwo(atLeast: capacity)
        elements = .allocate(capacity: size)
        mask = size - 1
    }

    deinit { elements.deallocate() }

    /// The number of free places as seen by the producer; the consumer may increase it concurrently.
    var freeCount: Int {
        mask &+ 1 &- (written.load(ordering: .relaxed) &- read.load(ordering: .acquiring))
    }

    /// Appends an element, or returns false if the ring is full. Producer's thread only.
    func push(_ element: Element) -> Bool {
        guard freeCount > 0 else { return false }
        let end = written.load(ordering: .relaxed)
        elements[end & mask] = element
        written.store(end &+ 1, ordering: .releasing)
        return true
    }

    /// A snapshot of the waiting elements, which stay in place until they are dropped.
    struct Waiting: BitwiseCopyable {
        fileprivate let elements: UnsafeMutablePointer<Element>
        fileprivate let mask: Int
        fileprivate let begin: Int
        let count: Int

        /// The element of this number, where 0 is the oldest; `number` must be below `count`.
        subscript(number: Int) -> UnsafePointer<Element> { UnsafePointer(elements + ((begin &+ number) & mask)) }
    }

    /// The waiting elements after the oldest `held`, which the consumer has copied and not dropped yet. Consumer's
    /// thread only.
    @inline(__always)
    func waiting(behind held: Int = 0) -> Waiting {
        let begin = read.load(ordering: .relaxed) &+ held
        let count = written.load(ordering: .acquiring) &- begin
        return Waiting(elements: elements, mask: mask, begin: begin, count: count)
    }

    /// Drops the oldest elements, which must exist. Consumer's thread only.
    func drop(_ count: Int) { read.store(read.load(ordering: .relaxed) &+ count, ordering: .releasing) }

    /// Removes the oldest element, or returns `nil`. Consumer's thread only.
    func pop() -> Element? {
        let waiting = waiting()
        guard waiting.count > 0 else { return nil }
        let element = waiting[0].pointee
        drop(1)
        return element
    }
}

/// Returns the smallest power of two that is at least `count`.
func powerOfTwo(atLeast count: Int) -> Int {
    count <= 1 ? 1 : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
}
