/// The parts of a picture from above to below, and the drawings that a page makes of them. A browser prints a drawing
/// on one sheet. A high picture would be small there, so that it becomes several drawings, one below the other.
struct PictureParts {
    /// The greatest height of a picture that stays one drawing: at 145 mm on paper its type is 7 pt high.
    private static let whole = 760.0
    /// The greatest height of the first drawing of a higher picture, which stands on paper below the title.
    private static let firstSheet = 590.0
    /// The greatest height of each other drawing: a sheet of A4, landscape, as wide as the picture.
    private static let sheet = 740.0

    /// A part of the picture over its whole width.
    struct Part {
        let markup: Markup
        let hatching: Hatching
        let from: Double
        let to: Double
    }

    private(set) var all: [Part] = []

    /// Whether the picture of a page is several drawings.
    var isSplit: Bool { (all.last?.to ?? 0) > Self.whole }

    /// Adds what was drawn since the part before, and begins the next one.
    /// - Parameters:
    ///   - markup: What was drawn; empty afterwards.
    ///   - hatching: What of it is hatched; empty afterwards.
    ///   - lower: The lower edge of the part.
    mutating func add(_ markup: inout Markup, _ hatching: inout Hatching, to lower: Double) {
        all.append(Part(markup: markup, hatching: hatching, from: all.last?.to ?? 0, to: lower))
        (markup, hatching) = (Markup(), Hatching())
    }

    /// Returns the parts of each drawing of a page: all of them in one, or as many as a sheet has room for.
    /// - Parameter head: The height of the numbers and the axis, which are in each drawing.
    func sheets(_ head: Double) -> [ArraySlice<Part>] {
        guard isSplit else { return [all[...]] }
        var sheets: [ArraySlice<Part>] = []
        var start = 0
        for place in all.indices.dropFirst() {
            let room = start == 0 ? Self.firstSheet : Self.sheet - head
            guard all[place].to - all[start].from > room, place > start else { continue }
            sheets.append(all[start..<place])
            start = place
        }
        return sheets + [all[start...]]
    }
}
