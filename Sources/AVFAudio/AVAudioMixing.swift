// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

/// How sound that is heard from one point is rendered.
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable {
    /// By equal power.
    case equalPowerPanning = 0
    /// By a sphere for a head.
    case sphericalHead = 1
    /// By measured heads.
    case HRTF = 2
    /// By measured heads, better.
    case HRTFHQ = 5
    /// As stereo.
    case soundField = 3
    /// As it is.
    case stereoPassThrough = 6
    /// As it comes.
    case auto = 7
}

/// A point in space, in metres.
public struct AVAudio3DPoint: Sendable {
    /// To the right.
    public var x: Float
    /// Upward.
    public var y: Float
    /// To the back.
    public var z: Float

    /// Creates the middle.
    public init() { (x, y, z) = (0, 0, 0) }
    /// Creates a point.
    public init(x: Float, y: Float, z: Float) { (self.x, self.y, self.z) = (x, y, z) }
}

/// Creates a point.
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
    AVAudio3DPoint(x: x, y: y, z: z)
}

/// A source whose sound stands somewhere between left and right.
public protocol AVAudioStereoMixing: AnyObject {
    /// From -1, left, to 1, right.
    var pan: Float { get set }
}

/// A source whose sound stands somewhere in space.
public protocol AVAudio3DMixing: AnyObject {
    /// How fast it plays, 0.5 to 2.
    var rate: Float { get set }
    /// Where it stands; kept, but not heard.
    var position: AVAudio3DPoint { get set }
}

/// A source that a mixer takes.
public protocol AVAudioMixing: AVAudioStereoMixing, AVAudio3DMixing {
    /// Its level, 0 to 1.
    var volume: Float { get set }
}

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
    /// Kept, but not heard.
    open var position = AVAudio3DPoint()

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

/// A mixer of sounds in space; here it mixes them as they are.
open class AVAudioEnvironmentNode: AVAudioMixerNode, @unchecked Sendable {
    /// Where the listener stands; kept, but not heard.
    open var listenerPosition = AVAudio3DPoint()
}

/// What an engine's graph ends in, or begins with.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
    /// Whether what is played is taken out of what is captured; not here.
    open var isVoiceProcessingEnabled: Bool { false }

    /// Takes what is played out of what is captured.
    ///
    /// - Throws: -50 where it is switched on, because nothing here can do it.
    open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
        guard !enabled else { throw AudioFileFailure.error(-50, "There is no voice processing on this device.") }
    }

    /// Seconds from here to the hardware.
    open var presentationLatency: TimeInterval { 0 }
}

/// What an engine's graph ends in: the route of the session.
open class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {
    override init() { super.init() }
    /// It has none.
    open override var numberOfOutputs: Int { 0 }
}

/// What the microphone hears.
open class AVAudioInputNode: AVAudioIONode, AVAudioMixing, @unchecked Sendable {
    override init() {
        super.init()
        let format = AVAudioFormat(rate: EngineRate.frames, channels: 1)
        outputFormats[0] = format
        inputFormats[0] = format
    }

    /// Its level, 0 to 1.
    open var volume: Float = 1
    /// Where it stands between left and right.
    open var pan: Float = 0
    /// Kept, but not heard.
    open var rate: Float = 1
    /// Kept, but not heard.
    open var position = AVAudio3DPoint()
    /// Whether the app has muted it.
    open var isVoiceProcessingInputMuted = false

    private var heard = StereoFrames(0)

    /// Takes what was captured, for the taps at once and for the graph's next frames.
    func captured(_ samples: UnsafeBufferPointer<Float>, channels: Int, at moment: UInt64) {
        let isMuted = AVAudioApplication.shared.isInputMuted
        let count = samples.count / max(1, channels)
        var piece = StereoFrames(count)
        if !isMuted {
            for frame in 0..<count {
                piece.left[frame] = samples[frame * channels]
                piece.right[frame] = samples[frame * channels + min(1, channels - 1)]
            }
        }
        feedTaps(piece, at: AVAudioTime(hostTime: moment))
        guard owner?.isFedByInput == true else { return }
        heard.left += piece.left
        heard.right += piece.right
        // What nobody took for a quarter of a second is old.
        let excess = heard.left.count - Int(EngineRate.frames / 4)
        if excess > 0 {
            heard.left.removeFirst(excess)
            heard.right.removeFirst(excess)
        }
    }

    override func render(_ frames: Int) -> StereoFrames {
        var made = StereoFrames(frames)
        let count = min(frames, heard.left.count)
        made.left.replaceSubrange(0..<count, with: heard.left[..<count])
        made.right.replaceSubrange(0..<count, with: heard.right[..<count])
        heard.left.removeFirst(count)
        heard.right.removeFirst(count)
        return made
    }
}
