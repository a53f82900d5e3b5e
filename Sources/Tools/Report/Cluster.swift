/// A stretch of time in a lane.
protocol TimeStretch {
    var from: Double { get }
    var to: Double { get }
}

/// Neighbours that stand too close to be drawn each by itself.
enum Cluster {
    /// Returns the values in their order, neighbours together.
    /// - Parameters:
    ///   - values: The values, in order.
    ///   - isWithin: Whether a value belongs to the cluster that begins with another.
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

/// A cluster of stretches drawn as one; there is at least one.
extension ArraySlice where Element: TimeStretch {
    var from: Double { self[startIndex].from }
    var to: Double { self[endIndex - 1].to }

    /// The longest stretch, which stands for all.
    var longest: Element { self.max { $0.to - $0.from < $1.to - $1.from } ?? self[startIndex] }

    /// Returns the title of the stretches, given the words for the longest one.
    func title(_ words: String) -> String {
        let times = "from \(number(from)) s to \(number(to)) s"
        return count == 1 ? "\(words), \(times)" : "\(words) most of the time, in \(count) stretches, \(times)"
    }
}
