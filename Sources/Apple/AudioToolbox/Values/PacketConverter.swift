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
        Self.makeCodec(from, .decode(cookie: cookie))
    }

    private func makeEncoder() -> (any BackendCodec)? { Self.makeCodec(to, .encode(bitRate: bitRate)) }

    private static func makeCodec(_ format: AudioStreamBasicDescription, _ task: CodecTask) -> (any BackendCodec)? {
        DeviceEntry.linked.makeCodec(
            format.mFormatID, Int(format.mSampleRate), Int(format.mChannelsPerFrame), task)
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
    ) throws {
        let wanted = Int(count.pointee)
        count.pointee = 0
        try lock.withLock {
            guard let target else { return try encode(wanted, count, list, descriptions, input) }
            let room = try target.frames(in: list).or(kAudio_ParamError)
            let status = Result { try pull(min(wanted, room), input) }
            let made = stream.read(min(wanted, room))
            count.pointee = UInt32(made.count / target.channels)
            target.scatter(made, into: list)
            try status.get()
        }
    }

    private func encode(
        _ wanted: Int, _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutableAudioBufferListPointer,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ input: Input
    ) throws {
        guard let encoder, list.count == 1, let memory = list[0].mData else { throw StatusError(kAudio_ParamError) }
        let descriptions = try descriptions.or(kAudioConverterErr_RequiresPacketDescriptionsError)
        var (place, failure, isOver) = (0, (any Error)?.none, false)
        while Int(count.pointee) < wanted {
            if packets.isEmpty {
                guard !isOver, failure == nil else { break }
                do { try pull(encoder.packetFrames, input) } catch { failure = error }
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
                if place == 0 { throw StatusError(kAudioConverterErr_InvalidOutputSize) }
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
        if let failure, count.pointee == 0 { throw failure }
    }

    /// Requests input until enough frames are ready or the input ends.
    private func pull(_ frames: Int, _ input: Input) throws {
        while case let missing = stream.missing(for: frames), missing > 0 {
            guard !hasEnded else {
                stream.end()
                continue
            }
            if let source { try pullFrames(missing, source, input) } else { try pullPackets(missing, input) }
        }
    }

    private func pullFrames(_ frames: Int, _ source: LinearSamples, _ input: Input) throws {
        let list = AudioBufferList.allocate(maximumBuffers: source.isInterleaved ? 1 : source.channels)
        defer { free(list.unsafeMutablePointer) }
        for index in list.indices { list[index].mNumberChannels = UInt32(source.isInterleaved ? source.channels : 1) }
        var count = UInt32(frames)
        try check(input(&count, list.unsafeMutablePointer, nil))
        hasEnded = count == 0
        guard !hasEnded else { return }
        guard let given = source.frames(in: list), given >= Int(count) else {
            throw StatusError(kAudioConverterErr_InvalidInputSize)
        }
        put(source.gather(Int(count), of: list), channels: source.channels)
    }

    private func pullPackets(_ frames: Int, _ input: Input) throws {
        decoder = try (decoder ?? makeDecoder()).or(kAudioConverterErr_FormatNotSupported)
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        defer { free(list.unsafeMutablePointer) }
        list[0].mNumberChannels = from.mChannelsPerFrame
        var count = UInt32(max(1, frames / max(1, Int(from.mFramesPerPacket))))
        var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
        try check(input(&count, list.unsafeMutablePointer, &descriptions))
        guard count > 0, let memory = list[0].mData else {
            hasEnded = true
            if let rest = decoder?.decode(nil) { put(rest, channels: Int(from.mChannelsPerFrame)) }
            return
        }
        let size = Int(list[0].mDataByteSize)
        for index in 0..<Int(count) {
            let packet = try (descriptions?[index] ?? (count == 1 ? Self.whole(size) : nil))
                .or(kAudioConverterErr_RequiresPacketDescriptionsError)
            let bytes = Int(packet.mStartOffset)..<Int(packet.mStartOffset) + Int(packet.mDataByteSize)
            guard bytes.lowerBound >= 0, bytes.upperBound <= size else {
                throw StatusError(kAudioConverterErr_InvalidInputSize)
            }
            let made = decoder?.decode(UnsafeRawBufferPointer(start: memory + bytes.lowerBound, count: bytes.count))
            put(try made.or(kAudioConverterErr_UnspecifiedError), channels: Int(from.mChannelsPerFrame))
        }
    }

    /// Throws the status of the program's function.
    private func check(_ status: OSStatus) throws { if status != noErr { throw StatusError(status) } }

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

    func set(_ property: AudioConverterPropertyID, to bytes: [UInt8]) throws {
        try lock.withLock {
            switch property {
            case kAudioConverterDecompressionMagicCookie where source == nil:
                (cookie, decoder) = (bytes, nil)
            case kAudioConverterEncodeBitRate where target == nil:
                guard bytes.count == 4 else { throw StatusError(kAudioConverterErr_BadPropertySizeError) }
                bitRate = Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
                encoder = try makeEncoder().or(kAudioConverterErr_FormatNotSupported)
            default: throw StatusError(kAudioConverterErr_PropertyNotSupported)
            }
        }
    }
}
