import CAVCodec
import Glibc

/// A sound file that libavcodec encodes: AAC in MPEG-4 and CAF files or by itself, ALAC in MPEG-4 and CAF
/// files. It can be read once it is
/// finished. To be used by one thread at a time.
public final class AVCodecWriter {
    /// The form of the file.
    public enum Form: Sendable {
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

    private enum OpenFile {
        case caf(CAFWriter)
        case muxed(OpaquePointer)
    }

    private let path: String
    private let encoder: PacketCodec
    /// Nil once it is finished.
    private var file: OpenFile?
    private let channels: Int
    /// Fewer frames than a packet has.
    private var pending: [Float] = []
    private var frames = 0
    private var hasFailed = false

    /// Whether the libraries are installed.
    public static var isAvailable: Bool { cav_load() == nil }

    /// Creates or replaces a file.
    ///
    /// - Parameter bitRate: Bits per second, or nil for the encoder's choice.
    /// - Throws: `SoundFileError` where the file cannot be made, the libraries are missing, or the encoder does not take the
    ///   rate, the channels or the bits.
    public init(path: String, rate: Int, channels: Int, form: Form, bitRate: Int?) throws(SoundFileError) {
        (self.path, self.channels) = (path, channels)
        _ = try LoadedLibraries.avcodec.functions(for: path)
        let isNew = access(path, F_OK) != 0
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else { throw .writing(path, errno: errno) }
        close(descriptor)
        do throws(PacketCodec.EncoderRefusal) {
            let isALAC = form == .alac || form == .alacInCAF
            encoder = try PacketCodec(
                encoder: isALAC ? PacketCodec.alac : PacketCodec.aac, rate: rate, channels: channels, bitRate: bitRate)
            file = try Self.file(path, form, encoder, rate: rate, channels: channels)
        } catch {
            if isNew { unlink(path) }
            throw SoundFileError(path: path, kind: .notEncodable(detail: error.reason))
        }
    }

    private static func file(
        _ path: String, _ form: Form, _ encoder: PacketCodec, rate: Int, channels: Int
    ) throws(PacketCodec.EncoderRefusal) -> OpenFile {
        switch form {
        case .aac, .bareAAC, .alac: return .muxed(try encoder.mux(into: path, isBare: form == .bareAAC))
        case .aacInCAF, .alacInCAF:
            // Flag 1 of ALAC means 16-bit samples.
            let (codec, flags): (UInt32, UInt32) =
                form == .alacInCAF ? (PacketCodec.alac, 1) : (PacketCodec.aac, 2)
            let caf = CAFWriter(
                path, codec: codec, flags: flags, rate: rate, channels: channels, packetFrames: encoder.packetFrames,
                cookie: encoder.cookie)
            guard let caf else { throw PacketCodec.EncoderRefusal(reason: "the file cannot be begun") }
            return .caf(caf)
        }
    }

    deinit { try? finish() }

    /// Appends interleaved samples.
    ///
    /// - Throws: `SoundFileError` if they cannot be written, or the file is finished.
    public func write(_ samples: UnsafePointer<Float>, frames: Int) throws(SoundFileError) {
        pending += UnsafeBufferPointer(start: samples, count: frames * channels)
        self.frames += frames
        let packet = encoder.packetFrames * channels
        var done = 0
        while !hasFailed, pending.count - done >= packet {
            hasFailed = !encode(Array(pending[done..<done + packet]))
            done += packet
        }
        pending.removeFirst(done)
        guard file != nil, !hasFailed else { throw SoundFileError(path: path, kind: .inputOutput(errno: EIO)) }
    }

    /// Completes the file. Idempotent.
    ///
    /// - Throws: `SoundFileError` if it cannot be completed.
    public func finish() throws(SoundFileError) {
        guard file != nil else { return }
        var isComplete = !hasFailed && (pending.isEmpty || encode(pending)) && encode(nil)
        switch file {
        case .caf(let caf):
            isComplete =
                caf.end(frames: frames, priming: encoder.priming, packetFrames: encoder.packetFrames) && isComplete
        case .muxed(let muxer): isComplete = cav_end_mux(muxer) && isComplete
        case nil: break
        }
        file = nil
        guard isComplete else { throw SoundFileError(path: path, kind: .inputOutput(errno: EIO)) }
    }

    /// Encodes at most the frames of a packet, or with nil the encoder's remaining frames, and writes the packets.
    private func encode(_ samples: [Float]?) -> Bool {
        encoder.encode(samples) { packet in
            switch file {
            case .caf(let caf): caf.append(packet)
            case .muxed(let muxer): cav_mux_packet(muxer)
            case nil: false
            }
        }
    }
}
