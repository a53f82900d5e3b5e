package import AppleSession
package import CoreAudioTypes
internal import Foundation
internal import System

/// A sound file whose bytes of samples the program reads or writes itself.
///
/// Samples that are read pass through floats of 32 bits, which hold up to 24 bits whole; written bytes stand in the file
/// as they are.
final class PacketFile: @unchecked Sendable {
    static let table = HandleTable<PacketFile>()

    private enum Content {
        case read(any BackendReader)
        case written(any BackendWriter)
    }

    /// The format of the bytes.
    let stream: AudioStreamBasicDescription
    /// The way to them; nil where they need a decoder.
    let samples: LinearSamples?
    let kind: AudioFileTypeID
    let path: String
    private let lock = NSLock()
    private let content: Content
    /// The frame that the reader reads next.
    private var next = 0
    /// Bytes that were written.
    private var written: Int64 = 0
    private var deferring: UInt32 = 0
    /// The copy that is read, where the program keeps the bytes itself.
    private let copy: NamelessFile?

    private init(
        _ path: String, _ kind: AudioFileTypeID, _ stream: AudioStreamBasicDescription, _ content: Content,
        _ copy: NamelessFile? = nil
    ) {
        (self.path, self.kind, self.stream, self.content, self.copy) = (path, kind, stream, content, copy)
        samples = LinearSamples(stream)
    }

    static func open(
        _ path: String, of copy: NamelessFile? = nil, into handle: UnsafeMutablePointer<AudioFileID?>
    ) -> OSStatus {
        guard FileManager.default.fileExists(atPath: path) else { return kAudioFileFileNotFoundError }
        do throws(DeviceFailure) {
            let reader = try ProcessApp.shared.backend().reader(path)
            let stream = AudioStreamBasicDescription(of: reader)
            handle.pointee = table.add(PacketFile(path, reader.kind, stream, .read(reader), copy))
            return noErr
        } catch { return error.code }
    }

    static func create(
        _ path: String, _ kind: AudioFileTypeID, _ stream: AudioStreamBasicDescription, replaces: Bool,
        into handle: UnsafeMutablePointer<AudioFileID?>
    ) -> OSStatus {
        guard let container = FileForm.Container(kind) else { return kAudioFileUnsupportedFileTypeError }
        guard let form = FileForm(stream, in: container) else { return kAudioFileUnsupportedDataFormatError }
        guard replaces || !FileManager.default.fileExists(atPath: path) else { return alreadyThere }
        do throws(DeviceFailure) {
            let writer = try ProcessApp.shared.backend().writer(path, form)
            handle.pointee = table.add(PacketFile(path, kind, stream, .written(writer)))
            return noErr
        } catch { return error.code }
    }

    /// The error of the file system for a name that is taken: dupFNErr.
    private static let alreadyThere: OSStatus = -48

    func close() -> OSStatus {
        guard case .written(let writer) = content else { return noErr }
        return lock.withLock {
            do throws(DeviceFailure) { try writer.finish() } catch { return error.code }
            return noErr
        }
    }

    // MARK: What it is like

    /// Bytes of all samples; 0 where they need a decoder.
    var byteCount: Int64 {
        switch content {
        case .read(let reader): samples == nil ? 0 : Int64(reader.frames) * Int64(stream.mBytesPerFrame)
        case .written: lock.withLock { written }
        }
    }

    /// The length of the file, in seconds.
    var seconds: Double {
        switch content {
        case .read(let reader): Double(reader.frames) / Double(max(1, reader.rate))
        case .written: Double(byteCount / Int64(stream.mBytesPerFrame)) / stream.mSampleRate
        }
    }

    /// Whether it was made here, and can be written to.
    var isWritten: Bool { if case .written = content { true } else { false } }

    /// The value by which the program defers writing sizes into the header; read back, without effect.
    var defersSizes: UInt32 {
        get { lock.withLock { deferring } }
        set { lock.withLock { deferring = newValue } }
    }

