import SessionWorld

extension Scenario {
    /// Reads a scenario file.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - duration: Looks up the length of a sound file; nil leaves the files unopened and without a length.
    /// - Throws: All problems of the file.
    public init(file: String, duration: SoundDuration?) throws(ScenarioError) {
        try self.init(text: try Self.text(ofFile: file), file: file, duration: duration)
    }

    /// Returns the text of a scenario file, unread.
    package static func text(ofFile file: String) throws(ScenarioError) -> String {
        do throws(StepError) {
            return try TextFile.read(file, wanted: "a scenario file")
        } catch {
            throw ScenarioError(file: file, problems: [error])
        }
    }
}
