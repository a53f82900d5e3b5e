internal import AppleSession
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// A sound file that is read or written in buffers. For one thread at a time.
///
/// AAC and ALAC need libavcodec; without it they are refused with 'fmt?'.
open class AVAudioFile: NSObject {
    public let url: URL  // The location of the file.
    public let fileFormat: AVAudioFormat  // The format of the samples in the file.
    public let processingFormat: AVAudioFormat  // The format of buffers.
    private var reader: (any BackendReader)?
    private var writer: (any BackendWriter)?
    private var place: AVAudioFramePosition = 0
    private var written: AVAudioFramePosition = 0

    /// Opens a file for reading non-interleaved floats.
    ///
    /// - Throws: 'wht?' if the file does not exist, 'typ?' if it is not a readable sound file.
    public init(forReading fileURL: URL) throws {
        let reader = try Self.reader(of: fileURL)
        (url, self.reader) = (fileURL, reader)
        (fileFormat, processingFormat) = Self.formats(AVAudioFormat(of: reader), .pcmFormatFloat32, interleaved: false)
    }

    /// Opens a file for reading samples of a format.
    ///
    /// - Throws: As `init(forReading:)`.
    public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        let reader = try Self.reader(of: fileURL)
        (url, self.reader) = (fileURL, reader)
        (fileFormat, processingFormat) = Self.formats(AVAudioFormat(of: reader), format, interleaved: interleaved)
    }

    private static func reader(of url: URL) throws -> any BackendReader {
        try AudioFileFailure.translating { try ProcessApp.shared.backend().reader(url.path) }
    }

    private static func formats(
        _ file: AVAudioFormat, _ format: AVAudioCommonFormat, interleaved: Bool
    ) -> (file: AVAudioFormat, processing: AVAudioFormat) {
        (file, AVAudioFormat(format, rate: file.sampleRate, channels: file.channelCount, interleaved: interleaved))
    }

    /// Creates a file object without a file: a placeholder for a stored property.
    public override init() {
        // A path below a file can never exist.
        url = URL(fileURLWithPath: "/dev/null/none")
        (fileFormat, processingFormat) = (AVAudioFormat(), AVAudioFormat())
    }

    /// Creates or replaces a file for writing non-interleaved floats.
    ///
    /// - Throws: 'fmt?' if such a file cannot hold the format that the settings describe, 'wht?' or 'prm?' if the file cannot
    ///   be written.
    public init(forWriting fileURL: URL, settings: [String: Any]) throws {
        let (writer, form) = try Self.writer(of: fileURL, settings)
        (url, self.writer) = (fileURL, writer)
        (fileFormat, processingFormat) = Self.formats(AVAudioFormat(form), .pcmFormatFloat32, interleaved: false)
    }

    /// Creates or replaces a file for writing samples of a format.
    ///
    /// - Throws: As `init(forWriting:settings:)`.
    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        let (writer, form) = try Self.writer(of: fileURL, settings)
        (url, self.writer) = (fileURL, writer)
        (fileFormat, processingFormat) = Self.formats(AVAudioFormat(form), format, interleaved: interleaved)
    }

    private static func writer(of url: URL, _ settings: [String: Any]) throws -> (any BackendWriter, FileForm) {
        try AudioFileFailure.translating {
            let form = try AudioSettings(settings).form(for: url)
            return (try ProcessApp.shared.backend().writer(url.path, form), form)
        }
    }

    deinit { close() }

    /// Closes the file; later reads and writes fail.
    open func close() {
        _ = try? writer?.finish()
        (reader, writer) = (nil, nil)
    }

    /// Whether the file is open.
    open var isOpen: Bool { reader != nil || writer != nil }

    /// The number of frames of the file.
    open var length: AVAudioFramePosition { reader.map { AVAudioFramePosition($0.frames) } ?? written }

    /// The position of the next read or write, in frames.
    open var framePosition: AVAudioFramePosition {
        get { place }
        set {
            guard let reader, (try? reader.seek(to: Int(newValue))) != nil else { return }
            place = max(0, min(newValue, length))
        }
    }

    /// Reads frames until the buffer is full or the file ends.
    ///
    /// - Throws: -43 if the file is closed or open for writing; 'dta?' if it is damaged.
    open func read(into buffer: AVAudioPCMBuffer) throws { try read(into: buffer, frameCount: buffer.frameCapacity) }

    /// Reads up to a number of frames into a buffer of the processing format.
    ///
    /// - Throws: As `read(into:)`; -50 if the buffer has another format.
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        guard let reader else {
            throw AudioFileFailure.error(kAudio_FileNotFoundError, "\(url.path) is not open for reading.")
        }
        guard buffer.format == processingFormat else {
            throw AudioFileFailure.error(-50, "The buffer's format is not the file's processingFormat.")
        }
        let count = min(Int(frames), Int(buffer.frameCapacity))
        var samples = [Float](repeating: 0, count: count * reader.channels)
        let got = try AudioFileFailure.translating {
            try samples.withUnsafeMutableBufferPointer { samples in
                try samples.baseAddress.map { try reader.read(into: $0, frames: count) } ?? 0
            }
        }
        buffer.frameLength = AVAudioFrameCount(got)
        buffer.fill(fromInterleaved: samples)
        place += AVAudioFramePosition(got)
        guard got > 0 || count == 0 else {
            throw AudioFileFailure.error(DeviceFailure.invalidFile, "\(url.path) has no more frames.")
        }
    }

    /// Appends a buffer of the processing format.
    ///
    /// - Throws: -43 if the file is closed or open for reading; -50 if the buffer has another format; 'wht?' if the disk is
    ///   full.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        guard let writer else {
            throw AudioFileFailure.error(kAudio_FileNotFoundError, "\(url.path) is not open for writing.")
        }
        guard buffer.format.channelCount == processingFormat.channelCount,
            buffer.format.sampleRate == processingFormat.sampleRate, buffer.format.commonFormat != .otherFormat
        else {
            throw AudioFileFailure.error(-50, "The buffer's format is not the file's processingFormat.")
        }
        let samples = buffer.interleaved()
        try AudioFileFailure.translating {
            try samples.withUnsafeBufferPointer { samples in
                guard let base = samples.baseAddress else { return }
                try writer.write(base, frames: Int(buffer.frameLength))
            }
        }
        written += AVAudioFramePosition(buffer.frameLength)
        place = written
    }
}

