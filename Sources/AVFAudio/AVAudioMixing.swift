// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AudioToolbox
public import CoreAudioTypes
public import Foundation

/// A node that mixes what feeds it.
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private var level: Float = 1

    /// Creates a mixer.
    public override init() { super.init() }

    /// The level of what it renders, 0 to 1.
    open var outputVolume: Float {
        get { GraphLock.locked { level } }
        set { GraphLock.locked { level = newValue } }
    }

    /// The first input that nobody feeds.
    open var nextAvailableInputBus: AVAudioNodeBus {
        GraphLock.locked { (0...).first { sources[$0]?.node == nil } ?? 0 }
    }

    /// How many inputs it has: as many as are fed, and one.
    open override var numberOfInputs: Int { GraphLock.locked { sources.count + 1 } }

    /// Its level where it feeds another mixer, 0 to 1.
    open var volume: Float = 1
    /// Where it stands where it feeds another mixer.
    open var pan: Float = 0
    /// Kept, but not heard.
    open var rate: Float = 1

    override func render(_ frames: Int) -> StereoFrames {
        var sum = StereoFrames(frames)
        for (bus, source) in sources.sorted(by: { $0.key < $1.key }) {
            let mixing = source.node as? any AVAudioMixing
            let (volume, pan) = (mixing?.volume ?? 1, mixing?.pan ?? 0)
            sum.add(input(bus, frames), left: volume * min(1, 1 - pan), right: volume * min(1, 1 + pan))
        }
        sum.scale(level)
        return sum
    }
}

/// A mixer of sounds in space; here it mixes them as they are, and keeps where the listener and the walls are.
open class AVAudioEnvironmentNode: AVAudioMixerNode, @unchecked Sendable {
    /// Where the listener stands; kept, but not heard.
    open var listenerPosition = AVAudio3DPoint()
    /// Where the listener looks; kept, but not heard.
    open var listenerVectorOrientation = AVAudio3DVectorOrientation(
        forward: AVAudio3DPoint(x: 0, y: 0, z: -1), up: AVAudio3DPoint(x: 0, y: 1, z: 0))
    /// Where the listener looks, by angles; kept, but not heard.
    open var listenerAngularOrientation = AVAudio3DAngularOrientation()
    /// How the listener hears; kept.
    open var outputType = AVAudioEnvironmentOutputType.auto
    /// How sounds become quieter with distance; kept, but not heard.
    public let distanceAttenuationParameters = AVAudioEnvironmentDistanceAttenuationParameters()
    /// What the room is like; kept, but not heard.
    public let reverbParameters = AVAudioEnvironmentReverbParameters()
    /// How it can render: everything passes as it is.
    open var applicableRenderingAlgorithms: [NSNumber] {
        [NSNumber(value: AVAudio3DMixingRenderingAlgorithm.stereoPassThrough.rawValue)]
    }
}

/// What an engine's graph ends in, or begins with.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
    private var processesVoice = false

    /// Whether the app wants what is played to be taken out of what is captured; kept: nothing is taken out here.
    open var isVoiceProcessingEnabled: Bool { GraphLock.locked { processesVoice } }

    /// Wishes for what is played to be taken out of what is captured; kept.
    ///
    /// - Throws: -10849 while the engine runs, as on the phone.
    open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
        guard engine?.isRunning != true else {
            throw AudioFileFailure.error(-10_849, "The engine runs; stop it before voice processing is switched.")
        }
        GraphLock.locked { processesVoice = enabled }
    }

    /// Seconds from here to the hardware.
    open var presentationLatency: TimeInterval { 0 }
    /// The node as a unit of the C interface; nil, because there is none behind it.
    open var audioUnit: AudioUnit? { nil }
}

/// What an engine's graph ends in: the route of the session.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
    override init() { super.init() }
    /// It has none.
    open override var numberOfOutputs: Int { 0 }
}

/// Hands over so many frames of the input by hand; nil where there are none now.
public typealias AVAudioIONodeInputBlock = (AVAudioFrameCount) -> UnsafePointer<AudioBufferList>?

