internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// The converter behind an `AudioConverterRef`: a decoder if its source is coded, a change of channels and rate, and an
/// encoder if its destination is coded.
final class PacketConverter: @unchecked Sendable {
    static let table = HandleTable<PacketConverter>()

    /// Requests packets from the program.
    typealias Input = (
        UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
        UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
    ) -> OSStatus

    private let from: AudioStreamBasicDescription
    private var to: AudioStreamBasicDescription
    /// The layouts of the sides with linear PCM; nil for a coded side.
    private let (source, target): (LinearSamples?, LinearSamples?)
    private let lock = NSRecursiveLock()
    private var stream: RateStream
    private var decoder: (any BackendCodec)?
    private var encoder: (any BackendCodec)?
    private var cookie: [UInt8] = []
    private var bitRate: Int?
    /// Encoded packets not delivered yet.
    private var packets: [[UInt8]] = []
    private var hasEnded = false

    init?(from: AudioStreamBasicDescription, to: AudioStreamBasicDescription) {
        (self.from, self.to) = (from, to)
        (source, target) = (LinearSamples(from), LinearSamples(to))
        stream = Self.stream(from, to)
        guard (1...8).contains(from.mChannelsPerFrame), (1...8).contains(to.mChannelsPerFrame),
            SoundLimits.rates.contains(from.mSampleRate), SoundLimits.rates.contains(to.mSampleRate)
        else { return nil }
        switch (source, target) {
        case (nil, nil): return nil
        case (nil, _?):
            // Apple Lossless needs a cookie, which is set later.
            guard from.mFormatID == kAudioFormatAppleLossless || makeDecoder() != nil else { return nil }
        case (_?, nil):
            encoder = makeEncoder()
            guard let encoder else { return nil }
            self.to.mFramesPerPacket = UInt32(encoder.packetFrames)
        case (_?, _?): break
        }
    }

    private static func stream(
        _ from: AudioStreamBasicDescription, _ to: AudioStreamBasicDescription
    ) -> RateStream {
        RateStream(
            channels: Int(to.mChannelsPerFrame), from: from.mSampleRate.rounded(), to: to.mSampleRate.rounded())
    }

    private func makeDecoder() -> (any BackendCodec)? {
        CodecForm(
            codec: from.mFormatID, rate: Int(from.mSampleRate), channels: Int(from.mChannelsPerFrame),
            task: .decode(cookie: cookie)
        ).makeCodec()
    }

    private func makeEncoder() -> (any BackendCodec)? {
        CodecForm(
            codec: to.mFormatID, rate: Int(to.mSampleRate), channels: Int(to.mChannelsPerFrame),
            task: .encode(bitRate: bitRate)
        ).makeCodec()
    }

    func reset() {
        lock.withLock {
            (stream, packets, hasEnded, decoder) = (Self.stream(from, to), [], false, nil)
            if target == nil { encoder = makeEncoder() }
        }
    }

    // MARK: Converting

    func fill(
        _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutableAudioBufferListPointer,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ input: Input
    ) -> OSStatus {
        let wanted = Int(count.pointee)
        count.pointee = 0
        return lock.withLock {
            guard let target else { return encode(wanted, count, list, descriptions, input) }
            guard let room = target.frames(in: list) else { return kAudio_ParamError }
            let status = pull(min(wanted, room), input)
            let made = stream.read(min(wanted, room))
            count.pointee = UInt32(made.count / target.channels)
            target.scatter(made, into: list)
            return status
        }
    }

