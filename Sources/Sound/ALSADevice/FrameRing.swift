import Synchronization

/// A ring of stereo float frames between a capturing thread and a consumer's; neither ever waits for the other.
struct FrameRing: ~Copyable {
    /// The number of frames that fit; the power of two that was asked for or the next one.
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

    /// The number of frames that wait; the consumer's view, more may come meanwhile.
    var count: Int { written.load(ordering: .acquiring) - read.load(ordering: .relaxed) }

    /// Empties the ring. The producer must not write meanwhile.
    func clear() { read.store(written.load(ordering: .relaxed), ordering: .relaxed) }

    /// Appends up to `frames` frames, and answers how many found room. The capturing thread only.
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

    /// Takes up to `frames` of the oldest frames, and answers how many there were. The consumer's thread only.
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
