/// The voices by slot and by name: a hash table with linear probing. Render thread only.
struct VoiceTable {
    let capacity: Int
    let voices: UnsafeMutablePointer<Voice>
    private let freeSlots: UnsafeMutablePointer<Int32>
    /// Slots by hashed name, -1 if empty; at most half full.
    private let index: UnsafeMutablePointer<Int32>
    private let mask: Int
    /// The number of bits of a name above the table's size.
    private let shift: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        voices = .allocateLines(capacity: capacity)
        freeSlots = .allocateLines(capacity: capacity)
        for slot in 0..<capacity { freeSlots[slot] = Int32(slot) }
        let size = powerOfTwo(atLeast: 2 * capacity)
        mask = size - 1
        shift = size.trailingZeroBitCount
        index = .allocateLines(capacity: size)
        index.initialize(repeating: -1, count: size)
    }

    func deallocate() {
        voices.deallocate()
        freeSlots.deallocate()
        index.deallocate()
    }

    var isFull: Bool { count == capacity }

    /// Returns the slot of the voice of this name, or `nil`.
    func slot(of id: VoiceID) -> Int32? {
        let slot = index[place(of: id)]
        return slot < 0 ? nil : slot
    }

    /// Inserts a voice into a free slot; the table must not be full, and the name must be unused.
    mutating func insert(_ voice: Voice) -> Int32 {
        let slot = freeSlots[count]
        count += 1
        voices[Int(slot)] = voice
        index[place(of: voice.id)] = slot
        return slot
    }

    mutating func remove(_ slot: Int32) {
        var hole = place(of: voices[Int(slot)].id)
        count -= 1
        freeSlots[count] = slot
        // Closes the gap, so that a search does not stop early.
        var place = hole
        while true {
            place = (place + 1) & mask
            let other = index[place]
            guard other >= 0 else { break }
            let home = self.home(of: voices[Int(other)].id)
            guard (place - home) & mask >= (place - hole) & mask else { continue }
            index[hole] = other
            hole = place
        }
        index[hole] = -1
    }

    /// Consecutive names are adjacent, so that voices changed in turn share cache lines; the higher bits are scattered.
    private func home(of id: VoiceID) -> Int {
        let name = Int(id.rawValue)
        return (name &+ (name &>> shift) &* 0x9E37_79B1) & mask
    }

    /// Returns the place of the name, or the empty place for it.
    private func place(of id: VoiceID) -> Int {
        var place = home(of: id)
        while index[place] >= 0, voices[Int(index[place])].id != id { place = (place + 1) & mask }
        return place
    }
}
