import Mixer
import SessionCalls
import SessionSound
import SoundFiles
import Threads

/// The material of a sound.
enum SoundMaterial: Sendable {
    /// A sound file; its length in seconds, where the format tells it.
    case file(String, seconds: Double?)
    /// The bytes of a sound file, which stand under a path of their own.
    case bytes(NamelessFile, seconds: Double?)
    /// Interleaved samples.
    case samples([Float], channels: Int, rate: Int)
    /// Samples that the app renders while the sound plays.
    case rendered(RenderedSamples)

    /// The length of one round; nil where it has no end.
    var seconds: Double? {
        switch self {
        case .file(_, let seconds), .bytes(_, let seconds): seconds
        case .samples(let samples, let channels, let rate): Double(samples.count / channels) / Double(rate)
        case .rendered: nil
        }
    }

    /// Makes a player of the material.
    ///
    /// - Throws: `DeviceError.badValue` naming what is out of its range.
    func player() throws(DeviceError) -> SoundPlayer {
        let material: SoundPlayer.Material =
            switch self {
            case .file(let path, _): .file(path)
            case .bytes(let file, _): .file(file.path)
            case .samples(let samples, let channels, let rate): .samples(samples, channels: channels, rate: rate)
            case .rendered(let own): .rendered(channels: own.channels, rate: own.rate, render: own.render)
            }
        do throws(ClipError) { return try SoundPlayer(material) } catch { throw .badValue("\(error).") }
    }

    /// Looks at a file.
    ///
    /// - Throws: `DeviceError.file` if it cannot be read.
    static func file(_ path: String) throws(DeviceError) -> SoundMaterial {
        do throws(SoundFileError) {
            return .file(path, seconds: try probe(path).seconds)
        } catch {
            throw .file("\(error)")
        }
    }

    /// Looks at the bytes of a file.
    ///
    /// - Throws: `DeviceError.file` if they are no sound.
    static func bytes(_ bytes: [UInt8]) throws(DeviceError) -> SoundMaterial {
        let file: NamelessFile
        do throws(NamelessFile.Failure) { file = try NamelessFile(bytes) } catch {
            throw .file("The bytes of a sound cannot be kept: \(error.reason). Make room on the disk, or close files.")
        }
        do throws(SoundFileError) {
            return .bytes(file, seconds: try probe(file.path).seconds)
        } catch {
            throw .file("The bytes are no sound that can be read: \(error)")
        }
    }

    /// Checks samples.
    ///
    /// - Throws: `DeviceError.badValue` naming what is out of its range.
    static func interleaved(_ samples: [Float], channels: Int, rate: Int) throws(DeviceError) -> SoundMaterial {
        guard (1...8).contains(channels) else { throw .badValue("\(channels) channels; there must be 1 to 8.") }
        guard (1_000...768_000).contains(rate) else {
            throw .badValue("\(rate) frames per second; it must be from 1000 to 768000.")
        }
        guard !samples.isEmpty, samples.count % channels == 0 else {
            throw .badValue("\(samples.count) samples are no whole number of frames of \(channels) channels, or none.")
        }
        return .samples(samples, channels: channels, rate: rate)
    }
}

/// Samples that an app renders itself, piece by piece.
struct RenderedSamples: Sendable {
    let channels: Int
    let rate: Int
    let render: AppSound.Render
}
