internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// A sound file that is read in a format of the program's: channels, rate and samples are converted on the way.
final class ReadFile: @unchecked Sendable {
    static let table = HandleTable<ReadFile>()

    private let lock = NSLock()
    private let reader: any BackendReader
    private var client: AudioStreamBasicDescription
    private var stream = RateStream(channels: 1)
    /// Where the reader was placed last, and what has been handed out since.
    private var start: Int64 = 0
    private var given = 0.0

    private init(_ reader: any BackendReader) {
        self.reader = reader
        client = Self.format(of: reader)
        restart(at: 0)
    }

    static func open(_ path: String, into handle: UnsafeMutablePointer<ExtAudioFileRef?>) -> OSStatus {
        do throws(DeviceFailure) {
            handle.pointee = table.add(ReadFile(try ProcessApp.shared.backend().reader(path)))
            return noErr
        } catch { return error.code }
    }

    private static func format(of reader: any BackendReader) -> AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription()
        (format.mSampleRate, format.mChannelsPerFrame) = (Double(reader.rate), UInt32(reader.channels))
        let bits: UInt32
        switch reader.encoding {
        case .coded(let id):
            format.mFormatID = id
            return format
        case .whole(let width): (bits, format.mFormatFlags) = (width, kAudioFormatFlagIsSignedInteger)
        case .float(let width): (bits, format.mFormatFlags) = (width, kAudioFormatFlagIsFloat)
        }
        format.mFormatID = kAudioFormatLinearPCM
        format.mFormatFlags |= kAudioFormatFlagIsPacked
        (format.mBitsPerChannel, format.mFramesPerPacket) = (bits, 1)
        format.mBytesPerFrame = (bits + 7) / 8 * UInt32(reader.channels)
        format.mBytesPerPacket = format.mBytesPerFrame
        return format
    }

    /// With the lock held, or before anybody has it.
    private func restart(at frame: Int64) {
        stream = RateStream(channels: Int(client.mChannelsPerFrame))
        (start, given) = (frame, 0)
    }

    func property(_ property: ExtAudioFilePropertyID) -> [UInt8]? {
        lock.withLock {
            switch property {
            case kExtAudioFileProperty_FileDataFormat: withUnsafeBytes(of: Self.format(of: reader)) { Array($0) }
            case kExtAudioFileProperty_ClientDataFormat: withUnsafeBytes(of: client) { Array($0) }
            case kExtAudioFileProperty_FileLengthFrames: withUnsafeBytes(of: Int64(reader.frames)) { Array($0) }
            default: nil
            }
        }
    }

    func set(_ format: AudioStreamBasicDescription) -> OSStatus {
        guard LinearSamples(format) != nil else { return kExtAudioFileError_NonPCMClientFormat }
        let place = place
        lock.withLock { client = format }
        return seek(place)
    }

    /// The frame of the file that is read next.
    var place: Int64 { lock.withLock { start + Int64(given.rounded()) } }

    func seek(_ frame: Int64) -> OSStatus {
        lock.withLock {
            guard frame >= 0, frame <= Int64(reader.frames) else { return kExtAudioFileError_InvalidSeek }
            do throws(DeviceFailure) { try reader.seek(to: Int(frame)) } catch { return error.code }
            restart(at: frame)
            return noErr
        }
    }

    func read(_ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutableAudioBufferListPointer) -> OSStatus {
        lock.withLock {
            guard let samples = LinearSamples(client) else { return kExtAudioFileError_InvalidOperationOrder }
            guard list.count == (samples.isInterleaved ? 1 : samples.channels), list.allSatisfy({ $0.mData != nil })
            else { return kAudio_ParamError }
            let room = list.map { Int($0.mDataByteSize) / samples.frameBytes }.min() ?? 0
            let wanted = min(Int(count.pointee), room)
            let step = Double(reader.rate) / Double(samples.rate)
            do throws(DeviceFailure) { try fill(wanted, step, samples) } catch { return error.code }
            let made = stream.take(wanted, step: step)
            let frames = made.count / samples.channels
            given += Double(frames) * step
            for index in 0..<list.count {
                list[index].mDataByteSize = UInt32(frames * samples.frameBytes)
                guard let memory = list[index].mData else { continue }
                let wide = samples.isInterleaved ? samples.channels : 1
                for frame in 0..<frames {
                    for channel in 0..<wide {
                        samples.put(made[frame * samples.channels + index + channel], memory, frame * wide + channel)
                    }
                }
            }
            count.pointee = UInt32(frames)
            return noErr
        }
    }

    /// Reads until so many frames can be handed out, or the file has ended.
    private func fill(_ wanted: Int, _ step: Double, _ samples: LinearSamples) throws(DeviceFailure) {
        let missing = stream.missing(for: wanted, step: step)
        guard missing > 0 else { return }
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: missing * reader.channels)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return }
        let got = try reader.read(into: base, frames: missing)
        let read = UnsafeBufferPointer(rebasing: memory[..<(got * reader.channels)])
        stream.put(samples.spread(read, of: reader.channels))
        if got < missing { stream.end() }
    }
}
