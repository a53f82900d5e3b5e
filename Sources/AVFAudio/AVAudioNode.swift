public import CoreAudioTypes
public import Foundation

/// Takes what a node has rendered; called on a thread of its own.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void
/// Told that something has been played or stopped.
public typealias AVAudioNodeCompletionHandler = () -> Void

/// One part of an engine's graph.
///
/// Members may be called on any thread; one lock guards all graphs of the process.
open class AVAudioNode: NSObject, @unchecked Sendable {
    weak var owner: AVAudioEngine?
    /// Who feeds which input.
    var sources: [AVAudioNodeBus: AVAudioConnectionPoint] = [:]
    /// The format in which each output was connected.
    var outputFormats: [AVAudioNodeBus: AVAudioFormat] = [:]
    var inputFormats: [AVAudioNodeBus: AVAudioFormat] = [:]
    private var taps: [AVAudioNodeBus: Tap] = [:]
    var space = PlaceInSpace()

    override init() { super.init() }

    /// The engine that the node is attached to.
    open var engine: AVAudioEngine? { GraphLock.locked { owner } }
    /// How many inputs the node has.
    open var numberOfInputs: Int { 1 }
    /// How many outputs the node has.
    open var numberOfOutputs: Int { 1 }
    /// The node's clock at its last frames; nil while its engine does not run.
    open var lastRenderTime: AVAudioTime? { engine?.renderTime }
    /// Seconds from the node's input to its output.
    open var latency: TimeInterval { 0 }
    /// Seconds from the node's output to the hardware.
    open var outputPresentationLatency: TimeInterval { 0 }
    /// The node as an audio unit; there is none here.
    open var auAudioUnit: AUAudioUnit { AUAudioUnit() }

    /// Forgets what the node holds of earlier frames.
    open func reset() {}

    /// The format of an input.
    open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        GraphLock.locked { inputFormats[bus] ?? AVAudioFormat(rate: engineRate, channels: 2) }
    }

    /// The format of an output.
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        GraphLock.locked { outputFormats[bus] ?? AVAudioFormat(rate: engineRate, channels: 2) }
    }

    /// What people call an input.
    open func name(forInputBus bus: AVAudioNodeBus) -> String? { nil }
    /// What people call an output.
    open func name(forOutputBus bus: AVAudioNodeBus) -> String? { nil }

    /// Has a closure called with what an output renders; one for each output.
    ///
    /// - Parameters:
    ///   - bufferSize: How many frames are wanted at a time; from 0.1 to 0.4 s, as on the phone.
    ///   - format: In which format; nil is the output's.
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block: @escaping AVAudioNodeTapBlock
    ) {
        let tap = Tap(
            format: format ?? outputFormat(forBus: bus), rate: GraphLock.locked { engineRate }, frames: Int(bufferSize),
            block: block)
        let engine = GraphLock.locked {
            taps[bus] = tap
            return owner
        }
        engine?.tapWasAdded(to: self)
    }

    /// Calls the closure no more.
    open func removeTap(onBus bus: AVAudioNodeBus) { GraphLock.locked { taps[bus] = nil } }

    var hasTap: Bool { !taps.isEmpty }

    // MARK: Rendering, with the lock held

    /// The next frames of the node as stereo, at the engine's rate.
    func render(_ frames: Int) -> StereoFrames { input(0, frames) }

    /// The next frames of whoever feeds an input.
    final func input(_ bus: AVAudioNodeBus, _ frames: Int) -> StereoFrames {
        guard let source = sources[bus]?.node else { return StereoFrames(frames) }
        return source.rendered(frames)
    }

    /// The next frames, as the taps hear them, too.
    final func rendered(_ frames: Int) -> StereoFrames {
        let made = render(frames)
        for tap in taps.values { tap.take(made, at: owner?.renderTimeNow) }
        return made
    }

    /// Frames per second of the graph to which the node belongs.
    final var engineRate: Double { owner?.graphRate ?? EngineRate.device }

    final func feedTaps(_ frames: StereoFrames, at time: AVAudioTime?) {
        for tap in taps.values { tap.take(frames, at: time) }
    }
}

/// A node and one of its buses.
open class AVAudioConnectionPoint: NSObject, @unchecked Sendable {
    /// The node.
    public private(set) weak var node: AVAudioNode?
    /// The bus.
    public let bus: AVAudioNodeBus

