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
    private var failure: (any Error)?

    private init(
        _ path: String, _ writer: any BackendWriter, _ stream: AudioStreamBasicDescription, _ target: LinearSamples
    ) {
        (self.writer, self.target) = (writer, target)
        converter = Self.converter(from: stream.mSampleRate, to: target)
        super.init(path, stream)
    }

    static func create(
        _ path: String, _ kind: AudioFileTypeID, _ stream: AudioStreamBasicDescription, replaces: Bool
    ) throws -> ExtAudioFileRef? {
        guard FileForm.linearKinds.contains(kind) else { throw StatusError(kAudioFileUnsupportedFileTypeError) }
        guard let form = FileForm(stream, in: kind), let target = LinearSamples(stream) else {
            throw StatusError(kAudioFileUnsupportedDataFormatError)
        }
        guard replaces || !FileManager.default.fileExists(atPath: path) else { throw StatusError(duplicateName) }
        let writer = try ProcessApp.shared.backend().writer(path, form)
        return table.add(WrittenFile(path, writer, stream, target))
    }

    /// dupFNErr: the file exists.
    private static let duplicateName: OSStatus = -48

    override var frames: Int64 { lock.withLock { Int64(written) } }
    override var place: Int64 { frames }

    /// Writes the pending frames in the old format first.
    override func clientHasChanged() throws {
        converter.end()
        defer { converter = Self.converter(from: client.mSampleRate, to: target) }
        try drain()
    }

    override func write(_ count: UInt32, _ list: UnsafeMutableAudioBufferListPointer) throws {
        later.sync {}
        try lock.withLock {
            let (frames, channels) = try gather(count, list)
            try append(frames, of: channels)
        }
    }

    /// Copies the frames, and writes them on another thread.
    override func writeSoon(_ count: UInt32, _ list: UnsafeMutableAudioBufferListPointer?) throws {
        // Without a list there is nothing to prepare.
        guard let list else { return }
        let (frames, channels) = try lock.withLock { try gather(count, list) }
        later.async { [self] in
            lock.withLock { do { try append(frames, of: channels) } catch { failure = error } }
        }
    }

    /// Returns the program's frames, or throws the failure of an earlier write. The caller holds the lock.
    private func gather(
        _ count: UInt32, _ list: UnsafeMutableAudioBufferListPointer
    ) throws -> (frames: [Float], channels: Int) {
        try throwFailure()
        let samples = try LinearSamples(client).or(kExtAudioFileError_InvalidOperationOrder)
        guard let room = samples.frames(in: list), room >= Int(count) else { throw StatusError(kAudio_ParamError) }
        return (samples.gather(Int(count), of: list), samples.channels)
    }

    private func throwFailure() throws {
        defer { failure = nil }
        if let failure { throw failure }
    }

    private static func converter(from rate: Double, to target: LinearSamples) -> RateStream {
        RateStream(channels: target.channels, from: rate.rounded(), to: Double(target.rate))
    }

    /// Converts frames and writes them. The caller holds the lock.
    private func append(_ frames: [Float], of channels: Int) throws {
        converter.put(frames.withUnsafeBufferPointer { $0.inChannels(target.channels, from: channels) })
        try drain()
    }

    /// Writes the converted frames. The caller holds the lock.
    private func drain() throws {
        let ready = converter.read()
        guard !ready.isEmpty else { return }
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: ready.count * target.sampleBytes, alignment: 16)
        defer { bytes.deallocate() }
        let memory = try bytes.baseAddress.or(kAudio_MemFullError)
        for (index, value) in ready.enumerated() { target.put(value, memory, index) }
        try writer.write(UnsafeRawBufferPointer(bytes), at: written * target.frameBytes)
        written += ready.count / target.channels
    }

    override func close() throws {
        later.sync {}
        try lock.withLock {
            converter.end()
            let status = Result {
                try throwFailure()
                try drain()
            }
            try writer.finish()
            try status.get()
        }
    }
}
