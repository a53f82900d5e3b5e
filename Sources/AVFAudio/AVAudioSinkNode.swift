public import CoreAudioTypes

/// A node that hands what it is fed to the app's own code, as it is captured: it ends a way that begins at `inputNode`.
open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
    private let block: AVAudioSinkNodeReceiverBlock
    private var frames = 0.0

    /// Creates a node that hands on stereo floats at the device's rate, a buffer for each channel.
    public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) { self.block = block }

    /// It has none.
    open override var numberOfOutputs: Int { 0 }

    /// Hands on the next frames, with the lock of all graphs held.
    func receive(_ count: Int, at moment: UInt64) {
        let format = inputFormats[0] ?? AVAudioFormat(rate: engineRate, channels: 2)
        guard count > 0, let buffer = input(0, count).buffer(format) else { return }
        var time = AudioTimeStamp()
        (time.mSampleTime, time.mHostTime, time.mFlags) = (frames, moment, .sampleHostTimeValid)
        frames += Double(count)
        _ = block(&time, buffer.frameLength, buffer.audioBufferList)
    }
}

/// Takes the frames that a sink node is fed; no call may wait in it.
public typealias AVAudioSinkNodeReceiverBlock = (
    UnsafePointer<AudioTimeStamp>, AVAudioFrameCount, UnsafePointer<AudioBufferList>
) -> OSStatus
