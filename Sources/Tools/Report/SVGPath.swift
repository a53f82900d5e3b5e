/// A closed polyline as a short SVG path: each point relative to the previous one.
enum SVGPath {
    /// A point in tenths of a unit, which is finer than the eye can see.
    struct Point: Hashable {
        let x: Int
        let y: Int

        init(_ x: Double, _ y: Double) { (self.x, self.y) = (Int((x * 10).rounded()), Int((y * 10).rounded())) }
    }

    /// Returns the path; empty if there are no points.
    static func path(through points: [Point]) -> String {
        guard var last = points.first else { return "" }
        var path = "M\(text(last.x)) \(text(last.y))"
        for (place, point) in points.dropFirst().enumerated() {
            let (right, down) = (text(point.x - last.x), text(point.y - last.y))
            path += place == 0 ? "l" : right.hasPrefix("-") ? "" : " "
            path += down.hasPrefix("-") ? right + down : "\(right) \(down)"
            last = point
        }
        return path + "z"
    }

    /// Formats tenths without superfluous zeros.
    private static func text(_ tenths: Int) -> String {
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        let digits = rest == 0 ? "\(whole)" : whole == 0 ? ".\(rest)" : "\(whole).\(rest)"
        return tenths < 0 ? "-" + digits : digits
    }
}
