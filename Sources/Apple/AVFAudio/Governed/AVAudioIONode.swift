// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import AudioToolbox
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// A node in which an engine's graph ends, or with which it begins.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
    /// Whether the app processes voice, which brings its session into a voice chat when the engine starts (R-RTE-17). Nothing
    /// is taken out of what is captured.
    open var isVoiceProcessingEnabled: Bool { kept["isVoiceProcessingEnabled", false] }

    /// Switches voice processing on or off, for the next start of the engine.
    ///
    /// - Throws: -10849 while the engine runs, as on the phone.
    open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
        guard engine?.isRunning != true else {
            throw AudioFileFailure.error(-10_849, "The engine runs; stop it before voice processing is switched.")
        }
        kept["isVoiceProcessingEnabled", false] = enabled
    }

    /// Seconds from here to the ear, or from the air to here: those of the hardware.
    open var presentationLatency: TimeInterval { ProcessApp.shared.hardware.outputLatency }
    private let unit = Mutex(IOUnit())

    /// The node as a unit of the C interface, `kAudioUnitSubType_RemoteIO`, to ask it for its formats and properties.
    /// The engine does not render through it.
    open var audioUnit: AudioUnit? { unit.withLock { $0.made() } }

    deinit { unit.withLock { $0.dispose() } }
}

/// The unit of a node, created when it is first asked for.
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

/// The node in which an engine's graph ends: the route of the session.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
    override init() { super.init() }
    /// The number of outputs: none.
    open override var numberOfOutputs: Int { 0 }
}

/// Hands over so many frames of the input by hand, or nil if there are none now.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// The node that brings the sound of the microphone into the graph.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    /// The frames of the program's that are asked for while the graph is rendered by hand.
    private struct ByHand: @unchecked Sendable {
        let format: AVAudioFormat
        let block: AVAudioIONodeInputBlock
        let stream: RateStream
    }

    private struct State {
        /// Captured frames that have not been rendered; a quarter of a second at most.
        var heard: [Float] = []
        var byHand: ByHand?
    }

    private let state = Mutex(State())

    override init() {
        super.init()
        let format = AVAudioFormat(rate: EngineRate.device, channels: 1)
        setOutputFormat(format, bus: 0)
        setInputFormat(format, bus: 0)
    }

    /// Seconds from the air to here: those of the hardware.
    open override var presentationLatency: TimeInterval { ProcessApp.shared.hardware.inputLatency }

    /// The level of the input, 0 to 1.
    open var volume: Float {
        get { kept[number: "volume", 1] }
        set { kept[number: "volume", 1] = newValue }
    }
    /// The place of the input, from -1, left, to 1, right.
    open var pan: Float {
        get { kept[number: "pan", 0] }
        set { kept[number: "pan", 0] = newValue }
    }
    /// Whether what is captured here is silence by the app's wish.
    open var isVoiceProcessingInputMuted: Bool {
        get { kept["isVoiceProcessingInputMuted", false] }
        set { kept["isVoiceProcessingInputMuted", false] = newValue }
    }

    /// Has a closure told of speech while the input is muted.
    ///
    /// - Returns: False, because nothing here tells speech from other sound.
    @discardableResult
    open func setMutedSpeechActivityEventListener(
        _ listenerBlock: (@Sendable (AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
    ) -> Bool {
        listenerBlock == nil
    }

    /// Takes what was captured: for the taps and the sink nodes at once, and for the graph's next slice.
    func captured(_ samples: UnsafeBufferPointer<Float>, channels: Int, at moment: UInt64) {
        let isMuted = AVAudioApplication.shared.isInputMuted || isVoiceProcessingInputMuted
        let count = samples.count / max(1, channels)
        let piece = isMuted ? StereoFrames(count) : StereoFrames(Array(samples), channels: channels)
        feedTaps(piece, at: AVAudioTime(hostTime: moment))
        guard let owner, !owner.isInManualRenderingMode else { return }
        let graph = owner.graphNow
        if graph.feeds(self, owner.outputNode) {
            state.withLock { state in
                state.heard += piece.samples
                // What the graph did not render for a quarter of a second is old.
                let excess = state.heard.count - 2 * Int(EngineRate.device / 4)
                if excess > 0 { state.heard.removeFirst(excess) }
            }
        }
        for case let sink as AVAudioSinkNode in graph.nodes where graph.feeds(self, sink) {
            sink.receive(RenderPass(graph, at: nil, captured: piece), count, at: moment)
        }
    }

    /// Has the input's frames asked of a closure while the graph is rendered by hand.
    ///
    /// - Returns: False while the engine runs, or for what is no linear PCM at 1 to 768,000 Hz.
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
            // The program passes what it has; what is missing is silence.
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

    /// Whether only while a voice speaks.
    public var enableAdvancedDucking: ObjCBool
    /// The depth of the ducking.
    public var duckingLevel: Level

    /// Creates it member by member; what is left out is the ducking of a call.
    public init(enableAdvancedDucking: ObjCBool = false, duckingLevel: Level = .default) {
        (self.enableAdvancedDucking, self.duckingLevel) = (enableAdvancedDucking, duckingLevel)
    }
}

/// Speech while the input is muted.
public enum AVAudioVoiceProcessingSpeechActivityEvent: Int, Sendable {
    case started = 0
    case ended = 1
}
