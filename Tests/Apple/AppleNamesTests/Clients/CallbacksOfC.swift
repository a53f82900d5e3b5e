import AVFoundation
import AudioToolbox

// Functions of C kept in constants, wherever they stand: each may be called on any thread, and the compiler lets them be
// shared.

private let played: AudioQueueOutputCallback = { _, queue, buffer in
    AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
}

private func captured(
    data: UnsafeMutableRawPointer?, queue: AudioQueueRef, buffer: AudioQueueBufferRef,
    start: UnsafePointer<AudioTimeStamp>, packets: UInt32, descriptions: UnsafePointer<AudioStreamPacketDescription>?
) {
    guard let data else { return }
    let recorder = Unmanaged<FileRecorder>.fromOpaque(data).takeUnretainedValue()
    recorder.write(buffer, packets, descriptions)
    AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
}

final class FileRecorder {
    private var queue: AudioQueueRef?
    private var file: ExtAudioFileRef?

    func begin(at url: URL) -> OSStatus {
        var format = AudioStreamBasicDescription(
            mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        let me = UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
        ExtAudioFileCreateWithURL(
            url as CFURL, kAudioFileWAVEType, &format, nil, AudioFileFlags.eraseFile.rawValue, &file)
        return AudioQueueNewInput(&format, captured, me, nil, CFRunLoopMode.commonModes.rawValue, 0, &queue)
    }

    func write(
        _ buffer: AudioQueueBufferRef, _ packets: UInt32, _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) {
        guard let file else { return }
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: 1, mDataByteSize: buffer.pointee.mAudioDataByteSize,
                mData: buffer.pointee.mAudioData))
        ExtAudioFileWrite(file, packets, &list)
    }
}

@MainActor
final class Meter {
    private var level: Float = 0

    func listen(to unit: AudioUnit) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        AudioUnitAddRenderNotify(
            unit,
            { data, flags, _, _, _, _ in
                guard flags.pointee.contains(.unitRenderAction_PostRender) else { return noErr }
                let meter = Unmanaged<Meter>.fromOpaque(data).takeUnretainedValue()
                Task { @MainActor in meter.level += 1 }
                return noErr
            }, me)
    }
}
