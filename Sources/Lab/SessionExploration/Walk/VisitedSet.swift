import SessionOracle

/// The fingerprints of the states seen so far, in at most 16 bytes each once there are some thousands.
///
/// Of a fingerprint 103 bits count: eight say in which shard it stands, 95 stand there. Among ten million states two have
/// the same with a chance of 5 in 10¹⁸, and then one of them is not left any further. Cut into shards, the set grows a
/// little at a time and never stands in memory twice.
struct VisitedSet {
    /// The number of fingerprints in the set.
    private(set) var count = 0
    private var shards = Array(repeating: Shard(), count: 1 << VisitedSet.shardBits)

    private static let shardBits = 8

    /// Bytes that the shards take now.
    var bytes: Int { shards.reduce(0) { $0 + $1.bytes } }

    /// Adds a fingerprint; false if it was there already.
    @inline(__always)
    mutating func insert(_ fingerprint: Fingerprint) -> Bool {
        let (shard, place) = VisitedSet.place(of: fingerprint)
        let isNew = shards[shard].insert(place)
        if isNew { count += 1 }
        return isNew
    }

    /// Takes a fingerprint that is in the set out of it.
    mutating func remove(_ fingerprint: Fingerprint) {
        let (shard, place) = VisitedSet.place(of: fingerprint)
        if shards[shard].remove(place) { count -= 1 }
    }

    /// Whether the fingerprint is in the set.
    @inline(__always)
    func contains(_ fingerprint: Fingerprint) -> Bool {
        let (shard, place) = VisitedSet.place(of: fingerprint)
        return shards[shard].contains(place)
    }

    @inline(__always)
    private static func place(of fingerprint: Fingerprint) -> (shard: Int, place: Shard.Place) {
        let rest = 64 - UInt64(shardBits)
        return (
            Int(truncatingIfNeeded: fingerprint.high >> rest),
            Shard.Place(
                order: fingerprint.high << UInt64(shardBits) | fingerprint.low >> rest,
                rest: UInt32(truncatingIfNeeded: fingerprint.low))
        )
    }

    // MARK: As words

    /// The contents of the set, shard after shard: the number of fingerprints, then three words for each, ascending.
    var words: [UInt32] {
        var words: [UInt32] = []
        words.reserveCapacity(count * 3 + shards.count)
        for shard in shards { shard.write(to: &words) }
        return words
    }

    /// Reads what `words` wrote; nil where they are none of a set.
    init?(words: ArraySlice<UInt32>) {
        var rest = words
        for shard in shards.indices {
            guard let length = rest.popFirst(), rest.count / 3 >= length else { return nil }
            guard shards[shard].read(rest.prefix(3 * Int(length))) else { return nil }
            rest = rest.dropFirst(3 * Int(length))
            count += Int(length)
        }
        guard rest.isEmpty else { return nil }
    }

    /// Creates a set that is empty.
    init() {}
}

/// A hash table without gaps to spare: what it holds stands in ascending order, as near as can be to where its value
/// would stand if all were spread evenly.
///
/// A search for a missing value stops at the first place that holds more, after about seven places even when eleven of
/// twelve are taken; and when the table grows, it is read and written once from front to back.
private struct Shard {
    /// 96 bits; all of them zero for a place that is free.
    struct Place {
        // Three halves of a machine word: as one and a half they would be padded to two.
        private let upper, middle: UInt32
        let rest: UInt32

        static let free = Place(order: 0, rest: 0)

        /// - Parameters:
        ///   - order: By what places are ordered.
        ///   - rest: The bits below; its lowest is set, so that the place is not taken for a free one.
        init(order: UInt64, rest: UInt32) {
            upper = UInt32(truncatingIfNeeded: order >> 32)
            middle = UInt32(truncatingIfNeeded: order)
            self.rest = rest
        }

        init(words: ArraySlice<UInt32>) {
            let first = words.startIndex
            (upper, middle, rest) = (words[first], words[first + 1], words[first + 2])
        }

