internal import AppleSession
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// Receives what a node has rendered, on the tap's own queue.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void
/// Called when something has been played or stopped.
public typealias AVAudioNodeCompletionHandler = () -> Void

/// One part of an engine's graph. Any thread; which node feeds which one is kept by the engine.
open class AVAudioNode: NSObject, @unchecked Sendable {
    private struct Settings {
        weak var owner: AVAudioEngine?
        var inputFormats: [AVAudioNodeBus: AVAudioFormat] = [:]
        var outputFormats: [AVAudioNodeBus: AVAudioFormat] = [:]
        var taps: [AVAudioNodeBus: Tap] = [:]
    }

    private let settings = Mutex(Settings())
    /// Properties without effect, and the gains that a mixer reads.
    let kept = Kept()

    /// Creates a node that passes its input through.
    public override init() { super.init() }

    var owner: AVAudioEngine? {
        get { settings.withLock { $0.owner } }
        set { settings.withLock { $0.owner = newValue } }
    }

    /// The engine to which the node is attached.
    open var engine: AVAudioEngine? { owner }
    /// The number of inputs.
    open var numberOfInputs: Int { 1 }
    /// The number of outputs.
    open var numberOfOutputs: Int { 1 }
    /// The time of the last rendered frames, or nil while the engine is not running.
    open var lastRenderTime: AVAudioTime? { owner?.renderTime }
    /// The node's processing latency, in seconds.
    open var latency: TimeInterval { 0 }
    /// The hardware's output latency, in seconds.
    open var outputPresentationLatency: TimeInterval { owner?.output.presentationLatency ?? 0 }
    /// The node's audio unit, which has no properties here.
    open var auAudioUnit: AUAudioUnit {
        var unit = AUAudioUnit()
        kept.change("auAudioUnit", AUAudioUnit?.none) { known in
            if let known { unit = known } else { known = unit }
        }
        return unit
    }

    /// Discards frames from earlier rendering.
    open func reset() {}

    /// The format of an input.
    open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        settings.withLock { $0.inputFormats[bus] } ?? AVAudioFormat(rate: engineRate, channels: 2)
    }

    /// The format of an output.
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        settings.withLock { $0.outputFormats[bus] } ?? AVAudioFormat(rate: engineRate, channels: 2)
    }

    func setInputFormat(_ format: AVAudioFormat, bus: AVAudioNodeBus) {
        settings.withLock { $0.inputFormats[bus] = format }
    }
    func setOutputFormat(_ format: AVAudioFormat, bus: AVAudioNodeBus) {
        settings.withLock { $0.outputFormats[bus] = format }
    }

    /// The name of an input: nil.
    open func name(forInputBus bus: AVAudioNodeBus) -> String? { nil }
    /// The name of an output: nil.
    open func name(forOutputBus bus: AVAudioNodeBus) -> String? { nil }

    /// Installs a tap on an output: a closure that receives the rendered buffers. Each output has at most one.
    ///
    /// - Parameters:
    ///   - bufferSize: Frames per call, clamped to the range of 0.1 to 0.4 s, as on the phone.
    ///   - format: The format of the buffers. If nil, or not linear PCM at 1 to 768,000 Hz, the output's format is used. If the
    ///     rate differs from the output's, or the output already has a tap, the phone ends the program.
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block: @escaping AVAudioNodeTapBlock
    ) {
        let rate = engineRate
        let output = outputFormat(forBus: bus)
        let usable = format.flatMap { $0.isConvertible ? $0 : nil } ?? output
        if usable.sampleRate != output.sampleRate {
            ProcessApp.shared.raise(
                "\(type(of: self)).installTap",
                "a tap at \(usable.sampleRate) Hz on an output at \(output.sampleRate) Hz; take the output's format, and "
                    + "convert the buffers")
        }
        let tap = Tap(format: usable, rate: rate, frames: Int(bufferSize), block: block)
        if settings.withLock({ $0.taps.updateValue(tap, forKey: bus) }) != nil {
            ProcessApp.shared.raise("\(type(of: self)).installTap", "output \(bus) has a tap already; remove it first")
        }
        owner?.tapWasAdded(to: self)
    }

    /// Removes the tap of an output.
    open func removeTap(onBus bus: AVAudioNodeBus) { settings.withLock { _ = $0.taps.removeValue(forKey: bus) } }

    var hasTap: Bool { settings.withLock { !$0.taps.isEmpty } }

    // MARK: Rendering, on the thread that renders the engine, with no lock held

    /// Renders the node's next frames at the engine's rate.
    func render(_ frames: Int, _ pass: RenderPass) -> StereoFrames { pass.input(of: self, 0, frames) }

    final func feedTaps(_ frames: StereoFrames, at time: AVAudioTime?) {
        for tap in settings.withLock({ Array($0.taps.values) }) { tap.append(frames, at: time) }
    }

    final var engineRate: Double { owner?.graphRate ?? DeviceFormat.rate }
}

/// A node and one of its buses. Immutable, for any thread.
open class AVAudioConnectionPoint: NSObject, @unchecked Sendable {
    private struct Weak { weak var node: AVAudioNode? }
    private let place: Weak
    /// The node.
    open var node: AVAudioNode? { place.node }
    /// The bus.
    public let bus: AVAudioNodeBus

    /// Creates a connection point for a bus of a node.
    public init(node: AVAudioNode, bus: AVAudioNodeBus) { (place, self.bus) = (Weak(node: node), bus) }
}

extension AVAudioFormat {
    /// Whether the format can be converted: linear PCM with 1 to 64 channels at 1 to 768,000 Hz.
    var isConvertible: Bool {
        commonFormat != .otherFormat && SoundLimits.rates.contains(sampleRate)
            && SoundLimits.channels.contains(channelCount)
    }
}
