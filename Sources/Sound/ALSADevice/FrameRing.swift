import Synchronization

/// A lock-free ring of stereo float frames from a capturing thread to a consumer.
struct FrameRing: ~Copyable {
    /// The capacity in frames: the requested number, rounded up to a power of two.
    let capacity: Int
    private let samples: UnsafeMutablePointer<Float>
    private let written = Atomic(0)
    private let read = Atomic(0)

    init(capacity: Int) {
        self.capacity = 1 << (Int.bitWidth - (max(capacity, 2) - 1).leadingZeroBitCount)
        samples = .allocate(capacity: 2 * self.capacity)
        samples.initialize(repeating: 0, count: 2 * self.capacity)
    }

    deinit { samples.deallocate() }

    /// The number of frames that the consumer can read; more may arrive meanwhile.
    var count: Int { written.load(ordering: .acquiring) - read.load(ordering: .relaxed) }

    /// Empties the ring. The producer must not write meanwhile.
    func clear() { read.store(written.load(ordering: .relaxed), ordering: .relaxed) }

    /// Appends up to `frames` frames and returns how many fit. Capturing thread only.
    func push(_ source: UnsafePointer<Float>, frames: Int) -> Int {
        let end = written.load(ordering: .relaxed)
        let taken = min(frames, capacity - (end - read.load(ordering: .acquiring)))
        let start = end & (capacity - 1)
        let first = min(taken, capacity - start)
        (samples + 2 * start).update(from: source, count: 2 * first)
        samples.update(from: source + 2 * first, count: 2 * (taken - first))
        written.store(end + taken, ordering: .releasing)
        return taken
    }

    /// Removes up to `frames` of the oldest frames and returns how many. Consumer's thread only.
    func pop(into target: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        let begin = read.load(ordering: .relaxed)
        let taken = min(frames, written.load(ordering: .acquiring) - begin)
        let start = begin & (capacity - 1)
        let first = min(taken, capacity - start)
        target.update(from: samples + 2 * start, count: 2 * first)
        (target + 2 * first).update(from: samples, count: 2 * (taken - first))
        read.store(begin + taken, ordering: .releasing)
        return taken
    }
}