    // MARK: Bytes

    func read(
        _ room: UnsafeMutableRawBufferPointer, at place: Int64, _ count: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        count.pointee = 0
        guard place >= 0 else { return kAudioFilePositionError }
        guard let samples else { return kAudioFileUnsupportedDataFormatError }
        let total = byteCount
        guard place < total, let target = room.baseAddress else { return noErr }
        let frameBytes = Int64(samples.frameBytes)
        let wanted = min(Int64(room.count), total - place)
        let first = place / frameBytes
        let frames = Int((place + wanted + frameBytes - 1) / frameBytes - first)
        return lock.withLock {
            do throws(DeviceFailure) {
                let bytes = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: frames * Int(frameBytes), alignment: 16)
                defer { bytes.deallocate() }
                let got = try read(bytes, from: Int(first), frames, samples)
                let skipped = Int(place - first * frameBytes)
                let usable = max(0, min(Int(wanted), got * Int(frameBytes) - skipped))
                if usable > 0, let made = bytes.baseAddress {
                    target.copyMemory(from: made + skipped, byteCount: usable)
                }
                count.pointee = UInt32(usable)
                return noErr
            } catch { return error.code }
        }
    }

    /// Reads whole frames; with the lock held.
    private func read(
        _ bytes: UnsafeMutableRawBufferPointer, from first: Int, _ frames: Int, _ samples: LinearSamples
    ) throws(DeviceFailure) -> Int {
        switch content {
        case .written(let writer):
            return try writer.read(into: bytes, at: first * samples.frameBytes) / samples.frameBytes
        case .read(let reader):
            if first != next { try reader.seek(to: first) }
            let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: frames * reader.channels)
            defer { floats.deallocate() }
            guard let source = floats.baseAddress, let made = bytes.baseAddress else { return 0 }
            next = -1
            let got = try reader.read(into: source, frames: frames)
            next = first + got
            for index in 0..<got * reader.channels { samples.put(source[index], made, index) }
            return got
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at place: Int64) -> OSStatus {
        guard case .written(let writer) = content else { return kAudioFileOperationNotSupportedError }
        return lock.withLock {
            guard (0...written).contains(place), isWhole(place), isWhole(Int64(bytes.count)) else {
                return kAudioFilePositionError
            }
            do throws(DeviceFailure) { try writer.write(bytes, at: Int(place)) } catch { return error.code }
            written = max(written, place + Int64(bytes.count))
            return noErr
        }
    }

    /// Whether so many bytes are whole frames.
    private func isWhole(_ bytes: Int64) -> Bool { bytes % Int64(stream.mBytesPerFrame) == 0 }

    // MARK: Packets

    func readPackets(
        _ first: Int64, _ packets: UnsafeMutablePointer<UInt32>, room: Int, _ count: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ memory: UnsafeMutableRawPointer
    ) -> OSStatus {
        guard samples != nil else {
            (packets.pointee, count.pointee) = (0, 0)
            return kAudioFileUnsupportedDataFormatError
        }
        let size = Int(stream.mBytesPerPacket)
        guard first >= 0, first < 1 << 56 else {
            (packets.pointee, count.pointee) = (0, 0)
            return kAudioFileInvalidPacketOffsetError
        }
        let wanted = min(Int(packets.pointee), room / size)
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: wanted * size)
        let status = read(bytes, at: first * Int64(size), count)
        packets.pointee = count.pointee / UInt32(size)
        for index in 0..<(descriptions == nil ? 0 : Int(packets.pointee)) {
            descriptions?[index] = AudioStreamPacketDescription(
                mStartOffset: Int64(index * size), mVariableFramesInPacket: 0, mDataByteSize: UInt32(size))
        }
        return status
    }

    func writePackets(_ bytes: UnsafeRawBufferPointer, _ packets: UInt32, at first: Int64) -> OSStatus {
        let size = Int(stream.mBytesPerPacket)
        let wanted = Int(packets) * size
        guard wanted <= bytes.count else { return kAudio_ParamError }
        guard first >= 0, first < 1 << 56 else { return kAudioFileInvalidPacketOffsetError }
        let status = write(UnsafeRawBufferPointer(rebasing: bytes[..<wanted]), at: first * Int64(size))
        return status == kAudioFilePositionError ? kAudioFileInvalidPacketOffsetError : status
    }
}

