/// The causes for which one interrupted session waits: a set, so that what begins twice ends once.
///
/// Apps are bits by their places in `PolicyState.apps`, so that 200 apps take 25 bytes.
public struct CauseSet: Hashable, Sendable {
    /// A bit for each cause that is no app's, by its rank.
    private var device: UInt8 = 0
    private var apps = AppSet()
    private var spoken = AppSet()

    var isEmpty: Bool { device == 0 && apps.isEmpty && spoken.isEmpty }

    /// Whether the cause is in the set.
    func contains(_ cause: PlacedCause) -> Bool {
        switch cause {
        case .device(let cause): device & cause.bit != 0
        case .app(let place): apps.contains(place)
        case .spoken(let place): spoken.contains(place)
        }
    }

    mutating func insert(_ cause: PlacedCause) {
        switch cause {
        case .device(let cause): device |= cause.bit
        case .app(let place): apps.insert(place)
        case .spoken(let place): spoken.insert(place)
        }
    }

    mutating func remove(_ cause: PlacedCause) {
        switch cause {
        case .device(let cause): device &= ~cause.bit
        case .app(let place): apps.remove(place)
        case .spoken(let place): spoken.remove(place)
        }
    }

    /// The app at a place is gone, and those behind it have moved up.
    mutating func close(_ place: Int) {
        apps.close(place)
        spoken.close(place)
    }

    /// The cause that outranks the others: a cause of the device's, else an app, the one launched first.
    var first: PlacedCause? {
        if let cause = DeviceCause.allCases.first(where: { device & $0.bit != 0 }) { return .device(cause) }
        return apps.first.map { .app($0) } ?? spoken.first.map { .spoken($0) }
    }

    /// Every cause, the one that outranks the others first.
    var causes: [PlacedCause] {
        if isEmpty { return [] }
        var causes: [PlacedCause] = []
        walk { causes.append($0) }
        return causes
    }

    /// Takes each cause in the same order.
    func walk(_ body: (PlacedCause) -> Void) {
        var rest = device
        while rest != 0 {
            if let cause = DeviceCause(rawValue: UInt8(rest.trailingZeroBitCount)) { body(.device(cause)) }
            rest &= rest - 1
        }
        apps.walk { body(.app($0)) }
        spoken.walk { body(.spoken($0)) }
    }
}

/// A cause, with the app's place for its name.
enum PlacedCause: Hashable, Sendable {
    case device(DeviceCause)
    case app(Int)
    case spoken(Int)
}

/// A cause of interruptions in the device itself; the first outranks the others.
public enum DeviceCause: UInt8, CaseIterable, Hashable, Sendable {
    case call, alarm, siri, hold, microphone

    fileprivate var bit: UInt8 { 1 << rawValue }
}

/// A set of apps, by their places in the state.
struct AppSet: Hashable, Sendable {
    private var words = SIMD4<UInt64>.zero

    /// The number of apps for which there are places.
    static let limit = SIMD4<UInt64>.scalarCount * UInt64.bitWidth

    var isEmpty: Bool { words == .zero }

    func contains(_ place: Int) -> Bool { words[place >> 6] & 1 << UInt64(place & 63) != 0 }

    mutating func insert(_ place: Int) { words[place >> 6] |= 1 << UInt64(place & 63) }

    mutating func remove(_ place: Int) { words[place >> 6] &= ~(1 << UInt64(place & 63)) }

    /// Takes a place out and moves those behind it up.
    mutating func close(_ place: Int) {
        guard !isEmpty else { return }
        let kept = UInt64(1) << UInt64(place & 63) - 1
        let word = place >> 6
        words[word] = words[word] & kept | words[word] >> 1 & ~kept
        for next in word + 1..<SIMD4<UInt64>.scalarCount {
            words[next - 1] |= words[next] << 63
            words[next] >>= 1
        }
    }

    var first: Int? {
        for word in words.indices where words[word] != 0 { return word << 6 + words[word].trailingZeroBitCount }
        return nil
    }

    /// Takes each place, in order.
    func walk(_ body: (Int) -> Void) {
        for word in words.indices {
            var rest = words[word]
            while rest != 0 {
                body(word << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}
