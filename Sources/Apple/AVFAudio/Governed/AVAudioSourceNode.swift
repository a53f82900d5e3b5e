internal import AppleSession
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// Renders the frames of a source node; may set the first argument to report silence.
public typealias AVAudioSourceNodeRenderBlock = (
    UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
    UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// A node that a block of the app renders, on the engine's rendering thread, with no lock held.
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private let block: AVAudioSourceNodeRenderBlock
    /// The format that the block renders, or nil for that of the connection.
    private let ownFormat: AVAudioFormat?
    /// Whether a thread is rendering the node; only one may at a time.
    private let isBusy = Mutex(false)
    /// The number of frames rendered, at the node's own rate. Used only on the rendering thread.
    private var frames = 0.0
    private var line: (from: Double, to: Double, stream: RateStream)?

    /// Creates a node that renders the format of its connection: stereo floats at the device's rate by default.
    public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        (self.block, ownFormat) = (block, nil)
        super.init()
    }

    /// Creates a node that renders a format; it is silent if the format is not linear PCM at 1 to 768,000 Hz.
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        (self.block, ownFormat) = (block, format)
        super.init()
        setOutputFormat(format, bus: 0)
    }

    /// The source's gain, from 0 to 1.
    open var volume: Float {
        get { kept[number: "volume", 1] }
        set { kept[number: "volume", 1] = newValue }
    }
    /// The source's stereo position, from -1 (left) to 1 (right).
    open var pan: Float {
        get { kept[number: "pan", 0] }
        set { kept[number: "pan", 0] = newValue }
    }

    override func render(_ frames: Int, _ pass: RenderPass) -> StereoFrames {
        let format = ownFormat ?? outputFormat(forBus: 0)
        guard format.isConvertible,
            isBusy.withLock({ isBusy in
                defer { isBusy = true }
                return !isBusy
            })
        else { return StereoFrames(frames) }
        defer { isBusy.withLock { $0 = false } }
        let rate = engineRate
        if line?.from != format.sampleRate || line?.to != rate {
            line = (format.sampleRate, rate, RateStream(channels: 2, from: format.sampleRate, to: rate))
        }
        let made = line?.stream.read(frames) { ask(min($0, 4_096), format).samples } ?? []
        return StereoFrames(interleaved: made + [Float](repeating: 0, count: max(0, 2 * frames - made.count)))
    }

    private func ask(_ count: Int, _ format: AVAudioFormat) -> StereoFrames {
        let capacity = AVAudioFrameCount(count)
        guard count > 0, let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity) else {
            return StereoFrames(count)
        }
        buffer.frameLength = capacity
        var isSilence = ObjCBool(false)
        var time = AudioTimeStamp()
        (time.mSampleTime, time.mHostTime, time.mFlags) = (frames, mach_absolute_time(), .sampleHostTimeValid)
        let status = block(&isSilence, &time, capacity, buffer.mutableAudioBufferList)
        frames += Double(count)
        return status == noErr && !isSilence.boolValue ? StereoFrames(buffer) : StereoFrames(count)
    }
}
