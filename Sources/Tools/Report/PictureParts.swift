/// The parts of a picture from top to bottom, and the drawings that a page makes of them. A browser prints a drawing on
/// one sheet, where a tall picture would be small; so it becomes several drawings.
struct PictureParts {
    /// The largest height of a picture that stays one drawing: at 145 mm on paper its type is 7 pt high.
    private static let whole = 760.0
    /// The largest height of the first drawing of a taller picture, which follows the title.
    private static let firstSheet = 590.0
    /// The largest height of each other drawing: a sheet of A4, landscape, as wide as the picture.
    private static let sheet = 740.0

    struct Part {
        let markup: Markup
        let hatching: Hatching
        let from: Double
        let to: Double
    }

    private(set) var all: [Part] = []

    /// Whether the page's picture consists of several drawings.
    var isSplit: Bool { (all.last?.to ?? 0) > Self.whole }

    /// Ends a part and begins the next one.
    /// - Parameter hatching: The hatched areas; empty afterwards.
    mutating func add(_ markup: inout Markup, _ hatching: inout Hatching, to lower: Double) {
        all.append(Part(markup: markup, hatching: hatching, from: all.last?.to ?? 0, to: lower))
        (markup, hatching) = (Markup(), Hatching())
    }

    /// Returns the parts of each drawing: all in one, or as many as fit a sheet.
    /// - Parameter head: The height of the numbers and the axis, which each drawing repeats.
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
