package import Mixer
package import SoundFiles
package import SystemSupport

package enum SoundMaterial: Sendable {
    /// A sound file, with its length in seconds if its format has it. A short one is kept in memory once prepared;
    /// others are streamed.
    case file(String, seconds: Double?)
    /// The bytes of a sound file, available under a path.
    case bytes(NamelessFile, seconds: Double?)
    case samples([Float], channels: Int, rate: Int)
    /// A closure of the app that renders while the sound plays. Such a sound cannot seek, loop or change its rate.
    case rendered(channels: Int, rate: Int, render: SoundPlayer.Render)
    /// An endless sound with one channel at the mixer's rate, synthesized from any frame on.
    case made(@Sendable (_ firstFrame: Int) -> StreamedVoice.Reader)

    /// Reads the header of a file.
    package static func reading(file path: String) throws(SoundFileError) -> SoundMaterial {
        .file(path, seconds: try probe(path).seconds)
    }

    /// Reads the header of a file's bytes.
    package static func reading(_ file: NamelessFile) throws(SoundFileError) -> SoundMaterial {
        .bytes(file, seconds: try probe(file.path).seconds)
    }

    /// The length of one pass in seconds, or nil if it is endless or unknown.
    package var seconds: Double? {
        switch self {
        case .file(_, let seconds), .bytes(_, let seconds): seconds
        case .samples(let samples, let channels, let rate):
            channels > 0 && rate > 0 ? Double(samples.count / channels) / Double(rate) : nil
        case .rendered, .made: nil
        }
    }
}
