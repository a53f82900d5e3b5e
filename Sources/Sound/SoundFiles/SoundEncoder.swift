import CSndFile
import Glibc
import SystemSupport

/// Encodes frames into a sound file in memory, for pages with embedded sound. Use from one thread at a time.
public final class SoundEncoder {
    /// The format of the file.
    public enum Format: Sendable {
        /// FLAC, 16 bits, stereo: without loss beyond that.
        case flac
        /// Opus in an Ogg file, one channel, at 48,000 frames per second.
        ///
        /// - Parameter bitsPerSecond: 6,000 to 256,000.
        case opus(bitsPerSecond: Int)
    }

    private static let name = "the sound of a page"
    private let file: NamelessFile
    private let writer: SoundFileWriter

    /// Starts encoding.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - rate: Frames per second: 1,000 to 655,350 of FLAC, 48,000 of Opus.
    /// - Throws: `SoundFileError` where libsndfile is missing, or cannot write the format.
    public init(_ format: Format = .flac, rate: Int) throws(SoundFileError) {
        do throws(NamelessFile.Failure) { file = try NamelessFile() } catch {
            throw .writing(Self.name, errno: error.errno)
        }
        switch format {
        case .flac:
            let code = CInt(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
            writer = try SoundFileWriter(file.path, rate: rate, channels: 2, code, frameBytes: 0)
        case .opus(let bitsPerSecond):
            let code = CInt(SF_FORMAT_OGG | SF_FORMAT_OPUS)
            writer = try SoundFileWriter(file.path, rate: rate, channels: 1, code, frameBytes: 0)
            writer.setCompression(1 - Double(bitsPerSecond - 6_000) / 250_000)
        }
    }

    /// Encodes frames.
    ///
    /// - Parameters:
    ///   - samples: Interleaved stereo, or the one channel of Opus.
    ///   - count: How many frames.
    public func write(_ samples: UnsafePointer<Float>, count: Int) { try? writer.write(samples, frames: count) }

    /// Ends the encoding; the last call.
    ///
    /// - Returns: The whole file.
    public func finish() -> [UInt8] {
        try? writer.finish()
        return file.bytes
    }
}
