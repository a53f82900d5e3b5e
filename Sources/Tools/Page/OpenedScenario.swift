import CommandSupport
import SessionScenario
import SoundFiles

struct OpenedScenario {
    let scenario: Scenario
    let text: String
    let files: [String: PageSounds.File]

    /// The longest sound that is played, in frames: twenty minutes. Longer files only contribute their length.
    private static let longest = 20 * 60 * PageSounds.rate

    /// Reads a scenario.
    /// - Parameters:
    ///   - options: The rules that replace its own, and changes to either.
    ///   - wholePaths: Whether to use absolute paths of sound files, which stay valid wherever the trial is saved.
    init(file: String, _ options: ScenarioBookOptions, wholePaths: Bool) throws(ScenarioError) {
        let text = try Scenario.text(ofFile: file)
        // With its original name first, for errors.
        var folder = ScenarioFolder()
        var scenario = try Scenario(text: text, file: file) { (path) throws(SoundDurationError) in
            try folder.seconds(of: path)
        }
        if wholePaths {
            scenario = try Scenario(text: text, file: FilePath.whole(file)) { (path) throws(SoundDurationError) in
                try folder.seconds(of: path)
            }
        }
        self.scenario = options.book.map { scenario.under($0) } ?? options.applied(to: scenario)
        (self.text, files) = (text, folder.files)
    }

    /// The decoded sound files, each decoded once even if it is named in several ways.
    private struct ScenarioFolder {
        private(set) var files: [String: PageSounds.File] = [:]
        private var known: [String: PageSounds.File] = [:]

        mutating func seconds(of path: String) throws(SoundDurationError) -> Double {
            let place = FilePath.real(path) ?? path
            do throws(SoundFileError) {
                let file = if let file = known[place] { file } else { try OpenedScenario.decoded(path) }
                (files[path], known[place]) = (file, file)
                return file.seconds
            } catch {
                throw SoundDurationError("\(error)")
            }
        }
    }

    fileprivate static func decoded(_ path: String) throws(SoundFileError) -> PageSounds.File {
        let seconds = try probeLength(path).seconds
        guard seconds * Double(PageSounds.rate) <= Double(longest) else {
            return PageSounds.File(samples: [], seconds: seconds)
        }
        let sound = try DecodedSound(path: path, rate: PageSounds.rate, limitInFrames: longest)
        let samples = (0..<sound.frames).map { (sound.samples[2 * $0] + sound.samples[2 * $0 + 1]) / 2 }
        return PageSounds.File(samples: samples, seconds: seconds)
    }
}