    private func encode(
        _ wanted: Int, _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutableAudioBufferListPointer,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ input: Input
    ) -> OSStatus {
        guard let encoder, list.count == 1, let memory = list[0].mData else { return kAudio_ParamError }
        guard let descriptions else { return kAudioConverterErr_RequiresPacketDescriptionsError }
        var (place, status, isOver) = (0, noErr, false)
        while Int(count.pointee) < wanted {
            if packets.isEmpty {
                guard !isOver, status == noErr else { break }
                status = pull(encoder.packetFrames, input)
                guard stream.missing(for: encoder.packetFrames) == 0 else { break }
                let frames = stream.read(encoder.packetFrames)
                isOver = frames.isEmpty
                // At the end, flushes the encoder once.
                guard let made = encoder.encode(isOver ? nil : frames) else { break }
                packets = made
                continue
            }
            let packet = packets[0]
            guard place + packet.count <= Int(list[0].mDataByteSize) else {
                if place == 0 { return kAudioConverterErr_InvalidOutputSize }
                break
            }
            packet.withUnsafeBytes {
                (memory + place).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
            }
            descriptions[Int(count.pointee)] = AudioStreamPacketDescription(
                mStartOffset: Int64(place), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
            place += packet.count
            count.pointee += 1
            packets.removeFirst()
        }
        list[0].mDataByteSize = UInt32(place)
        return count.pointee > 0 ? noErr : status
    }

    /// Requests input until enough frames are ready or the input ends.
    private func pull(_ frames: Int, _ input: Input) -> OSStatus {
        while case let missing = stream.missing(for: frames), missing > 0 {
            guard !hasEnded else {
                stream.end()
                continue
            }
            let status = source == nil ? pullPackets(missing, input) : pullFrames(missing, input)
            guard status == noErr else { return status }
        }
        return noErr
    }

    private func pullFrames(_ frames: Int, _ input: Input) -> OSStatus {
        guard let source else { return kAudioConverterErr_UnspecifiedError }
        let list = AudioBufferList.allocate(maximumBuffers: source.isInterleaved ? 1 : source.channels)
        defer { free(list.unsafeMutablePointer) }
        for index in list.indices { list[index].mNumberChannels = UInt32(source.isInterleaved ? source.channels : 1) }
        var count = UInt32(frames)
        let status = input(&count, list.unsafeMutablePointer, nil)
        guard status == noErr else { return status }
        guard count > 0 else {
            hasEnded = true
            return noErr
        }
        guard let given = source.frames(in: list), given >= Int(count) else {
            return kAudioConverterErr_InvalidInputSize
        }
        put(source.gather(Int(count), of: list), channels: source.channels)
        return noErr
    }

    private func pullPackets(_ frames: Int, _ input: Input) -> OSStatus {
        if decoder == nil { decoder = makeDecoder() }
        guard let decoder else { return kAudioConverterErr_FormatNotSupported }
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        defer { free(list.unsafeMutablePointer) }
        list[0].mNumberChannels = from.mChannelsPerFrame
        var count = UInt32(max(1, frames / max(1, Int(from.mFramesPerPacket))))
        var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
        let status = input(&count, list.unsafeMutablePointer, &descriptions)
        guard status == noErr else { return status }
        guard count > 0, let memory = list[0].mData else {
            hasEnded = true
            if let rest = decoder.decode(nil) { put(rest, channels: Int(from.mChannelsPerFrame)) }
            return noErr
        }
        let size = Int(list[0].mDataByteSize)
        for index in 0..<Int(count) {
            guard let packet = descriptions?[index] ?? (count == 1 ? Self.whole(size) : nil) else {
                return kAudioConverterErr_RequiresPacketDescriptionsError
            }
            let bytes = Int(packet.mStartOffset)..<Int(packet.mStartOffset) + Int(packet.mDataByteSize)
            guard bytes.lowerBound >= 0, bytes.upperBound <= size else { return kAudioConverterErr_InvalidInputSize }
            guard
                let made = decoder.decode(UnsafeRawBufferPointer(start: memory + bytes.lowerBound, count: bytes.count))
            else { return kAudioConverterErr_UnspecifiedError }
            put(made, channels: Int(from.mChannelsPerFrame))
        }
        return noErr
    }

    private static func whole(_ size: Int) -> AudioStreamPacketDescription {
        AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(size))
    }

    private func put(_ samples: [Float], channels: Int) {
        stream.put(samples.withUnsafeBufferPointer { $0.inChannels(Int(to.mChannelsPerFrame), from: channels) })
    }

    // MARK: Properties

    func property(_ property: AudioConverterPropertyID) -> [UInt8]? {
        lock.withLock {
            switch property {
            case kAudioConverterPropertyMaximumOutputPacketSize:
                // No packet is larger than its frames as 32-bit samples.
                let coded = UInt32(encoder?.packetFrames ?? 0) * to.mChannelsPerFrame * 4 + 64
                return PropertyBytes.of(target == nil ? coded : to.mBytesPerPacket)
            case kAudioConverterCurrentInputStreamDescription: return PropertyBytes.of(from)
            case kAudioConverterCurrentOutputStreamDescription: return PropertyBytes.of(to)
            case kAudioConverterCompressionMagicCookie: return encoder?.cookie
            case kAudioConverterDecompressionMagicCookie: return source == nil ? cookie : nil
            case kAudioConverterEncodeBitRate: return encoder.map { _ in PropertyBytes.of(UInt32(bitRate ?? 0)) }
            default: return nil
            }
        }
    }

    func set(_ property: AudioConverterPropertyID, to bytes: [UInt8]) -> OSStatus {
        lock.withLock {
            switch property {
            case kAudioConverterDecompressionMagicCookie where source == nil:
                (cookie, decoder) = (bytes, nil)
            case kAudioConverterEncodeBitRate where target == nil:
                guard bytes.count == 4 else { return kAudioConverterErr_BadPropertySizeError }
                bitRate = Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
                guard let made = makeEncoder() else { return kAudioConverterErr_FormatNotSupported }
                encoder = made
            default: return kAudioConverterErr_PropertyNotSupported
            }
            return noErr
        }
    }
}
