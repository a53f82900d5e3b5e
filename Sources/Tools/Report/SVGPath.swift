/// A closed polyline as a short SVG path: each point relative to the previous one.
enum SVGPath {
    /// A point in tenths of a unit, which is finer than the eye can see.
    struct Point: Hashable {
        let x: Int
        let y: Int

        init(_ x: Double, _ y: Double) { (self.x, self.y) = (Int((x * 10).rounded()), Int((y * 10).rounded())) }
    }

    /// Returns the path; empty if there are no points.
    static func path(through points: [Point]) -> Markup {
        guard var last = points.first else { return "" }
        var path: Markup = "M\(Double(last.x) / 10) \(Double(last.y) / 10)l"
        for point in points.dropFirst() {
            path += "\(Double(point.x - last.x) / 10) \(Double(point.y - last.y) / 10) "
            last = point
        }
        return "\(path)z"
    }
}
