internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

final class ReadFile: ConvertedFile, @unchecked Sendable {
    private let reader: any BackendReader
    private var converter = RateStream(channels: 1, from: 1, to: 1)
    /// The frame of the last seek; `given` counts the frames delivered since.
    private var start: Int64 = 0
    private var given = 0.0

    private init(_ path: String, _ reader: any BackendReader) {
        self.reader = reader
        super.init(path, AudioStreamBasicDescription(of: reader))
        restart(at: 0)
    }

    static func open(_ path: String) throws -> ExtAudioFileRef? {
        guard FileManager.default.fileExists(atPath: path) else { throw StatusError(kAudioFileFileNotFoundError) }
        return table.add(ReadFile(path, try ProcessApp.shared.backend().reader(path)))
    }

    /// Restarts at a frame. The caller holds the lock, or no other thread has the object yet.
    private func restart(at frame: Int64) {
        converter = RateStream(
            channels: Int(client.mChannelsPerFrame), from: Double(reader.rate), to: client.mSampleRate)
        (start, given) = (frame, 0)
    }

    override var frames: Int64 { Int64(reader.frames) }

    override func clientHasChanged() throws { try seek(place) }

    /// The position in the file, in frames.
    override var place: Int64 { lock.withLock { start + Int64(given.rounded()) } }

    override func seek(_ frame: Int64) throws {
        try lock.withLock {
            guard frame >= 0, frame <= Int64(reader.frames) else { throw StatusError(kExtAudioFileError_InvalidSeek) }
            try reader.seek(to: Int(frame))
            restart(at: frame)
        }
    }

    override func read(
        _ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutableAudioBufferListPointer
    ) throws {
        try lock.withLock {
            let samples = try LinearSamples(client).or(kExtAudioFileError_InvalidOperationOrder)
            let wanted = min(Int(count.pointee), try samples.frames(in: list).or(kAudio_ParamError))
            let step = Double(reader.rate) / Double(samples.rate)
            try fill(wanted, samples)
            let made = converter.read(wanted)
            let frames = made.count / samples.channels
            given += Double(frames) * step
            samples.scatter(made, into: list)
            count.pointee = UInt32(frames)
        }
    }

    /// Reads until enough frames are ready or the file ends.
    private func fill(_ wanted: Int, _ samples: LinearSamples) throws {
        let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: Self.piece * reader.channels)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return }
        while case let missing = min(Self.piece, converter.missing(for: wanted)), missing > 0 {
            let got = try reader.read(into: base, frames: missing)
            let read = UnsafeBufferPointer(rebasing: memory[..<(got * reader.channels)])
            converter.put(read.inChannels(samples.channels, from: reader.channels))
            if got < missing { converter.end() }
        }
    }

    private static let piece = 8_192
}
