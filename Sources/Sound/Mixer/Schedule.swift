/// The orders that wait for their frame, by frame, then by order of arrival. Render thread only.
///
/// Orders mostly arrive in the order of their frames: those form a queue, which costs the same however many wait. The
/// others stand in a binary heap.
struct Schedule {
    private struct Entry: BitwiseCopyable {
        var frame: Int64
        var arrival: UInt64
        var index: Int32

        func precedes(_ other: Entry) -> Bool {
            frame != other.frame ? frame < other.frame : arrival < other.arrival
        }
    }

    private let heap: UnsafeMutablePointer<Entry>
    private let orders: UnsafeMutablePointer<Order>
    /// Beside the orders that are starts.
    private let starts: UnsafeMutablePointer<VoiceStart>
    private let freeIndices: UnsafeMutablePointer<Int32>
    private let capacity: Int
    private var heapCount = 0
    /// The number of orders that wait, in the heap and in the queue.
    private(set) var count = 0
    private let queue: UnsafeMutablePointer<Entry>
    /// The place of the queue's beginning, below `capacity`.
    private var queueBegin = 0
    private var queueCount: Int { count - heapCount }
    private var arrivals: UInt64 = 0
    /// The frame of the earliest order; the end of time when none waits.
    private(set) var nextFrame = Int64.max

    init(capacity: Int) {
        self.capacity = capacity
        heap = .allocate(capacity: capacity)
        queue = .allocate(capacity: capacity)
        orders = .allocate(capacity: capacity)
        starts = .allocate(capacity: capacity)
        freeIndices = .allocate(capacity: capacity)
        for index in 0..<capacity { freeIndices[index] = Int32(index) }
    }

    func deallocate() {
        heap.deallocate()
        queue.deallocate()
        orders.deallocate()
        starts.deallocate()
        freeIndices.deallocate()
    }

    /// Adds a copy of an order, with its start where it is one; the schedule must not be full.
    mutating func insert(_ order: Order, start: VoiceStart?) {
        let index = freeIndices[count]
        orders[Int(index)] = order
        if let start { starts[Int(index)] = start }
        let entry = Entry(frame: order.frame, arrival: arrivals, index: index)
        arrivals &+= 1
        if queueCount == 0 || queue[place(queueCount - 1)].frame <= entry.frame {
            queue[place(queueCount)] = entry
        } else {
            insertIntoHeap(entry)
        }
        count += 1
        nextFrame = min(nextFrame, entry.frame)
    }

    /// Takes the earliest order and what stands beside it; there must be one. Both stay where they are until the next
    /// is added.
    mutating func removeFirst() -> (order: UnsafePointer<Order>, start: UnsafePointer<VoiceStart>) {
        let index = queueIsNext ? removeFirstOfQueue() : removeFirstOfHeap()
        count -= 1
        freeIndices[count] = index
        nextFrame = Int64.max
        if queueCount > 0 { nextFrame = queue[queueBegin].frame }
        if heapCount > 0 { nextFrame = min(nextFrame, heap[0].frame) }
        return (UnsafePointer(orders + Int(index)), UnsafePointer(starts + Int(index)))
    }

    /// Whether the earliest order, of those that wait, stands in the queue.
    private var queueIsNext: Bool { queueCount > 0 && (heapCount == 0 || queue[queueBegin].precedes(heap[0])) }

    /// The place of the queue's entry with this number.
    private func place(_ number: Int) -> Int {
        let place = queueBegin + number
        return place < capacity ? place : place - capacity
    }

    private mutating func removeFirstOfQueue() -> Int32 {
        let index = queue[queueBegin].index
        // An empty queue begins anew, in memory that the cache still holds.
        queueBegin = queueCount == 1 ? 0 : place(1)
        return index
    }

    private mutating func insertIntoHeap(_ entry: Entry) {
        var child = heapCount
        heapCount += 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entry.precedes(heap[parent]) else { break }
            heap[child] = heap[parent]
            child = parent
        }
        heap[child] = entry
    }

    private mutating func removeFirstOfHeap() -> Int32 {
        let index = heap[0].index
        heapCount -= 1
        let last = heap[heapCount]
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heapCount else { break }
            if child + 1 < heapCount, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(last) else { break }
            heap[parent] = heap[child]
            parent = child
        }
        heap[parent] = last
        return index
    }
}
