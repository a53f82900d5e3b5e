internal import AppleSession
package import CoreAudioTypes
internal import Synchronization

/// The sample layout of a linear PCM stream, with conversion to and from floats, for the C interfaces.
package struct LinearSamples: Sendable {
    /// The sample rate, from 1,000 to 768,000 Hz.
    package let rate: Int
    /// The number of channels, 1 to 8.
    package let channels: Int
    /// Whether channels are interleaved; otherwise each has its own buffer.
    package let isInterleaved: Bool
    /// The size of a sample in bytes.
    package let sampleBytes: Int
    private let isFloat: Bool
    private let isSigned: Bool
    private let isBigEndian: Bool
    private let scale: Double

    /// Creates a layout from a description, or nil unless it is valid linear PCM.
    package init?(_ stream: AudioStreamBasicDescription) {
        guard stream.mFormatID == kAudioFormatLinearPCM, (1_000...768_000).contains(stream.mSampleRate),
            (1...8).contains(stream.mChannelsPerFrame)
        else { return nil }
        let flags = stream.mFormatFlags
        (rate, channels) = (Int(stream.mSampleRate.rounded()), Int(stream.mChannelsPerFrame))
        isInterleaved = flags & kAudioFormatFlagIsNonInterleaved == 0
        let beside = isInterleaved ? channels : 1
        sampleBytes = Int(stream.mBytesPerFrame) / beside
        isFloat = flags & kAudioFormatFlagIsFloat != 0
        isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
        isBigEndian = flags & kAudioFormatFlagIsBigEndian != 0
        let bits = Int(stream.mBitsPerChannel)
        guard sampleBytes * beside == Int(stream.mBytesPerFrame), (1...8 * max(1, sampleBytes)).contains(bits),
            isFloat ? [4, 8].contains(sampleBytes) && bits == 8 * sampleBytes : (1...4).contains(sampleBytes)
        else { return nil }
        // Fixed-point flags give the number of fraction bits; high-aligned samples use the whole word.
        let fraction = Int(flags >> 7 & 0x3F)
        let isHigh = flags & kAudioFormatFlagIsAlignedHigh != 0
        let filled = fraction > 0 ? min(fraction, 31) : (isHigh ? 8 * sampleBytes : bits) - 1
        scale = Double(UInt64(1) << UInt64(filled))
    }

    var frameBytes: Int { sampleBytes * (isInterleaved ? channels : 1) }

    package func sample(_ memory: UnsafeRawPointer, _ index: Int) -> Float {
        let bits = bits(memory + index * sampleBytes)
        if isFloat {
            return sampleBytes == 4
                ? Float(bitPattern: UInt32(truncatingIfNeeded: bits)) : Float(Double(bitPattern: bits))
        }
        let unused = UInt64(64 - 8 * sampleBytes)
        let whole = isSigned ? Double(Int64(bitPattern: bits << unused) >> Int64(unused)) : Double(bits) - scale
        return Float(whole / scale)
    }

    /// Writes a sample, clipped to full scale unless samples are floats.
    package func put(_ value: Float, _ memory: UnsafeMutableRawPointer, _ index: Int) {
        let place = memory + index * sampleBytes
        if isFloat {
            return put(sampleBytes == 4 ? UInt64(value.bitPattern) : Double(value).bitPattern, place)
        }
        let clean = value.isFinite ? Double(max(-1, min(1, value))) : 0
        let whole = Int64(max(-scale, min(scale - 1, (clean * scale).rounded())))
        put(UInt64(bitPattern: isSigned ? whole : whole + Int64(scale)), place)
    }

    private func bits(_ place: UnsafeRawPointer) -> UInt64 {
        var bits: UInt64 = 0
        for byte in 0..<sampleBytes {
            let value = UInt64(place.load(fromByteOffset: byte, as: UInt8.self))
            bits |= value << UInt64(8 * (isBigEndian ? sampleBytes - 1 - byte : byte))
        }
        return bits
    }

    private func put(_ bits: UInt64, _ place: UnsafeMutableRawPointer) {
        for byte in 0..<sampleBytes {
            let shift = UInt64(8 * (isBigEndian ? sampleBytes - 1 - byte : byte))
            place.storeBytes(of: UInt8(truncatingIfNeeded: bits >> shift), toByteOffset: byte, as: UInt8.self)
        }
    }
}

extension UnsafeBufferPointer<Float> {
    /// Returns interleaved frames of `count` channels in another number of channels: mono is the mean of all, a single channel
    /// goes to the first two, and further ones are silent.
    package func inChannels(_ channels: Int, from count: Int) -> [Float] {
        guard count > 0 else { return [] }
        let frames = self.count / count
        if count == channels { return Array(self[..<(frames * count)]) }
        var made = [Float](repeating: 0, count: frames * channels)
        for frame in 0..<frames {
            let source = self[(frame * count)..<((frame + 1) * count)]
            if channels == 1 {
                made[frame] = source.reduce(0, +) / Float(count)
            } else {
                for (channel, value) in source.prefix(channels).enumerated() {
                    made[frame * channels + channel] = value
                }
                if count == 1 { made[frame * channels + 1] = source[source.startIndex] }
            }
        }
        return made
    }
}

/// Captured frames in the channels and at the rate that a program wants. For one thread at a time.
package final class CapturedStream {
    private let channels: Int
    private let stream: RateStream

    /// - Parameter rate: The rate of the result in hertz.
    package init(channels: Int, rate: Int) {
        self.channels = channels
        stream = RateStream(channels: channels, from: DeviceFormat.rate, to: Double(rate))
    }

    /// Converts a piece of a capture; a muted one is silence.
    package func convert(_ captured: UnsafeBufferPointer<Float>, isMuted: Bool = false) -> [Float] {
        let frames = captured.inChannels(channels, from: DeviceFormat.channels)
        stream.put(isMuted ? [Float](repeating: 0, count: frames.count) : frames)
        return stream.read()
    }

    /// Returns the frames that the converter still holds.
    package func end() -> [Float] {
        stream.end()
        return stream.read()
    }
}

/// A status of the C interfaces, as an error.
struct StatusError: CodedError {
    let code: OSStatus
    var sentence: String { "status \(code)" }

    init(_ code: OSStatus) { self.code = code }
}

extension Optional {
    /// Returns the value, or throws a status if there is none.
    func or(_ status: OSStatus) throws -> Wrapped {
        guard let self else { throw StatusError(status) }
        return self
    }
}

/// The objects behind the opaque pointers of C programs. A pointer is a number that is never reused, so an invalid one is an
/// error instead of a crash.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
    private struct State {
        var objects: [Int: Object] = [:]
        var last = 0x1000
    }

    private let state = Mutex(State())

    func add(_ object: Object) -> OpaquePointer? {
        state.withLock { state in
            state.last += 16
            state.objects[state.last] = object
            return state.last
        }.pointer
    }

    func at(_ pointer: OpaquePointer?) -> Object? {
        guard let pointer else { return nil }
        let number = Int(bitPattern: pointer)
        return state.withLock { $0.objects[number] }
    }

    /// Calls a closure with an object. Returns the status that it throws, or -50 for an invalid handle.
    func with(_ pointer: OpaquePointer, _ work: (Object) throws -> Void) -> OSStatus {
        DeviceFailure.status { try work(at(pointer).or(kAudio_ParamError)) }
    }

    func remove(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        let number = Int(bitPattern: pointer)
        _ = state.withLock { $0.objects.removeValue(forKey: number) }
    }
}

extension Int {
    fileprivate var pointer: OpaquePointer? { OpaquePointer(bitPattern: self) }
}
