/// The fingerprints of the states seen so far: an open hash table of 16 bytes per place, and nothing beside.
struct VisitedSet {
    /// How many fingerprints are in the set.
    private(set) var count = 0
    /// A place whose fingerprint is all zeros is empty; no state has that one.
    private var places: [Fingerprint]
    private var mask: Int

    init() {
        places = Array(repeating: .none, count: 1 << 12)
        mask = places.count - 1
    }

    /// Bytes that the table takes now.
    var bytes: Int { places.count * MemoryLayout<Fingerprint>.stride }

    /// Adds a fingerprint; false if it was there already.
    mutating func insert(_ fingerprint: Fingerprint) -> Bool {
        if count * 10 >= places.count * 8 { grow() }
        guard place(fingerprint) else { return false }
        count += 1
        return true
    }

    private mutating func grow() {
        let smaller = places
        places = Array(repeating: .none, count: smaller.count * 2)
        mask = places.count - 1
        for fingerprint in smaller where fingerprint != .none { _ = place(fingerprint) }
    }

    @inline(__always)
    private mutating func place(_ fingerprint: Fingerprint) -> Bool {
        places.withUnsafeMutableBufferPointer { places in
            var index = Int(truncatingIfNeeded: fingerprint.high) & mask
            while places[index] != .none {
                if places[index] == fingerprint { return false }
                index = (index + 1) & mask
            }
            places[index] = fingerprint
            return true
        }
    }
}
