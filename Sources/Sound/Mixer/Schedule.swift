/// The pending orders by frame, then by arrival: a binary heap. Render thread only.
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
    private let starts: UnsafeMutablePointer<VoiceStart>
    private let freeIndices: UnsafeMutablePointer<Int32>
    /// The number of pending orders.
    private(set) var count = 0
    private var arrivals: UInt64 = 0
    /// The frame of the earliest order, or the largest value if there is none.
    private(set) var nextFrame = Int64.max

    init(capacity: Int) {
        heap = .allocate(capacity: capacity)
        orders = .allocate(capacity: capacity)
        starts = .allocate(capacity: capacity)
        freeIndices = .allocate(capacity: capacity)
        for index in 0..<capacity { freeIndices[index] = Int32(index) }
    }

    func deallocate() {
        heap.deallocate()
        orders.deallocate()
        starts.deallocate()
        freeIndices.deallocate()
    }

    /// Inserts a copy of an order, with its start if it has one; the schedule must not be full.
    mutating func insert(_ order: Order, start: VoiceStart?) {
        let index = freeIndices[count]
        orders[Int(index)] = order
        if let start { starts[Int(index)] = start }
        let entry = Entry(frame: order.frame, arrival: arrivals, index: index)
        arrivals &+= 1
        var child = count
        while child > 0 {
            let parent = (child - 1) / 2
            guard entry.precedes(heap[parent]) else { break }
            heap[child] = heap[parent]
            child = parent
        }
        heap[child] = entry
        count += 1
        nextFrame = heap[0].frame
    }

    /// Removes the earliest order with its start; there must be one. Both stay in place until the next insertion.
    mutating func removeFirst() -> (order: UnsafePointer<Order>, start: UnsafePointer<VoiceStart>) {
        let index = heap[0].index
        count -= 1
        freeIndices[count] = index
        sink(heap[count])
        nextFrame = count > 0 ? heap[0].frame : Int64.max
        return (UnsafePointer(orders + Int(index)), UnsafePointer(starts + Int(index)))
    }

    /// Inserts an entry at the top and moves it down.
    private func sink(_ last: Entry) {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < count else { break }
            if child + 1 < count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(last) else { break }
            heap[parent] = heap[child]
            parent = child
        }
        heap[parent] = last
    }
}
