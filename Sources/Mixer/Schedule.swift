/// The commands that wait for their frame: a binary heap by frame, then by order of arrival. Render thread only.
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
    private let capacity: Int
    private var count = 0
    private var arrivals: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
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

    var isFull: Bool { count == capacity }

    /// The frame of the earliest command, or `nil` when none waits.
    var nextFrame: Int64? { count == 0 ? nil : heap[0].frame }

    /// Adds a command; the schedule must not be full.
    mutating func insert(_ command: Command) {
        let index = freeIndices[count]
        commands[Int(index)] = command
        var child = count
        count += 1
        let entry = Entry(frame: command.frame, arrival: arrivals, index: index)
        arrivals &+= 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entry.precedes(heap[parent]) else { break }
            heap[child] = heap[parent]
            child = parent
        }
        heap[child] = entry
    }

    /// Takes the earliest command; there must be one.
    mutating func removeFirst() -> Command {
        let index = heap[0].index
        count -= 1
        let last = heap[count]
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
        freeIndices[count] = index
        return commands[Int(index)]
    }
}