extension FileForm.Container {
    /// Creates the container of a kind of file; nil for a kind that cannot be written.
    init?(_ kind: AudioFileTypeID) {
        switch kind {
        case kAudioFileWAVEType: self = .wave
        case kAudioFileAIFFType: self = .aiff
        case kAudioFileAIFCType: self = .aifc
        case kAudioFileCAFType: self = .caf
        default: return nil
        }
    }
}

extension FileForm {
    /// Creates the format in which a container keeps samples of a description; nil where it does not keep them.
    init?(_ stream: AudioStreamBasicDescription, in container: Container) {
        guard let linear = LinearSamples(stream), linear.isInterleaved, stream.mBytesPerPacket == stream.mBytesPerFrame,
            Int(stream.mBitsPerChannel) == linear.sampleBytes * 8, stream.mFormatFlags >> 7 & 0x3F == 0
        else { return nil }
        let isFloat = stream.mFormatFlags & kAudioFormatFlagIsFloat != 0
        let isSigned = stream.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
        let isBig = linear.sampleBytes > 1 && stream.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
        let samples: Samples? =
            switch (isFloat, linear.sampleBytes) {
            case (true, 4): .float32
            case (true, 8): .float64
            case (false, 1): isSigned == (container != .wave) ? .int8 : nil
            case (false, 2): isSigned ? .int16 : nil
            case (false, 3): isSigned ? .int24 : nil
            case (false, 4): isSigned ? .int32 : nil
            default: nil
            }
        let isOrdered =
            switch container {
            case .wave: !isBig
            case .aiff: (isBig || linear.sampleBytes == 1) && !isFloat
            case .aifc: isBig || linear.sampleBytes == 1
            case .caf: true
            }
        guard let samples, isOrdered else { return nil }
        self.init(
            rate: linear.rate, channels: linear.channels, samples: samples, container: container, isBigEndian: isBig)
    }
}

extension AudioStreamBasicDescription {
    /// The form in which the samples of a file are handed out: in the order of bytes that is its kind's own.
    package init(of reader: any BackendReader) {
        self.init(reader.encoding, rate: reader.rate, channels: reader.channels, kind: reader.kind)
    }

    /// The form of samples that a kind of file keeps so; 0 is a kind that has no name.
    package init(_ encoding: FileEncoding, rate: Int, channels: Int, kind: AudioFileTypeID) {
        self.init()
        (mSampleRate, mChannelsPerFrame) = (Double(rate), UInt32(channels))
        let bits: UInt32
        switch encoding {
        case .coded(let id):
            mFormatID = id
            return
        case .whole(let width):
            // Eight bits have no sign in WAVE, and one elsewhere.
            (bits, mFormatFlags) = (width, kAudioFormatFlagIsSignedInteger)
            if width <= 8, kind == kAudioFileWAVEType { mFormatFlags = 0 }
        case .float(let width): (bits, mFormatFlags) = (width, kAudioFormatFlagIsFloat)
        }
        mFormatID = kAudioFormatLinearPCM
        mFormatFlags |= kAudioFormatFlagIsPacked
        if bits > 8, [kAudioFileAIFFType, kAudioFileAIFCType].contains(kind) {
            mFormatFlags |= kAudioFormatFlagIsBigEndian
        }
        (mBitsPerChannel, mFramesPerPacket) = (bits, 1)
        mBytesPerFrame = (bits + 7) / 8 * UInt32(channels)
        mBytesPerPacket = mBytesPerFrame
    }
}
