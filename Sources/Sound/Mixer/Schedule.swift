/// The pending commands by frame, then by arrival: a binary heap. Render thread only.
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
    private let commands: UnsafeMutablePointer<Command>
    private let freeIndices: UnsafeMutablePointer<Int32>
    /// The number of pending commands.
    private(set) var count = 0
    private var arrivals: UInt64 = 0
    /// The frame of the earliest command, or the largest value if there is none.
    private(set) var nextFrame = Int64.max

    init(capacity: Int) {
        heap = .allocate(capacity: capacity)
        commands = .allocate(capacity: capacity)
        freeIndices = .allocate(capacity: capacity)
        for index in 0..<capacity { freeIndices[index] = Int32(index) }
    }

    func deallocate() {
        heap.deallocate()
        commands.deallocate()
        freeIndices.deallocate()
    }

    /// Inserts a copy of a command; the schedule must not be full.
    mutating func insert(_ command: Command) {
        let index = freeIndices[count]
        commands[Int(index)] = command
        let entry = Entry(frame: command.frame, arrival: arrivals, index: index)
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

    /// Removes the earliest command, of which there must be one.
    mutating func removeFirst() -> Command {
        let index = heap[0].index
        count -= 1
        freeIndices[count] = index
        sink(heap[count])
        nextFrame = count > 0 ? heap[0].frame : Int64.max
        return commands[Int(index)]
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