extension AudioSettings {
    private static let kinds = [
        "aif": kAudioFileAIFFType, "aiff": kAudioFileAIFFType, "aifc": kAudioFileAIFCType, "caf": kAudioFileCAFType,
        "m4a": kAudioFileM4AType, "mp4": kAudioFileM4AType, "m4b": kAudioFileM4AType, "aac": kAudioFileAAC_ADTSType,
    ]
    /// The types of files of each codec.
    private static let codedKinds = [
        kAudioFormatMPEG4AAC: [kAudioFileM4AType, kAudioFileMPEG4Type, kAudioFileAAC_ADTSType, kAudioFileCAFType],
        kAudioFormatAppleLossless: [kAudioFileM4AType, kAudioFileMPEG4Type, kAudioFileCAFType],
    ]

    /// Returns the form of a file with these settings, in the container named by `AVAudioFileTypeKey` or by the file's
    /// extension.
    func form(for url: URL) throws -> FileForm {
        let ending = url.pathExtension.lowercased()
        let kind = number(AVAudioFileTypeKey).map { AudioFileTypeID(nearest: $0) } ?? Self.kinds[ending]
        guard formatID == kAudioFormatLinearPCM else {
            return try coded(in: kind ?? (ending.isEmpty ? kAudioFileCAFType : 0))
        }
        let container = kind.flatMap { FileForm.linearKinds.contains($0) ? $0 : nil } ?? kAudioFileWAVEType
        let (rate, channels) = (rate ?? 44_100, channels ?? 2)
        let bits = number(AVLinearPCMBitDepthKey) ?? 16
        let isFloat = flag(AVLinearPCMIsFloatKey)
        guard SoundLimits.rates.contains(rate), (1...64).contains(channels), isFloat || [8, 16, 24, 32].contains(bits)
        else {
            throw DeviceFailure(
                code: DeviceFailure.unsupportedFormat,
                sentence: "The settings tell a sample rate, a number of channels or a bit depth that no file keeps.")
        }
        // WAVE is always little-endian and AIFF big-endian; floats in AIFF need AIFF-C.
        let isAIFF = [kAudioFileAIFFType, kAudioFileAIFCType].contains(container)
        return FileForm(
            rate: Int(rate), channels: Int(channels),
            encoding: isFloat ? .float(bits: bits == 64 ? 64 : 32) : .whole(bits: UInt32(bits)),
            kind: isAIFF && isFloat ? kAudioFileAIFCType : container,
            isBigEndian: isAIFF || container == kAudioFileCAFType && flag(AVLinearPCMIsBigEndianKey))
    }