        var words: [UInt32] { [upper, middle, rest] }
        var order: UInt64 { UInt64(upper) << 32 | UInt64(middle) }
        var isFree: Bool { upper == 0 && middle == 0 && rest == 0 }
    }

    private var count = 0
    /// The places of the shard: as many as values may aim at, and some behind them for those that were pushed on.
    private var places: [Place] = Array(repeating: .free, count: Shard.first + Shard.margin)
    private var aims = Shard.first

    private static let first = 16
    private static let margin = 16

    var bytes: Int { places.count * MemoryLayout<Place>.stride }

    mutating func insert(_ place: Place) -> Bool {
        if count * 12 >= aims * 11 { grow(to: aims + aims / 5) }
        while true {
            switch put(place) {
            case .isNew:
                count += 1
                return true
            case .isKnown: return false
            // Too many aim at the end.
            case .isFull: grow(to: aims + aims / 5)
            }
        }
    }

    /// Takes a place out, and moves those behind it up that were pushed on by it; false where it is not in the table.
    mutating func remove(_ place: Place) -> Bool {
        let first = places[aim(of: place)...].firstIndex { $0.order == place.order && $0.rest == place.rest }
        guard var index = first else { return false }
        while index + 1 < places.count, !places[index + 1].isFree, aim(of: places[index + 1]) <= index {
            places[index] = places[index + 1]
            index += 1
        }
        places[index] = .free
        count -= 1
        return true
    }

    private func aim(of place: Place) -> Int { Int(place.order.multipliedFullWidth(by: UInt64(aims)).high) }

    func contains(_ place: Place) -> Bool {
        var index = Int(place.order.multipliedFullWidth(by: UInt64(aims)).high)
        return places.withUnsafeBufferPointer { places in
            while index < places.count, !places[index].isFree {
                let other = places[index]
                if other.order == place.order && other.rest == place.rest { return true }
                if (other.order, other.rest) > (place.order, place.rest) { return false }
                index += 1
            }
            return false
        }
    }

    func write(to words: inout [UInt32]) {
        words.append(UInt32(truncatingIfNeeded: count))
        for place in places where !place.isFree { words += place.words }
    }

    /// Takes in places that `write` wrote into a shard that is empty; false where they do not ascend.
    mutating func read(_ words: ArraySlice<UInt32>) -> Bool {
        var last = Place.free
        for first in stride(from: words.startIndex, to: words.endIndex, by: 3) {
            let place = Place(words: words[first..<first + 3])
            guard (last.order, last.rest) < (place.order, place.rest), insert(place) else { return false }
            last = place
        }
        return true
    }

    private enum Outcome { case isNew, isKnown, isFull }

    private mutating func put(_ place: Place) -> Outcome {
        let aim = Int(place.order.multipliedFullWidth(by: UInt64(aims)).high)
        return places.withUnsafeMutableBufferPointer { places in
            var index = aim
            while index < places.count, !places[index].isFree {
                let other = places[index]
                if other.order == place.order && other.rest == place.rest { return .isKnown }
                if (other.order, other.rest) > (place.order, place.rest) { break }
                index += 1
            }
            var end = index
            while end < places.count, !places[end].isFree { end += 1 }
            guard end < places.count else { return .isFull }
            while end > index {
                places[end] = places[end - 1]
                end -= 1
            }
            places[index] = place
            return .isNew
        }
    }

    private mutating func grow(to aims: Int) {
        let smaller = places
        self.aims = aims
        var length = aims + Shard.margin
        while true {
            places = Array(repeating: .free, count: length)
            if spread(smaller) { return }
            length += Shard.margin
        }
    }

    /// Puts what is in order into the free table, each as near as can be to its aim; false if the table is too short.
    private mutating func spread(_ ordered: [Place]) -> Bool {
        var next = 0
        for place in ordered where !place.isFree {
            next = max(next, Int(place.order.multipliedFullWidth(by: UInt64(aims)).high))
            guard next < places.count else { return false }
            places[next] = place
            next += 1
        }
        return true
    }
}
