// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// Where sounds, a listener and the walls are in space. All of it is kept and read back; two loudspeakers hear none of it.

/// How sound that is heard from one point is rendered.
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable {
    /// By equal power.
    case equalPowerPanning = 0
    /// By a sphere for a head.
    case sphericalHead = 1
    /// By measured heads.
    case HRTF = 2
    /// By measured heads, better.
    case HRTFHQ = 6
    /// As stereo.
    case soundField = 3
    /// As it is.
    case stereoPassThrough = 5
    /// As it comes.
    case auto = 7
}

/// How a source with several channels stands in space.
public enum AVAudio3DMixingSourceMode: Int, Sendable {
    /// Only mono does.
    case spatializeIfMono = 0
    /// It passes as it is.
    case bypass = 1
    /// As one point.
    case pointSource = 2
    /// As a bed of channels around the listener.
    case ambienceBed = 3
}

/// How a point within the listener's head is heard.
public enum AVAudio3DMixingPointSourceInHeadMode: Int, Sendable {
    /// As mono.
    case mono = 0
    /// As it is.
    case bypass = 1
}

/// How the listener hears.
public enum AVAudioEnvironmentOutputType: Int, Sendable {
    /// As the route has it.
    case auto = 0
    /// By headphones.
    case headphones = 1
    /// By the built-in loudspeakers.
    case builtInSpeakers = 2
    /// By other loudspeakers.
    case externalSpeakers = 3
}

/// How sounds become quieter with distance.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable {
    /// By a power of it.
    case exponential = 1
    /// In inverse proportion.
    case inverse = 2
    /// In proportion.
    case linear = 3
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

/// A direction in space.
public typealias AVAudio3DVector = AVAudio3DPoint

/// Creates a point.
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
    AVAudio3DPoint(x: x, y: y, z: z)
}

/// Creates a direction.
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector {
    AVAudio3DVector(x: x, y: y, z: z)
}

/// Where somebody looks, by two directions.
public struct AVAudio3DVectorOrientation: Sendable {
    /// Ahead.
    public var forward: AVAudio3DVector
    /// Upward.
    public var up: AVAudio3DVector

    /// Creates nothing.
    public init() { self.init(forward: AVAudio3DVector(), up: AVAudio3DVector()) }
    /// Creates it member by member.
    public init(forward: AVAudio3DVector, up: AVAudio3DVector) { (self.forward, self.up) = (forward, up) }
}

/// Creates where somebody looks.
public func AVAudioMake3DVectorOrientation(
    _ forward: AVAudio3DVector, _ up: AVAudio3DVector
) -> AVAudio3DVectorOrientation {
    AVAudio3DVectorOrientation(forward: forward, up: up)
}

/// Where somebody looks, by angles in degrees.
public struct AVAudio3DAngularOrientation: Sendable {
    /// Around the upright.
    public var yaw: Float
    /// Up and down.
    public var pitch: Float
    /// To a shoulder.
    public var roll: Float

    /// Creates straight ahead.
    public init() { self.init(yaw: 0, pitch: 0, roll: 0) }
    /// Creates it member by member.
    public init(yaw: Float, pitch: Float, roll: Float) { (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll) }
}

/// Creates where somebody looks.
public func AVAudioMake3DAngularOrientation(
    _ yaw: Float, _ pitch: Float, _ roll: Float
) -> AVAudio3DAngularOrientation {
    AVAudio3DAngularOrientation(yaw: yaw, pitch: pitch, roll: roll)
}

/// How sounds become quieter with distance.
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject, @unchecked Sendable {
    /// By which law.
    open var distanceAttenuationModel = AVAudioEnvironmentDistanceAttenuationModel.inverse
    /// From which distance on, in metres.
    open var referenceDistance: Float = 1
    /// Up to which distance, in metres.
    open var maximumDistance: Float = 100_000
    /// How steeply.
    open var rolloffFactor: Float = 1
}

/// What a room is like.
open class AVAudioEnvironmentReverbParameters: NSObject, @unchecked Sendable {
    /// Whether it is heard.
    open var enable = false
    /// How much of it, in decibels.
    open var level: Float = 0
    /// What of it is taken away.
    public let filterParameters = AVAudioUnitEQFilterParameters()
    private(set) var preset = AVAudioUnitReverbPreset.mediumHall
    /// Chooses a room.
    open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) { self.preset = preset }
}

/// A source whose sound stands somewhere between left and right.
public protocol AVAudioStereoMixing: AnyObject {
    /// From -1, left, to 1, right.
    var pan: Float { get set }
}

/// A source whose sound stands somewhere in space; all of it is kept, but not heard.
public protocol AVAudio3DMixing: AnyObject {
    /// How fast it plays, 0.5 to 2.
    var rate: Float { get set }
    /// How it is rendered.
    var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }
    /// How its channels stand in space.
    var sourceMode: AVAudio3DMixingSourceMode { get set }
    /// How it is heard within the listener's head.
    var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get set }
    /// How much it takes part in the room, 0 to 1.
    var reverbBlend: Float { get set }
    /// How much is in its direct way, in decibels from -100 to 0.
    var obstruction: Float { get set }
    /// How much is in all its ways, in decibels from -100 to 0.
    var occlusion: Float { get set }
    /// Where it stands.
    var position: AVAudio3DPoint { get set }
}

/// A source that a mixer takes.
public protocol AVAudioMixing: AVAudioStereoMixing, AVAudio3DMixing {
    /// The source as one of the mixers takes it that it feeds; nil where it does not feed that input.
    func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination?
    /// Its level, 0 to 1.
    var volume: Float { get set }
}

/// What of a node in space is kept.
struct PlaceInSpace {
    var algorithm = AVAudio3DMixingRenderingAlgorithm.equalPowerPanning
    var sourceMode = AVAudio3DMixingSourceMode.spatializeIfMono
    var inHeadMode = AVAudio3DMixingPointSourceInHeadMode.mono
    var reverbBlend: Float = 0
    var obstruction: Float = 0
    var occlusion: Float = 0
    var position = AVAudio3DPoint()
}

extension AVAudioNode {
    /// How it is rendered; kept.
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { GraphLock.locked { space.algorithm } }
        set { GraphLock.locked { space.algorithm = newValue } }
    }
    /// How its channels stand in space; kept.
    public var sourceMode: AVAudio3DMixingSourceMode {
        get { GraphLock.locked { space.sourceMode } }
        set { GraphLock.locked { space.sourceMode = newValue } }
    }
    /// How it is heard within the listener's head; kept.
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { GraphLock.locked { space.inHeadMode } }
        set { GraphLock.locked { space.inHeadMode = newValue } }
    }
    /// How much it takes part in the room, 0 to 1; kept.
    public var reverbBlend: Float {
        get { GraphLock.locked { space.reverbBlend } }
        set { GraphLock.locked { space.reverbBlend = newValue } }
    }
    /// How much is in its direct way, in decibels; kept.
    public var obstruction: Float {
        get { GraphLock.locked { space.obstruction } }
        set { GraphLock.locked { space.obstruction = newValue } }
    }
    /// How much is in all its ways, in decibels; kept.
    public var occlusion: Float {
        get { GraphLock.locked { space.occlusion } }
        set { GraphLock.locked { space.occlusion = newValue } }
    }
    /// Where it stands; kept.
    public var position: AVAudio3DPoint {
        get { GraphLock.locked { space.position } }
        set { GraphLock.locked { space.position = newValue } }
    }
}
