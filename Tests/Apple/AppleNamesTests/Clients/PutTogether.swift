import AVFoundation

/// Trims, joins and fades as editors of recordings do.
final class Editor {
    enum Failure: Error {
        case noTrack, noSession
        case failed(Error?)
    }

    func join(_ urls: [URL], into output: URL, done: @escaping @Sendable (Bool) -> Void) throws {
        let composition = AVMutableComposition()
        guard
            let track = composition.addMutableTrack(
                withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        else { throw Failure.noTrack }
        for url in urls {
            let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
            guard let source = asset.tracks(withMediaType: .audio).first else { continue }
            let whole = CMTimeRange(start: .zero, duration: source.timeRange.duration)
            try track.insertTimeRange(whole, of: source, at: composition.duration)
        }
        guard let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A) else {
            throw Failure.noSession
        }
        session.outputURL = output
        session.outputFileType = .m4a
        session.exportAsynchronously { done(session.status == .completed) }
    }

    func trim(_ asset: AVAsset, from: Double, to: Double, into output: URL) async throws {
        guard try await !asset.loadTracks(withMediaType: .audio).isEmpty,
            let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A)
        else { throw Failure.noTrack }
        let start = CMTime(seconds: from, preferredTimescale: 600)
        let end = CMTime(seconds: to, preferredTimescale: 600)
        session.timeRange = CMTimeRangeFromTimeToTime(start: start, end: end)
        try await session.export(to: output, as: .m4a)
        if case .failed = session.status { throw Failure.failed(session.error) }
    }

    func samples(_ buffer: CMSampleBuffer) -> [Float] {
        var list = AudioBufferList()
        var block: CMBlockBuffer?
        let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            buffer, bufferListSizeNeededOut: nil, bufferListOut: &list,
            bufferListSize: MemoryLayout<AudioBufferList>.size, blockBufferAllocator: nil,
            blockBufferMemoryAllocator: nil, flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment,
            blockBufferOut: &block)
        guard status == noErr, let data = list.mBuffers.mData else { return [] }
        let count = Int(list.mBuffers.mDataByteSize) / MemoryLayout<Float>.size
        return Array(UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count))
    }
}

/// A tool that plays for a while, and waits on its run loop.
func wait(_ seconds: Double) -> Bool {
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { CFRunLoopStop(CFRunLoopGetMain()) }
    return CFRunLoopRunInMode(.defaultMode, seconds * 2, false) == .stopped
}

/// A limiter behind an engine.
func limit(_ engine: AVAudioEngine) {
    let limiter = AVAudioUnitEffect(
        audioComponentDescription: AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_PeakLimiter,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0))
    engine.attach(limiter)
    AudioUnitSetParameter(limiter.audioUnit, 2, kAudioUnitScope_Global, 0, 6, 0)
}
