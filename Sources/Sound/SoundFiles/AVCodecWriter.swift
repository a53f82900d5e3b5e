import CAVCodec
import Glibc

/// A sound file that libavcodec encodes: AAC in MPEG-4 and CAF files or by itself, ALAC in MPEG-4 and CAF
/// files. It can be read once it is
/// finished. To be used by one thread at a time.
public final class AVCodecWriter {
    /// The form of the file, with the numbers of `cav_form`.
    public enum Form: UInt32, Sendable {
        /// AAC in an MPEG-4 file.
        case aac
        /// AAC by itself, each packet with a head of its own.
        case bareAAC
        /// ALAC of 16 bits in an MPEG-4 file.
        case alac
        /// AAC in a CAF file.
        case aacInCAF
        /// ALAC of 16 bits in a CAF file.
        case alacInCAF
    }

    private let path: String
    private var writer: OpaquePointer?

    /// Whether the libraries are installed.
    public static var isAvailable: Bool { cav_load() == nil }

    /// Creates or replaces a file.
    ///
    /// - Parameter bitRate: Bits per second, or nil for the encoder's choice.
    /// - Throws: `SoundFileError` where the file cannot be made, the libraries are missing, or the encoder does not take the
    ///   rate, the channels or the bits.
    public init(path: String, rate: Int, channels: Int, form: Form, bitRate: Int?) throws(SoundFileError) {
        self.path = path
        _ = try LoadedLibraries.avcodec.functions(for: path)
        let isNew = access(path, F_OK) != 0
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else { throw .writing(path, errno: errno) }
        close(descriptor)
        var reason = [CChar](repeating: 0, count: Int(cav_reason_size))
        writer = cav_create(
            path, cav_form(form.rawValue), CInt(clamping: rate), CInt(clamping: channels), Int64(bitRate ?? 0), &reason)
        if writer == nil {
            if isNew { unlink(path) }
            throw SoundFileError(path: path, kind: .notEncodable(detail: AVCodecLibrary.text(reason)))
        }
    }

    deinit { if let writer { cav_finish(writer) } }

    /// Appends interleaved samples.
    ///
    /// - Throws: `SoundFileError` if they cannot be written, or the file is finished.
    public func write(_ samples: UnsafePointer<Float>, frames: Int) throws(SoundFileError) {
        guard let writer, cav_write(writer, samples, Int64(frames)) else {
            throw SoundFileError(path: path, kind: .inputOutput(errno: EIO))
        }
    }

    /// Completes the file. Idempotent.
    ///
    /// - Throws: `SoundFileError` if it cannot be completed.
    public func finish() throws(SoundFileError) {
        guard let open = writer else { return }
        writer = nil
        guard cav_finish(open) else { throw SoundFileError(path: path, kind: .inputOutput(errno: EIO)) }
    }
}
