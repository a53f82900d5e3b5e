package import Mixer
package import SoundFiles
package import SystemSupport

/// The material of a sound.
package enum SoundMaterial: Sendable {
    /// A sound file. A short one is kept in memory once it has been prepared; all others are read while they play. Its length
    /// in seconds, where its format tells it.
    case file(String, seconds: Double?)
    /// The bytes of a sound file, which stand under a path of their own.
    case bytes(NamelessFile, seconds: Double?)
    /// Interleaved samples.
    case samples([Float], channels: Int, rate: Int)
    /// A closure of the app's, which renders while the sound plays. The sound can be neither placed nor repeated,
    /// and plays at its own rate.
    case rendered(channels: Int, rate: Int, render: SoundPlayer.Render)
    /// One channel at the mixer's rate that is made from any frame on while it plays, and has no end.
    case made(@Sendable (_ firstFrame: Int) -> StreamedVoice.Reader)

    /// Looks at a file.
    ///
    /// - Throws: `SoundFileError` if it cannot be read.
    package static func reading(file path: String) throws(SoundFileError) -> SoundMaterial {
        .file(path, seconds: try probe(path).seconds)
    }

    /// Looks at the bytes of a file.
    ///
    /// - Throws: `SoundFileError` if they are no sound.
    package static func reading(_ file: NamelessFile) throws(SoundFileError) -> SoundMaterial {
        .bytes(file, seconds: try probe(file.path).seconds)
    }

    /// The length of one round, in seconds; nil where it has no end, or its format does not tell.
    package var seconds: Double? {
        switch self {
        case .file(_, let seconds), .bytes(_, let seconds): seconds
        case .samples(let samples, let channels, let rate):
            channels > 0 && rate > 0 ? Double(samples.count / channels) / Double(rate) : nil
        case .rendered, .made: nil
        }
    }
}
