internal import CoreAudioTypes
internal import Foundation

/// A sound file accessed in the program's format, with conversion of samples, channels and rate.
class ConvertedFile: @unchecked Sendable {
    static let table = HandleTable<ConvertedFile>()

    let stream: AudioStreamBasicDescription
    let lock = NSRecursiveLock()
    /// The program's format. Guarded by the lock.
    private(set) var client: AudioStreamBasicDescription
    let path: String

    init(_ path: String, _ stream: AudioStreamBasicDescription) {
        (self.path, self.stream, client) = (path, stream, stream)
    }

    var frames: Int64 { 0 }
    /// The position in the file, in frames.
    var place: Int64 { 0 }
    /// Called after the client format has changed. The caller holds the lock.
    func clientHasChanged() throws {}
    func seek(_ frame: Int64) throws { throw StatusError(kAudioFileOperationNotSupportedError) }
    func read(_ count: UnsafeMutablePointer<UInt32>, _ list: UnsafeMutableAudioBufferListPointer) throws {
        throw StatusError(kAudioFileOperationNotSupportedError)
    }
    func write(_ frames: UInt32, _ list: UnsafeMutableAudioBufferListPointer) throws {
        throw StatusError(kAudioFileOperationNotSupportedError)
    }
    func writeSoon(_ frames: UInt32, _ list: UnsafeMutableAudioBufferListPointer?) throws {
        throw StatusError(kAudioFileOperationNotSupportedError)
    }
    func close() throws {}

    final func set(_ format: AudioStreamBasicDescription) throws {
        guard LinearSamples(format) != nil else { throw StatusError(kExtAudioFileError_NonPCMClientFormat) }
        try lock.withLock {
            client = format
            try clientHasChanged()
        }
    }

    final func property(_ property: ExtAudioFilePropertyID, of handle: ExtAudioFileRef) -> [UInt8]? {
        let client = lock.withLock { self.client }
        switch property {
        case kExtAudioFileProperty_FileDataFormat: return PropertyBytes.of(stream)
        case kExtAudioFileProperty_ClientDataFormat: return PropertyBytes.of(client)
        case kExtAudioFileProperty_FileLengthFrames: return PropertyBytes.of(frames)
        case kExtAudioFileProperty_FileMaxPacketSize: return PropertyBytes.of(stream.mBytesPerPacket)
        case kExtAudioFileProperty_ClientMaxPacketSize: return PropertyBytes.of(client.mBytesPerPacket)
        // The same handle serves both services.
        case kExtAudioFileProperty_AudioFile: return PropertyBytes.of(handle)
        default: return nil
        }
    }
}

extension LinearSamples {
    /// Returns the number of frames in a list, by its shortest buffer, or nil if the number of buffers does not match.
    func frames(in list: UnsafeMutableAudioBufferListPointer) -> Int? {
        guard list.count == (isInterleaved ? 1 : channels), list.allSatisfy({ $0.mData != nil }) else { return nil }
        return list.map { Int($0.mDataByteSize) / frameBytes }.min()
    }

    /// Returns the first frames of a list, interleaved, with silence where the list has none.
    func gather(_ frames: Int, of list: UnsafeMutableAudioBufferListPointer) -> [Float] {
        var made = [Float](repeating: 0, count: frames * channels)
        let wide = isInterleaved ? channels : 1
        for index in 0..<min(list.count, channels / wide) {
            guard let memory = list[index].mData else { continue }
            for frame in 0..<min(frames, Int(list[index].mDataByteSize) / frameBytes) {
                for channel in 0..<wide {
                    made[frame * channels + index + channel] = sample(memory, frame * wide + channel)
                }
            }
        }
        return made
    }

    /// Writes interleaved frames into a list with enough room.
    ///
    /// - Parameter count: The number of frames, padded with silence, or nil for all of them.
    func scatter(_ made: [Float], frames count: Int? = nil, into list: UnsafeMutableAudioBufferListPointer) {
        let frames = count ?? made.count / channels
        let wide = isInterleaved ? channels : 1
        for index in 0..<list.count {
            list[index].mDataByteSize = UInt32(frames * frameBytes)
            guard let memory = list[index].mData else { continue }
            for frame in 0..<frames {
                for channel in 0..<wide {
                    let place = frame * channels + index + channel
                    put(place < made.count ? made[place] : 0, memory, frame * wide + channel)
                }
            }
        }
    }
}