    /// Names a bus of a node.
    public init(node: AVAudioNode, bus: AVAudioNodeBus) { (self.node, self.bus) = (node, bus) }
}

/// An audio unit; none is hosted here, so that nothing can be asked of it.
open class AUAudioUnit: NSObject {
    /// Whether it is passed by.
    open var shouldBypassEffect = false
    /// Frames that it renders at most at a time.
    open var maximumFramesToRender: UInt32 = 4_096
}

/// The lock of all graphs: connecting is rare, and rendering is short.
enum GraphLock {
    private static let lock = NSRecursiveLock()

    static func locked<Value>(_ work: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try work()
    }
}

/// The rate at which a graph renders for the device.
enum EngineRate {
    static let device = 48_000.0
}

/// Frames of two channels.
struct StereoFrames {
    var left: [Float]
    var right: [Float]

    init(_ count: Int) {
        left = [Float](repeating: 0, count: count)
        right = left
    }

    mutating func add(_ other: StereoFrames, left leftGain: Float, right rightGain: Float) {
        for frame in 0..<min(left.count, other.left.count) {
            left[frame] += other.left[frame] * leftGain
            right[frame] += other.right[frame] * rightGain
        }
    }

    mutating func scale(_ gain: Float) {
        guard gain != 1 else { return }
        for frame in left.indices {
            left[frame] *= gain
            right[frame] *= gain
        }
    }
}

/// A closure that hears what a node renders, in pieces of the wanted size.
final class Tap {
    private let format: AVAudioFormat
    private let frames: Int
    private let block: AVAudioNodeTapBlock
    private let step: Double
    private var stream = RateStream(channels: 2)
    private var pending: [Float] = []
    private var position: AVAudioFramePosition = 0
    private static let queue = DispatchQueue(label: "audiosession.taps")

    init(format: AVAudioFormat, rate: Double, frames: Int, block: @escaping AVAudioNodeTapBlock) {
        (self.format, self.block) = (format, block)
        let own = format.sampleRate > 0 ? format.sampleRate : rate
        step = rate / own
        // The phone brings the size into this range, too: a tenth to four tenths of a second.
        self.frames = max(Int(own / 10), min(frames, Int(own * 0.4)))
    }

    func take(_ heard: StereoFrames, at time: AVAudioTime?) {
        stream.put(heard.interleaved)
        pending += stream.take(.max, step: step)
        while pending.count >= 2 * frames {
            send(Array(pending[..<(2 * frames)]), time)
            pending.removeFirst(2 * frames)
        }
    }

    private func send(_ samples: [Float], _ time: AVAudioTime?) {
        guard let buffer = StereoFrames(interleaved: samples).buffer(format) else { return }
        let when = AVAudioTime(
            hostTime: time?.hostTime ?? mach_absolute_time(), sampleTime: position, atRate: format.sampleRate)
        position += AVAudioFramePosition(buffer.frameLength)
        let call = TapCall(block: block, buffer: buffer, when: when)
        Self.queue.async { call.block(call.buffer, call.when) }
    }

    private struct TapCall: @unchecked Sendable {
        let block: AVAudioNodeTapBlock
        let buffer: AVAudioPCMBuffer
        let when: AVAudioTime
    }
}

extension StereoFrames {
    /// The frames in a format of their own rate; nil for one that is no linear PCM.
    func buffer(_ format: AVAudioFormat) -> AVAudioPCMBuffer? {
        let capacity = AVAudioFrameCount(max(1, left.count))
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity) else { return nil }
        buffer.frameLength = AVAudioFrameCount(left.count)
        for frame in left.indices { write(frame, into: buffer, at: frame) }
        return buffer
    }

    /// Writes one frame in the channels of a buffer: mono is the mean of both, channels beyond two are silent.
    func write(_ frame: Int, into buffer: AVAudioPCMBuffer, at place: Int) {
        let channels = Int(buffer.format.channelCount)
        guard channels > 1 else { return buffer.setSample((left[frame] + right[frame]) / 2, place, 0) }
        for channel in 0..<channels {
            buffer.setSample(channel == 0 ? left[frame] : channel == 1 ? right[frame] : 0, place, channel)
        }
    }
}
