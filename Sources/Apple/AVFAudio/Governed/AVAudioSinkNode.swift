public import CoreAudioTypes
internal import Synchronization

/// Takes the frames that a sink node is fed; no call may wait in it.
public typealias AVAudioSinkNodeReceiverBlock = (
    UnsafePointer<AudioTimeStamp>, AVAudioFrameCount, UnsafePointer<AudioBufferList>
) -> OSStatus

/// A node that hands what it is fed to the app's own code, as it is captured: it ends a way that begins at `inputNode`.
open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
    private let block: AVAudioSinkNodeReceiverBlock
    private let frames = Mutex(0.0)

    /// Creates a node that passes on stereo floats at the device's rate, a buffer for each channel.
    public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
        self.block = block
        super.init()
    }

    /// The number of outputs: none.
    open override var numberOfOutputs: Int { 0 }

    /// Hands on the next frames, on the thread that captures.
    func receive(_ pass: RenderPass, _ count: Int, at moment: UInt64) {
        guard count > 0, let buffer = pass.input(of: self, 0, count).buffer(inputFormat(forBus: 0)) else { return }
        var time = AudioTimeStamp()
        time.mSampleTime = frames.withLock { frames in
            defer { frames += Double(count) }
            return frames
        }
        (time.mHostTime, time.mFlags) = (moment, .sampleHostTimeValid)
        _ = block(&time, buffer.frameLength, buffer.audioBufferList)
    }
}
