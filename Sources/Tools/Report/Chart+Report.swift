import SessionPolicy

/// The output formats of a chart.
extension Chart {
    /// The picture as a self-contained SVG file.
    public var svg: String {
        var picture = TimelinePicture(self, isPart: false)
        return picture.drawing
    }

    /// Returns the page: one file that needs neither network nor JavaScript.
    ///
    /// - Parameters:
    ///   - sound: The mix as a `data:` URL, or nil for a page without sound.
    ///   - source: The text of the scenario file, whose lines failures quote, or nil if it cannot be read.
    public func page(sound: String? = nil, source: String? = nil) -> String {
        ReportPage.text(of: self, sound: sound, source: source)
    }
}
