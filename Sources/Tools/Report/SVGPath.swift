/// A closed line through points as a path of SVG in few characters: each point as its distance from the one before.
enum SVGPath {
    /// A point in tenths of a unit, which is finer than the eye sees.
    struct Point: Hashable {
        let x: Int
        let y: Int

        init(_ x: Double, _ y: Double) { (self.x, self.y) = (Int((x * 10).rounded()), Int((y * 10).rounded())) }
    }

    /// The path; empty if there is no point.
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

    /// Returns tenths as a number without a zero that can be left out.
    private static func text(_ tenths: Int) -> String {
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        let digits = rest == 0 ? "\(whole)" : whole == 0 ? ".\(rest)" : "\(whole).\(rest)"
        return tenths < 0 ? "-" + digits : digits
    }
}