/// What the microphone hears.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    override init() {
        super.init()
        let format = AVAudioFormat(rate: EngineRate.device, channels: 1)
        outputFormats[0] = format
        inputFormats[0] = format
    }

    /// Its level, 0 to 1.
    open var volume: Float = 1
    /// Where it stands between left and right.
    open var pan: Float = 0
    /// Kept, but not heard.
    open var rate: Float = 1
    /// Whether what is captured here is silence by the app's wish.
    open var isVoiceProcessingInputMuted = false
    /// Whether voice processing is passed by; kept.
    open var isVoiceProcessingBypassed = false
    /// Whether the level follows the voice; kept.
    open var isVoiceProcessingAGCEnabled = true
    /// How others become quieter while the app's voice processing runs; kept.
    open var voiceProcessingOtherAudioDuckingConfiguration = AVAudioVoiceProcessingOtherAudioDuckingConfiguration()

    /// Has a closure told of speech while the input is muted.
    ///
    /// - Returns: False, because nothing here tells speech from other sound.
    @discardableResult
    open func setMutedSpeechActivityEventListener(
        _ listenerBlock: (@Sendable (AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
    ) -> Bool {
        listenerBlock == nil
    }

    private var heard = StereoFrames(0)
    private var handStream = RateStream(channels: 2)

    /// Takes what was captured, for the taps at once and for the graph's next frames.
    func captured(_ samples: UnsafeBufferPointer<Float>, channels: Int, at moment: UInt64) {
        let isMuted = AVAudioApplication.shared.isInputMuted || isVoiceProcessingInputMuted
        let count = samples.count / max(1, channels)
        var piece = StereoFrames(count)
        if !isMuted {
            for frame in 0..<count {
                piece.left[frame] = samples[frame * channels]
                piece.right[frame] = samples[frame * channels + min(1, channels - 1)]
            }
        }
        feedTaps(piece, at: AVAudioTime(hostTime: moment))
        guard let owner, owner.isFedByInput else { return }
        heard.left += piece.left
        heard.right += piece.right
        // What nobody took for a quarter of a second is old.
        let excess = heard.left.count - Int(EngineRate.device / 4)
        if excess > 0 {
            heard.left.removeFirst(excess)
            heard.right.removeFirst(excess)
        }
        // They take what has just come: nobody renders the ways that end in them.
        for case let sink as AVAudioSinkNode in owner.attachedNodes { sink.receive(count, at: moment) }
    }

    private var byHand: (format: AVAudioFormat, block: AVAudioIONodeInputBlock)?

    /// Has the input's frames asked of a closure while the graph is rendered by hand.
    ///
    /// - Returns: False while the engine runs, or for what is no linear PCM.
    @discardableResult
    open func setManualRenderingInputPCMFormat(
        _ format: AVAudioFormat, inputBlock block: @escaping AVAudioIONodeInputBlock
    ) -> Bool {
        guard engine?.isRunning != true, format.commonFormat != .otherFormat else { return false }
        GraphLock.locked {
            byHand = (format, block)
            (outputFormats[0], inputFormats[0]) = (format, format)
        }
        return true
    }

    /// The frames that the app hands over by hand, at the graph's rate; silence for those that are missing.
    private func asked(_ frames: Int, _ format: AVAudioFormat, _ block: AVAudioIONodeInputBlock) -> StereoFrames {
        var made = StereoFrames(frames)
        guard let list = block(AVAudioFrameCount(frames)),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: list)
        else { return made }
        made.add(StereoFrames(buffer), left: 1, right: 1)
        return made
    }

    override func render(_ frames: Int) -> StereoFrames {
        if let byHand, owner?.isInManualRenderingMode == true {
            let step = byHand.format.sampleRate / engineRate
            let wanted = handStream.missing(for: frames, step: step)
            handStream.put(asked(wanted, byHand.format, byHand.block).interleaved)
            return StereoFrames(interleaved: handStream.take(frames, step: step))
        }
        var made = StereoFrames(frames)
        let count = min(frames, heard.left.count)
        made.left.replaceSubrange(0..<count, with: heard.left[..<count])
        made.right.replaceSubrange(0..<count, with: heard.right[..<count])
        heard.left.removeFirst(count)
        heard.right.removeFirst(count)
        return made
    }
}

/// How others become quieter while an app processes voice.
public struct AVAudioVoiceProcessingOtherAudioDuckingConfiguration: Sendable {
    /// How much.
    public enum Level: Int, Sendable {
        /// As a call does.
        case `default` = 0
        /// As little as can be.
        case min = 10
        /// Middling.
        case mid = 20
        /// As much as can be.
        case max = 30
    }

    /// Whether only while somebody speaks.
    public var enableAdvancedDucking: ObjCBool
    /// How much.
    public var duckingLevel: Level

    /// As a call does.
    public init() { self.init(enableAdvancedDucking: false, duckingLevel: .default) }
    /// Creates it member by member.
    public init(enableAdvancedDucking: ObjCBool, duckingLevel: Level) {
        (self.enableAdvancedDucking, self.duckingLevel) = (enableAdvancedDucking, duckingLevel)
    }
}

/// Speech while the input is muted.
public enum AVAudioVoiceProcessingSpeechActivityEvent: Int, Sendable {
    /// It has begun.
    case started = 0
    /// It has ended.
    case ended = 1
}
