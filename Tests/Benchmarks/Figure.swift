/// One measured value, with the value it should reach.
struct Figure: Encodable {
    /// The better direction.
    enum Direction: String, Encodable { case higher, lower }

    let name: String
    let value: Double
    /// The unit of the value, as the table prints it.
    let unit: String
    let better: Direction
    /// The value it is held against.
    let limit: Double
    /// The median of the ratios to the limit, where both were measured in turn and pair by pair.
    var pairedRatio: Double?
    /// The ratio that should be reached.
    var reach: Double = 1
    /// The values of other programs in the same run, by their names.
    var peers: [String: Double] = [:]

    /// The value over the limit.
    var ratio: Double { pairedRatio ?? value / limit }

    /// Whether the ratio reaches its aim.
    var isReached: Bool { better == .higher ? ratio >= reach : ratio <= reach }

    private enum Key: CodingKey { case value, unit, better, limit, ratio, reach, peers }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value.rounded(toDigits: 6), forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encode(better, forKey: .better)
        try container.encode(limit.rounded(toDigits: 6), forKey: .limit)
        try container.encode(ratio.rounded(toDigits: 6), forKey: .ratio)
        try container.encode(reach, forKey: .reach)
        if !peers.isEmpty { try container.encode(peers.mapValues { $0.rounded(toDigits: 6) }, forKey: .peers) }
    }
}

extension Double {
    /// The nearest number with so many significant decimal digits.
    func rounded(toDigits digits: Int) -> Double {
        guard self != 0, isFinite else { return self }
        var scale = 1.0
        var magnitude = self.magnitude
        while magnitude >= 10 { (magnitude, scale) = (magnitude / 10, scale / 10) }
        while magnitude < 1 { (magnitude, scale) = (magnitude * 10, scale * 10) }
        for _ in 1..<digits { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}

extension [Double] {
    /// The value below which the given part of them lies. There must be at least one.
    func percentile(_ part: Double) -> Double { sorted()[Int(Double(count - 1) * part)] }

    /// The middle value, or the mean of the two middle ones. There must be at least one.
    var median: Double {
        let ordered = sorted()
        return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
    }
}
