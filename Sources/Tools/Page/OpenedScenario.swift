import CommandSupport
import SessionScenario
import SoundFiles

struct OpenedScenario {
    let scenario: Scenario
    let text: String
    let files: [String: PageSounds.File]

    /// The longest sound that is played, in frames: twenty minutes. Longer files only contribute their length.
    private static let longest = 20 * 60 * PageSounds.rate

    /// Reads a scenario, and decodes its sound files.
    /// - Parameters:
    ///   - options: The rules that replace its own, and changes to either.
    ///   - wholePaths: Whether to use absolute paths of sound files, which stay valid wherever the trial is saved.
    init(file: String, _ options: ScenarioBookOptions, wholePaths: Bool) throws(ScenarioError) {
        text = try Scenario.text(ofFile: file)
        var files: [String: PageSounds.File] = [:]
        let scenario = try Scenario(text: text, file: wholePaths ? FilePath.whole(file) : file) {
            (path) throws(SoundDurationError) in
            do throws(SoundFileError) {
                let decoded = if let known = files[path] { known } else { try Self.decoded(path) }
                files[path] = decoded
                return decoded.seconds
            } catch {
                throw SoundDurationError("\(error)")
            }
        }
        self.scenario = options.book.map { scenario.under($0) } ?? options.applied(to: scenario)
        self.files = files
    }

    private static func decoded(_ path: String) throws(SoundFileError) -> PageSounds.File {
        let seconds = try probeLength(path).seconds
        guard seconds * Double(PageSounds.rate) <= Double(longest) else {
            return PageSounds.File(samples: [], seconds: seconds)
        }
        let sound = try DecodedSound(path: path, rate: PageSounds.rate, limitInFrames: longest)
        let samples = (0..<sound.frames).map { (sound.samples[2 * $0] + sound.samples[2 * $0 + 1]) / 2 }
        return PageSounds.File(samples: samples, seconds: seconds)
    }
}
