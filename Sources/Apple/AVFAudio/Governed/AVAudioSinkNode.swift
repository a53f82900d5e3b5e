public import CoreAudioTypes
internal import Synchronization

/// Receives the frames of a sink node on the capturing thread; it must not block.
public typealias AVAudioSinkNodeReceiverBlock = (
    UnsafePointer<AudioTimeStamp>, AVAudioFrameCount, UnsafePointer<AudioBufferList>
) -> OSStatus

/// A node that passes captured frames to a block of the app: the end of a chain that begins at `inputNode`.
open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
    private let block: AVAudioSinkNodeReceiverBlock
    private let frames = Mutex(0.0)

    /// Creates a node whose block receives non-interleaved stereo floats at the device's rate.
    public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
        self.block = block
        super.init()
    }

    /// The number of outputs: 0.
    open override var numberOfOutputs: Int { 0 }

    /// Passes the next frames to the block, on the capturing thread.
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
