import CAVCodec

/// A decoder or an encoder of AAC or ALAC without a file, and a decoder of MP3; by libavcodec. One thread at a time.
public final class PacketCodec {
    /// The number of frames in a packet that the encoder makes.
    public let packetFrames: Int
    /// The encoder's configuration for a file's header; empty for a decoder.
    public let cookie: [UInt8]
    private let coder: OpaquePointer
    private let channels: Int

    /// The codecs that have an encoder, as Apple's formats are named.
    static let aac: UInt32 = 0x6161_6320
    static let alac: UInt32 = 0x616C_6163

    /// Why libavcodec does not encode, in its words.
    struct EncoderRefusal: Error { let reason: String }

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - codec: Four letters as a number, as Apple's formats are named.
    ///   - cookie: The encoder's configuration; may be empty for AAC and MP3.
    /// - Returns: nil if libavcodec is not installed or does not decode such a stream.
    public init?(decoding codec: UInt32, rate: Int, channels: Int, cookie: [UInt8]) {
        var reason = [CChar](repeating: 0, count: Int(cav_reason_size))
        guard cav_load() == nil,
            let coder = cav_decoder(
                codec, CInt(clamping: rate), CInt(clamping: channels), cookie, cookie.count, &reason)
        else { return nil }
        (self.coder, self.channels, packetFrames, self.cookie) = (coder, channels, 0, [])
    }

    /// Creates an encoder.
    ///
    /// - Parameter bitRate: Bits per second, or nil for the encoder's choice.
    /// - Returns: nil if libavcodec is not installed or does not encode at such a rate.
    public convenience init?(encoding codec: UInt32, rate: Int, channels: Int, bitRate: Int?) {
        guard cav_load() == nil else { return nil }
        do throws(EncoderRefusal) {
            try self.init(encoder: codec, rate: rate, channels: channels, bitRate: bitRate)
        } catch {
            return nil
        }
    }

    /// Creates an encoder, once the libraries are loaded.
    init(encoder codec: UInt32, rate: Int, channels: Int, bitRate: Int?) throws(EncoderRefusal) {
        var reason = [CChar](repeating: 0, count: Int(cav_reason_size))
        let coder = cav_encoder(codec, CInt(clamping: rate), CInt(clamping: channels), Int64(bitRate ?? 0), &reason)
        guard let coder else { throw EncoderRefusal(reason: AVCodecLibrary.text(reason)) }
        var cookie = [UInt8](repeating: 0, count: 64)
        cookie.removeLast(64 - cav_cookie(coder, &cookie))
        (self.coder, self.channels, self.cookie) = (coder, channels, cookie)
        packetFrames = Int(cav_packet_frames(coder))
    }

    deinit { cav_free_coder(coder) }

    /// Decodes a packet, or with nil the decoder's remaining frames. Returns interleaved frames, or nil for a damaged
    /// packet.
    public func decode(_ packet: UnsafeRawBufferPointer?) -> [Float]? {
        var samples: UnsafePointer<Float>?
        let bytes = packet?.bindMemory(to: UInt8.self)
        let frames = cav_decode_packet(coder, bytes?.baseAddress, bytes?.count ?? 0, &samples)
        guard frames >= 0 else { return nil }
        return Array(UnsafeBufferPointer(start: samples, count: Int(frames) * channels))
    }

    /// Encodes one packet of interleaved frames (fewer only at the end), or with nil the encoder's remaining frames.
    /// Returns nil on failure.
    public func encode(_ samples: [Float]?) -> [[UInt8]]? {
        var packets: [[UInt8]] = []
        let isEncoded = encode(samples) { packet in
            packets.append(Array(packet))
            return true
        }
        return isEncoded ? packets : nil
    }

    /// Encodes as above, and passes on each packet; returns whether all were encoded and accepted.
    func encode(_ samples: [Float]?, _ accept: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        guard cav_encode_frames(coder, samples, CInt((samples?.count ?? 0) / channels)) else { return false }
        var size = 0
        while let bytes = cav_next_packet(coder, &size) {
            guard accept(UnsafeBufferPointer(start: bytes, count: size)) else { return false }
        }
        return true
    }

    /// The number of frames that the encoder adds before the sound.
    var priming: Int { Int(cav_priming(coder)) }

    /// Creates an MPEG-4 file, or one of AAC by itself, for the encoder's packets.
    func mux(into path: String, isBare: Bool) throws(EncoderRefusal) -> OpaquePointer {
        var reason = [CChar](repeating: 0, count: Int(cav_reason_size))
        guard let muxer = cav_mux(path, isBare, coder, &reason) else {
            throw EncoderRefusal(reason: AVCodecLibrary.text(reason))
        }
        return muxer
    }
}
