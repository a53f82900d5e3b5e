internal import AppleSession
internal import CoreAudioTypes
internal import Dispatch
internal import Foundation

final class WrittenFile: ConvertedFile, @unchecked Sendable {
    private let writer: any BackendWriter
    private let target: LinearSamples
    private var converter: RateStream
    private var written = 0
    private let later = DispatchQueue(label: "audiosession.file")
    /// The error of an asynchronous write, returned by the next call.
    private var failure = noErr

    private init(
        _ path: String, _ writer: any BackendWriter, _ stream: AudioStreamBasicDescription, _ target: LinearSamples
    ) {
        (self.writer, self.target) = (writer, target)
        converter = Self.converter(from: stream.mSampleRate, to: target)
        super.init(path, stream)
    }

    static func create(
        _ path: String, _ kind: AudioFileTypeID, _ stream: AudioStreamBasicDescription, replaces: Bool,
        into handle: UnsafeMutablePointer<ExtAudioFileRef?>
    ) -> OSStatus {
        guard let container = FileForm.Container(kind) else { return kAudioFileUnsupportedFileTypeError }
        guard let form = FileForm(stream, in: container), let target = LinearSamples(stream) else {
            return kAudioFileUnsupportedDataFormatError
        }
        guard replaces || !FileManager.default.fileExists(atPath: path) else { return duplicateName }
        do throws(DeviceFailure) {
            let writer = try ProcessApp.shared.backend().writer(path, form)
            handle.pointee = table.add(WrittenFile(path, writer, stream, target))
            return noErr
        } catch { return error.code }
    }

    /// dupFNErr: the file exists.
    private static let duplicateName: OSStatus = -48

    override var frames: Int64 { locked { Int64(written) } }
    override var place: Int64 { frames }

    /// Writes the pending frames in the old format first.
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
            return append(samples.gather(Int(count), of: list), samples)
        }
    }

    /// Copies the frames, and writes them on another thread.
    override func writeSoon(_ count: UInt32, _ list: UnsafeMutableAudioBufferListPointer?) -> OSStatus {
        // Without a list there is nothing to prepare.
        guard let list else { return noErr }
        return locked {
            defer { failure = noErr }
            guard failure == noErr else { return failure }
            guard let samples = LinearSamples(client) else { return kExtAudioFileError_InvalidOperationOrder }
            guard let room = samples.frames(in: list), room >= Int(count) else { return kAudio_ParamError }
            let frames = samples.gather(Int(count), of: list)
            later.async { [self] in
                locked {
                    let status = append(frames, samples)
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
    private func append(_ frames: [Float], _ samples: LinearSamples) -> OSStatus {
        converter.put(frames.withUnsafeBufferPointer { target.spread($0, of: samples.channels) })
        return drain()
    }

    /// Writes the converted frames. The caller holds the lock.
    private func drain() -> OSStatus {
        let ready = converter.read()
        guard !ready.isEmpty else { return noErr }
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: ready.count * target.sampleBytes, alignment: 16)
        defer { bytes.deallocate() }
        guard let memory = bytes.baseAddress else { return kAudio_MemFullError }
        for (index, value) in ready.enumerated() { target.put(value, memory, index) }
        do throws(DeviceFailure) {
            try writer.write(UnsafeRawBufferPointer(bytes), at: written * target.frameBytes)
        } catch { return error.code }
        written += ready.count / target.channels
        return noErr
    }

    override func close() -> OSStatus {
        later.sync {}
        return locked {
            converter.end()
            let status = failure == noErr ? drain() : failure
            do throws(DeviceFailure) { try writer.finish() } catch { return status == noErr ? error.code : status }
            return status
        }
    }
}
