internal import CoreAudioTypes
internal import Foundation

/// Linear PCM of one form made into another: samples, channels, rate. One thread at a time.
final class SampleConverter: @unchecked Sendable {
    static let table = HandleTable<SampleConverter>()

    let source: AudioStreamBasicDescription
    let target: AudioStreamBasicDescription
    private let from: LinearSamples
    private let to: LinearSamples
    private let lock = NSRecursiveLock()
    private var converter: RateStream
    private var kept: [AudioConverterPropertyID: UInt32] = [:]

    /// Nil where one of them is no linear PCM.
    init?(_ source: AudioStreamBasicDescription, _ target: AudioStreamBasicDescription) {
        guard let from = LinearSamples(source), let to = LinearSamples(target) else { return nil }
        (self.source, self.target, self.from, self.to) = (source, target, from, to)
        converter = RateStream(channels: to.channels)
    }

    private func locked<Value>(_ work: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try work()
    }

    private var step: Double { Double(from.rate) / Double(to.rate) }

    func reset() { locked { converter = RateStream(channels: to.channels) } }

    /// Converts frames between lists, where the rate stays the same.
    func convert(
        _ frames: Int, _ input: UnsafeMutableAudioBufferListPointer, _ output: UnsafeMutableAudioBufferListPointer
    ) -> OSStatus {
        guard from.rate == to.rate else { return kAudioConverterErr_OperationNotSupported }
        guard let given = from.frames(in: input), given >= frames else { return kAudioConverterErr_InvalidInputSize }
        guard let room = to.frames(in: output), room >= frames else { return kAudioConverterErr_InvalidOutputSize }
        let made = from.gather(frames, of: input).withUnsafeBufferPointer { to.spread($0, of: from.channels) }
        to.scatter(made, into: output)
        return noErr
    }

    /// How many frames so many bytes of the input are, and how many bytes so many frames of the output are.
    func inputFrames(_ bytes: Int) -> Int? { bytes % from.frameBytes == 0 ? bytes / from.frameBytes : nil }
    func outputBytes(_ frames: Int) -> Int { frames * to.frameBytes }
    /// Whether input and output are one buffer each.
    var isPlain: Bool { (from.isInterleaved || from.channels == 1) && (to.isInterleaved || to.channels == 1) }

    /// Makes as many frames as are wanted and there is room for, of what the program hands over meanwhile; what that fails
    /// of is answered with the frames that there are.
    func fill(
        _ count: UnsafeMutablePointer<UInt32>, _ output: UnsafeMutableAudioBufferListPointer,
        _ ask: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>) -> OSStatus
    ) -> OSStatus {
        locked {
            guard let room = to.frames(in: output) else { return kAudio_ParamError }
            let wanted = min(Int(count.pointee), room)
            var status = noErr
            while case let missing = converter.missing(for: wanted, step: step), missing > 0, status == noErr {
                let buffers = from.isInterleaved ? 1 : from.channels
                let list = AudioBufferList.allocate(maximumBuffers: buffers)
                defer { UnsafeMutableRawPointer(list.unsafeMutablePointer).deallocate() }
                for index in 0..<buffers { list[index].mNumberChannels = UInt32(from.channels / buffers) }
                var got = UInt32(missing)
                status = ask(&got, list.unsafeMutablePointer)
                guard status == noErr else { break }
                let frames = min(Int(got), from.frames(in: list) ?? 0)
                if frames == 0 {
                    converter.end()
                } else {
                    let given = from.gather(frames, of: list)
                    converter.put(given.withUnsafeBufferPointer { to.spread($0, of: from.channels) })
                }
            }
            let made = converter.take(wanted, step: step)
            to.scatter(made, into: output)
            count.pointee = UInt32(made.count / to.channels)
            return status
        }
    }

    // MARK: Properties

    /// UInt32s that are kept and read back: there is one way to change a rate.
    private static let settable: Set<AudioConverterPropertyID> = [
        kAudioConverterSampleRateConverterQuality, kAudioConverterSampleRateConverterComplexity,
        kAudioConverterPrimeMethod,
    ]

    static func isSettable(_ property: AudioConverterPropertyID) -> Bool { settable.contains(property) }

    /// - Parameter asked: What the program asks by, for the sizes of buffers.
    func property(_ property: AudioConverterPropertyID, asked: UInt32) -> [UInt8]? {
        switch property {
        case kAudioConverterCurrentInputStreamDescription: UnitProperty.bytes(source)
        case kAudioConverterCurrentOutputStreamDescription: UnitProperty.bytes(target)
        case kAudioConverterPrimeInfo: UnitProperty.bytes(AudioConverterPrimeInfo())
        case kAudioConverterPropertyMaximumInputPacketSize, kAudioConverterPropertyMinimumInputBufferSize:
            UnitProperty.bytes(source.mBytesPerPacket)
        case kAudioConverterPropertyMaximumOutputPacketSize, kAudioConverterPropertyMinimumOutputBufferSize:
            UnitProperty.bytes(target.mBytesPerPacket)
        case kAudioConverterPropertyCalculateInputBufferSize:
            UnitProperty.bytes(size(asked, from: to, to: from, step: step))
        case kAudioConverterPropertyCalculateOutputBufferSize:
            UnitProperty.bytes(size(asked, from: from, to: to, step: 1 / step))
        case let property where Self.settable.contains(property):
            UnitProperty.bytes(locked { kept[property] ?? 0 })
        default: nil
        }
    }

    /// How many bytes of one form so many of the other one become.
    private func size(_ bytes: UInt32, from: LinearSamples, to: LinearSamples, step: Double) -> UInt32 {
        let frames = (Double(Int(bytes) / from.frameBytes) * step).rounded(.up)
        return UInt32(clamping: Int(frames) * to.frameBytes)
    }

    func set(_ property: AudioConverterPropertyID, _ data: UnsafeRawBufferPointer) -> OSStatus {
        guard Self.settable.contains(property) else { return kAudioConverterErr_PropertyNotSupported }
        guard let value = UnitProperty.number(data) else { return kAudioConverterErr_BadPropertySizeError }
        locked { kept[property] = value }
        return noErr
    }
}
