import SessionPolicy

/// The forms in which a chart leaves the program.
extension Chart {
    /// The picture as a file of its own: SVG that needs nothing beside it.
    public var svg: String { TimelinePicture.text(of: self, isPart: false) }

    /// The chart as JSON, one element a line down to the lanes.
    public var json: String { members.written(depth: 3) + "\n" }

    /// The page: one file, no network, whole without JavaScript.
    ///
    /// - Parameters:
    ///   - sound: The mix as a `data:` address, to be played in the page; nil for a page without sound.
    ///   - source: The text of the scenario file, of which a failure shows its lines; nil if it cannot be read.
    public func page(sound: String? = nil, source: String? = nil) -> String {
        ReportPage.text(of: self, sound: sound, source: source)
    }
}
