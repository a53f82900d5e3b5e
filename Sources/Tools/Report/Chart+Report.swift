import SessionPolicy

/// The output formats of a chart.
extension Chart {
    /// The picture as a self-contained SVG file.
    public var svg: String {
        var picture = TimelinePicture(self, isPart: false)
        return picture.drawing
    }

    /// The chart as JSON, one element per line down to the lanes.
    public var json: String { members.written(depth: 3) + "\n" }

    /// Returns the page: one file that needs neither network nor JavaScript.
    ///
    /// - Parameters:
    ///   - sound: The mix as a `data:` URL, or nil for a page without sound.
    ///   - source: The text of the scenario file, whose lines failures quote, or nil if it cannot be read.
    public func page(sound: String? = nil, source: String? = nil) -> String {
        ReportPage.text(of: self, sound: sound, source: source)
    }
}
