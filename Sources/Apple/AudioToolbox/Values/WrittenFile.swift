internal import AppleSession
internal import CoreAudioTypes
internal import Dispatch
internal import Foundation

/// A sound file that is written in a format of the program's.
final class WrittenFile: ConvertedFile, @unchecked Sendable {
    private let file: PacketFile
    private let own: AudioFileID?
    private let target: LinearSamples
    private var converter: RateStream
    private let start: Int64
    private var written: Int64 = 0
    /// The queue on which frames of `writeSoon` are written.
    private let later = DispatchQueue(label: "audiosession.file")
    /// The error of a write on that queue; returned by the next call.
    private var failure = noErr

    /// - Parameter own: The file under its own name, where this object is to close it.
    init?(_ file: PacketFile, own: AudioFileID?) {
        guard let target = file.samples else { return nil }
        (self.file, self.own, self.target) = (file, own, target)
        converter = Self.converter(from: file.stream.mSampleRate, to: target)
        start = file.byteCount / Int64(file.stream.mBytesPerFrame)
        super.init(file.stream)
    }

    override var frames: Int64 { locked { start + written } }
    override var place: Int64 { frames }

    /// Writes first the frames that were taken in the old format.
    override func clientHasChanged(from old: AudioStreamBasicDescription) -> OSStatus {
        converter.end()
        let status = drain()
        converter = Self.converter(from: client.mSampleRate, to: target)
        return status
    }

    override func write(_ count: UInt32, _ list: UnsafeMutableAudioBufferListPointer) -> OSStatus {
        later.sync {}
        return locked {
            defer { failure = noErr }
            guard failure == noErr else { return failure }
            guard let samples = LinearSamples(client) else { return kExtAudioFileError_InvalidOperationOrder }
            guard let room = samples.frames(in: list), room >= Int(count) else { return kAudio_ParamError }
            return take(samples.gather(Int(count), of: list), samples)
        }
    }

    /// Copies the frames, and writes them on another thread.
    override func writeSoon(_ count: UInt32, _ list: UnsafeMutableAudioBufferListPointer?) -> OSStatus {
        // Without a list it only gets ready, which it always is.
        guard let list else { return noErr }
        return locked {
            defer { failure = noErr }
            guard failure == noErr else { return failure }
            guard let samples = LinearSamples(client) else { return kExtAudioFileError_InvalidOperationOrder }
            guard let room = samples.frames(in: list), room >= Int(count) else { return kAudio_ParamError }
            let frames = samples.gather(Int(count), of: list)
            later.async { [self] in
                locked {
                    let status = take(frames, samples)
                    if status != noErr { failure = status }
                }
            }
            return noErr
        }
    }

    private static func converter(from rate: Double, to target: LinearSamples) -> RateStream {
        RateStream(channels: target.channels, from: rate.rounded(), to: Double(target.rate))
    }

    /// Converts frames and writes them. The caller holds the lock.
    private func take(_ frames: [Float], _ samples: LinearSamples) -> OSStatus {
        converter.put(frames.withUnsafeBufferPointer { target.spread($0, of: samples.channels) })
        return drain()
    }

    /// Writes what is ready; with the lock held.
    private func drain() -> OSStatus {
        let ready = converter.take()
        guard !ready.isEmpty else { return noErr }
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: ready.count * target.sampleBytes, alignment: 16)
        defer { bytes.deallocate() }
        guard let memory = bytes.baseAddress else { return kAudio_MemFullError }
        for (index, value) in ready.enumerated() { target.put(value, memory, index) }
        let status = file.write(UnsafeRawBufferPointer(bytes), at: file.byteCount)
        if status == noErr { written += Int64(ready.count / target.channels) }
        return status
    }

    override func close() -> OSStatus {
        later.sync {}
        return locked {
            converter.end()
            let status = failure == noErr ? drain() : failure
            guard let own else { return status }
            PacketFile.table.remove(own)
            let closed = file.close()
            return status == noErr ? closed : status
        }
    }
}
