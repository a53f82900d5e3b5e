import CSndFile

/// Encodes frames into a sound file in memory, for pages that carry their sound along. Used by one thread at a time.
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

    private let library: csndfile
    private let handle: OpaquePointer
    private let output: UnsafeMutablePointer<Output>

    /// The bytes so far, and the place of the next byte: the header is written again at the end.
    private struct Output {
        var bytes: [UInt8] = []
        var place = 0
    }

    /// Begins to encode.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - rate: Frames per second: 1,000 to 655,350 of FLAC, 48,000 of Opus.
    /// - Throws: `SoundFileError` where libsndfile is missing, or cannot write the format.
    public init(_ format: Format = .flac, rate: Int) throws(SoundFileError) {
        library = try LoadedLibraries.sndfile.functions(for: "the sound of a page")
        output = .allocate(capacity: 1)
        output.initialize(to: Output())
        var info = SF_INFO()
        info.samplerate = CInt(rate)
        switch format {
        case .flac: (info.channels, info.format) = (2, CInt(SF_FORMAT_FLAC | SF_FORMAT_PCM_16))
        case .opus: (info.channels, info.format) = (1, CInt(SF_FORMAT_OGG | SF_FORMAT_OPUS))
        }
        var functions = Self.functions
        guard let handle = library.sf_open_virtual(&functions, CInt(SFM_WRITE), &info, output) else {
            let reason = library.sf_strerror(nil).map { String(cString: $0) } ?? "no reason given"
            output.deinitialize(count: 1)
            output.deallocate()
            throw SoundFileError(path: "the sound of a page", kind: .notASound(detail: reason))
        }
        self.handle = handle
        // Without this a sample beyond full scale would come out with the opposite sign.
        _ = library.sf_command(handle, CInt(SFC_SET_CLIPPING), nil, CInt(SF_TRUE))
        if case .opus(let bitsPerSecond) = format {
            // libsndfile takes a level from 0 to 1, and makes of it 256,000 to 6,000 bits a second and channel.
            var level = 1 - Double(bitsPerSecond - 6_000) / 250_000
            let size = CInt(MemoryLayout<Double>.size)
            _ = library.sf_command(handle, CInt(SFC_SET_COMPRESSION_LEVEL), &level, size)
        }
    }

    deinit {
        if !isFinished { _ = library.sf_close(handle) }
        output.deinitialize(count: 1)
        output.deallocate()
    }

    private var isFinished = false

    /// Encodes frames.
    ///
    /// - Parameters:
    ///   - samples: Interleaved stereo, or the one channel of Opus.
    ///   - count: How many frames.
    public func write(_ samples: UnsafePointer<Float>, count: Int) {
        guard !isFinished else { return }
        _ = library.sf_writef_float(handle, samples, sf_count_t(count))
    }

    /// Ends the encoding; the last call.
    ///
    /// - Returns: The whole file.
    public func finish() -> [UInt8] {
        if !isFinished {
            isFinished = true
            _ = library.sf_close(handle)
        }
        return output.pointee.bytes
    }

    /// The functions by which libsndfile reaches the memory.
    private static let functions = SF_VIRTUAL_IO(
        get_filelen: { sf_count_t(SoundEncoder.output($0).pointee.bytes.count) },
        seek: { offset, whence, context in
            let output = SoundEncoder.output(context)
            let start =
                switch whence {
                case SEEK_CUR: output.pointee.place
                case SEEK_END: output.pointee.bytes.count
                default: 0
                }
            output.pointee.place = max(0, min(output.pointee.bytes.count, start + Int(offset)))
            return sf_count_t(output.pointee.place)
        },
        read: { destination, count, context in
            let output = SoundEncoder.output(context)
            let length = max(0, min(Int(count), output.pointee.bytes.count - output.pointee.place))
            output.pointee.bytes.withUnsafeBytes { bytes in
                destination?.copyMemory(from: bytes.baseAddress! + output.pointee.place, byteCount: length)
            }
            output.pointee.place += length
            return sf_count_t(length)
        },
        write: { source, count, context in
            let output = SoundEncoder.output(context)
            let bytes = UnsafeRawBufferPointer(start: source, count: Int(count))
            let overlap = min(bytes.count, output.pointee.bytes.count - output.pointee.place)
            let place = output.pointee.place
            output.pointee.bytes.replaceSubrange(place..<place + overlap, with: bytes.prefix(overlap))
            output.pointee.bytes.append(contentsOf: bytes.dropFirst(overlap))
            output.pointee.place += bytes.count
            return count
        },
        tell: { sf_count_t(SoundEncoder.output($0).pointee.place) })

    private static func output(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Output> {
        context!.assumingMemoryBound(to: Output.self)
    }
}
