/// A span of time in a lane.
protocol TimeStretch {
    var from: Double { get }
    var to: Double { get }
}

/// Neighbours that are too close to be drawn separately.
enum Cluster {
    /// Groups neighbouring values.
    /// - Parameter isWithin: Whether a value belongs to the cluster that starts with another.
    static func gathered<Value>(_ values: [Value], within isWithin: (Value, Value) -> Bool) -> [ArraySlice<Value>] {
        var clusters: [ArraySlice<Value>] = []
        var start = 0
        for place in values.indices.dropFirst() where !isWithin(values[place], values[start]) {
            clusters.append(values[start..<place])
            start = place
        }
        if start < values.count { clusters.append(values[start...]) }
        return clusters
    }
}

/// A nonempty cluster of spans drawn as one.
extension ArraySlice where Element: TimeStretch {
    var from: Double { self[startIndex].from }
    var to: Double { self[endIndex - 1].to }

    /// The longest span, which represents all.
    var longest: Element { self.max { $0.to - $0.from < $1.to - $1.from } ?? self[startIndex] }

    /// Returns the title of the spans, given the words for the longest one.
    func title(_ words: String) -> String {
        let times = "from \(number(from)) s to \(number(to)) s"
        return count == 1 ? "\(words), \(times)" : "\(words) most of the time, in \(count) stretches, \(times)"
    }
}