    private func coded(in kind: AudioFileTypeID) throws -> FileForm {
        let (rate, channels) = (rate ?? 44_100, channels ?? 2)
        guard SoundLimits.rates.contains(rate), (1...8).contains(channels),
            Self.codedKinds[formatID]?.contains(kind) == true
        else {
            throw DeviceFailure(
                code: DeviceFailure.unsupportedFormat,
                sentence:
                    "AAC is written into .m4a, .mp4, .aac and .caf and ALAC into .m4a, .mp4 and .caf, with 1 to 8 channels."
            )
        }
        let bits = number(AVEncoderBitRateKey) ?? number(AVEncoderBitRatePerChannelKey).map { $0 * Double(channels) }
        return FileForm(
            rate: Int(rate), channels: Int(channels), encoding: .coded(formatID), kind: kind,
            bitRate: bits.flatMap { $0 > 0 && $0 <= 10_000_000 ? Int($0) : nil })
    }
}

extension AVAudioFormat {
    convenience init(_ format: AVAudioCommonFormat, rate: Double, channels: UInt32, interleaved: Bool) {
        if let plain = AVAudioFormat(
            commonFormat: format, sampleRate: rate, channels: channels, interleaved: interleaved)
        {
            self.init(plain.stream, layout: nil)
        } else {
            let wide = AVAudioFormat(rate: rate, channels: max(1, channels))
            self.init(wide.stream, layout: wide.channelLayout)
        }
    }
}

extension AVAudioPCMBuffer {
    /// Returns the valid frames as interleaved floats.
    func interleaved() -> [Float] {
        let (channels, frames) = (Int(format.channelCount), Int(frameLength))
        var samples = [Float](repeating: 0, count: frames * channels)
        func gather<Sample>(_ data: UnsafePointer<UnsafeMutablePointer<Sample>>, _ value: (Sample) -> Float) {
            for channel in 0..<channels {
                for frame in 0..<frames { samples[frame * channels + channel] = value(data[channel][frame * stride]) }
            }
        }
        if let data = floatChannelData { gather(data) { $0 } }
        if let data = int16ChannelData { gather(data) { Float($0) / 32_768 } }
        if let data = int32ChannelData { gather(data) { Float(Double($0) / 2_147_483_648) } }
        if let data = doubleChannelData { gather(data) { Float($0) } }
        return samples
    }

    /// Writes interleaved floats into the valid frames. Integers are rounded to the nearest, as in `LinearSamples`; samples
    /// beyond full scale are clipped, and NaN becomes silence.
    func fill(fromInterleaved samples: [Float]) {
        let channels = Int(format.channelCount)
        let frames = min(Int(frameLength), samples.count / max(1, channels))
        func scatter<Sample>(_ data: UnsafePointer<UnsafeMutablePointer<Sample>>, _ value: (Float) -> Sample) {
            for channel in 0..<channels {
                for frame in 0..<frames { data[channel][frame * stride] = value(samples[frame * channels + channel]) }
            }
        }
        if let data = floatChannelData { scatter(data) { $0 } }
        if let data = int16ChannelData { scatter(data) { Int16(nearest: Double($0) * 32_768) } }
        if let data = int32ChannelData { scatter(data) { Int32(nearest: Double($0) * 2_147_483_648) } }
        if let data = doubleChannelData { scatter(data) { Double($0) } }
    }
}
