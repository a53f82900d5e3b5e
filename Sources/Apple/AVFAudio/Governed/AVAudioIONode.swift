// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import AudioToolbox
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// A node at which an engine's graph meets the hardware.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
    /// Whether voice processing is enabled, which switches the session to voice chat when the engine starts (R-RTE-17). The
    /// captured sound itself is unchanged.
    open var isVoiceProcessingEnabled: Bool { kept["isVoiceProcessingEnabled", false] }

    /// Enables or disables voice processing from the next start of the engine.
    ///
    /// - Throws: -10849 while the engine is running.
    open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
        guard engine?.isRunning != true else {
            throw AudioFileFailure.error(-10_849, "The engine runs; stop it before voice processing is switched.")
        }
        kept["isVoiceProcessingEnabled", false] = enabled
    }

    /// The latency of the hardware, in seconds.
    open var presentationLatency: TimeInterval { ProcessApp.shared.latencies.output }
    private let unit = Mutex(IOUnit())

    /// An audio unit of type `kAudioUnitSubType_RemoteIO` whose formats and properties can be queried. The engine does not
    /// render through it.
    open var audioUnit: AudioUnit? { unit.withLock { $0.made() } }

    deinit { unit.withLock { $0.dispose() } }
}

/// The audio unit of a node, created on first access.
private struct IOUnit: @unchecked Sendable {
    private var unit: AudioUnit?

    mutating func made() -> AudioUnit? {
        if unit == nil {
            var wanted = AudioComponentDescription()
            (wanted.componentType, wanted.componentSubType) = (kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            wanted.componentManufacturer = kAudioUnitManufacturer_Apple
            if let component = AudioComponentFindNext(nil, &wanted) { AudioComponentInstanceNew(component, &unit) }
        }
        return unit
    }

    mutating func dispose() {
        if let unit { AudioComponentInstanceDispose(unit) }
        unit = nil
    }
}

/// The node at which an engine's graph ends: the output of the session's route.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
    override init() { super.init() }
    /// The number of outputs: 0.
    open override var numberOfOutputs: Int { 0 }
}

/// Provides input frames for manual rendering, or nil if none are available.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// The node that provides the microphone's samples to the graph.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    /// The program's input during manual rendering.
    private struct ByHand: @unchecked Sendable {
        let format: AVAudioFormat
        let block: AVAudioIONodeInputBlock
        let stream: RateStream
    }

    private struct State {
        /// Captured frames not rendered yet, at most a quarter of a second.
        var heard: [Float] = []
        var byHand: ByHand?
    }

    private let state = Mutex(State())

    override init() {
        super.init()
        let format = AVAudioFormat(rate: DeviceFormat.rate, channels: 1)
        setOutputFormat(format, bus: 0)
        setInputFormat(format, bus: 0)
    }

    /// The input latency of the hardware, in seconds.
    open override var presentationLatency: TimeInterval { ProcessApp.shared.latencies.input }

    /// The input's gain, from 0 to 1.
    open var volume: Float {
        get { kept[number: "volume", 1] }
        set { kept[number: "volume", 1] = newValue }
    }
    /// The input's stereo position, from -1 (left) to 1 (right).
    open var pan: Float {
        get { kept[number: "pan", 0] }
        set { kept[number: "pan", 0] = newValue }
    }
    /// Whether the app has muted its input.
    open var isVoiceProcessingInputMuted: Bool {
        get { kept["isVoiceProcessingInputMuted", false] }
        set { kept["isVoiceProcessingInputMuted", false] = newValue }
    }

    /// Sets a closure to call when speech is detected while the input is muted.
    ///
    /// - Returns: False: speech detection is unavailable.
    @discardableResult
    open func setMutedSpeechActivityEventListener(
        _ listenerBlock: (@Sendable (AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
    ) -> Bool {
        listenerBlock == nil
    }

    /// Passes captured frames to taps and sink nodes immediately, and keeps them for the graph's next slice.
    func captured(_ samples: UnsafeBufferPointer<Float>, at moment: UInt64) {
        let isMuted = AVAudioApplication.shared.isInputMuted || isVoiceProcessingInputMuted
        let count = samples.count / 2
        let piece = isMuted ? StereoFrames(count) : StereoFrames(interleaved: Array(samples))
        feedTaps(piece, at: AVAudioTime(hostTime: moment))
        guard let owner, !owner.isInManualRenderingMode else { return }
        let graph = owner.graphNow
        if graph.feeds(self, owner.output) {
            state.withLock { state in
                state.heard += piece.samples
                // Frames that the graph has not rendered for a quarter of a second are stale.
                let excess = state.heard.count - 2 * Int(DeviceFormat.rate / 4)
                if excess > 0 { state.heard.removeFirst(excess) }
            }
        }
        for case let sink as AVAudioSinkNode in graph.nodes where graph.feeds(self, sink) {
            sink.receive(RenderPass(graph, at: nil, captured: piece), count, at: moment)
        }
    }

    /// Sets the closure that provides input frames during manual rendering.
    ///
    /// - Returns: False while the engine is running, or if the format is not linear PCM at 1 to 768,000 Hz.
    @discardableResult
    open func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        guard engine?.isRunning != true, format.isConvertible else { return false }
        let made = ByHand(
            format: format, block: block,
            stream: RateStream(channels: 2, from: format.sampleRate, to: engineRate))
        state.withLock { $0.byHand = made }
        setOutputFormat(format, bus: 0)
        setInputFormat(format, bus: 0)
        return true
    }

    override func render(_ frames: Int, _ pass: RenderPass) -> StereoFrames {
        if let captured = pass.captured { return captured }
        if let byHand = state.withLock({ $0.byHand }), owner?.isInManualRenderingMode == true {
            // Missing frames are filled with silence.
            let made = byHand.stream.read(frames) { missing in
                guard let list = byHand.block(AVAudioFrameCount(clamping: missing)),
                    let buffer = AVAudioPCMBuffer(pcmFormat: byHand.format, bufferListNoCopy: list)
                else { return [] }
                return Array(StereoFrames(buffer).samples.prefix(2 * missing))
            }
            return StereoFrames(interleaved: made + [Float](repeating: 0, count: 2 * frames - made.count))
        }
        return state.withLock { state in
            let count = min(2 * frames, state.heard.count)
            let made = Array(state.heard[..<count])
            state.heard.removeFirst(count)
            return StereoFrames(interleaved: made + [Float](repeating: 0, count: 2 * frames - count))
        }
    }
}

/// The ducking of other apps while this app processes voice.
public struct AVAudioVoiceProcessingOtherAudioDuckingConfiguration: Sendable {
    /// The depth of the ducking.
    public enum Level: Int, Sendable {
        case `default` = 0
        case min = 10
        case mid = 20
        case max = 30
    }

    /// Whether others are ducked only while someone speaks.
    public var enableAdvancedDucking: ObjCBool
    /// The depth of the ducking.
    public var duckingLevel: Level

    /// Creates a configuration; the defaults are those of a call.
    public init(enableAdvancedDucking: ObjCBool = false, duckingLevel: Level = .default) {
        (self.enableAdvancedDucking, self.duckingLevel) = (enableAdvancedDucking, duckingLevel)
    }
}

/// Speech activity while the input is muted.
public enum AVAudioVoiceProcessingSpeechActivityEvent: Int, Sendable {
    case started = 0
    case ended = 1
}
