// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

internal import CoreAudioTypes
public import Foundation

/// The algorithms for rendering a point source.
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable { case equalPowerPanning = 0, sphericalHead = 1, HRTF = 2, soundField = 3, stereoPassThrough = 5, HRTFHQ = 6, auto = 7 }

/// The spatial modes of a multichannel source.
public enum AVAudio3DMixingSourceMode: Int, Sendable { case spatializeIfMono = 0, bypass = 1, pointSource = 2, ambienceBed = 3 }

/// The treatment of a point source within the head.
public enum AVAudio3DMixingPointSourceInHeadMode: Int, Sendable { case mono = 0, bypass = 1 }

/// The loudspeakers for which space is rendered.
public enum AVAudioEnvironmentOutputType: Int, Sendable { case auto = 0, headphones = 1, builtInSpeakers = 2, externalSpeakers = 3 }

/// The models of distance attenuation.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable { case exponential = 1, inverse = 2, linear = 3 }
/// A point in space, in metres.
public struct AVAudio3DPoint: Sendable {
    public var x, y, z: Float
    public init(x: Float = 0, y: Float = 0, z: Float = 0) { (self.x, self.y, self.z) = (x, y, z) }
}
/// A direction in space.
public typealias AVAudio3DVector = AVAudio3DPoint
/// A direction of view, by two vectors.
public struct AVAudio3DVectorOrientation: Sendable {
    public var forward, up: AVAudio3DVector
    public init(forward: AVAudio3DVector = .init(), up: AVAudio3DVector = .init()) { (self.forward, self.up) = (forward, up) }
}
/// A direction of view, by angles in degrees.
public struct AVAudio3DAngularOrientation: Sendable {
    public var yaw, pitch, roll: Float
    public init(yaw: Float = 0, pitch: Float = 0, roll: Float = 0) { (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll) }
}

/// The settings of distance attenuation. Without effect.
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel { get { kept["distanceAttenuationModel", .inverse] } set { kept["distanceAttenuationModel", .inverse] = newValue } }
    open var referenceDistance: Float { get { kept["referenceDistance", 1] } set { kept["referenceDistance", 1] = newValue } }
    open var maximumDistance: Float { get { kept["maximumDistance", 100_000] } set { kept["maximumDistance", 100_000] = newValue } }
    open var rolloffFactor: Float { get { kept["rolloffFactor", 1] } set { kept["rolloffFactor", 1] = newValue } }
}

/// The settings of spatial reverberation. Without effect.
open class AVAudioEnvironmentReverbParameters: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var enable: Bool { get { kept["enable", false] } set { kept["enable", false] = newValue } }
    open var level: Float { get { kept["level", 0] } set { kept["level", 0] = newValue } }
    public let filterParameters = AVAudioUnitEQFilterParameters()
    open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) {}
}

/// A spatial mixer. Here it mixes its inputs unchanged.
open class AVAudioEnvironmentNode: AVAudioMixerNode, @unchecked Sendable {
    open var listenerPosition: AVAudio3DPoint { get { kept["listenerPosition", AVAudio3DPoint()] } set { kept["listenerPosition", AVAudio3DPoint()] = newValue } }
    open var listenerVectorOrientation: AVAudio3DVectorOrientation { get { kept["listenerVectorOrientation", AVAudio3DVectorOrientation(forward: AVAudio3DVector(z: -1), up: AVAudio3DVector(y: 1))] } set { kept["listenerVectorOrientation", AVAudio3DVectorOrientation(forward: AVAudio3DVector(z: -1), up: AVAudio3DVector(y: 1))] = newValue } }
    open var listenerAngularOrientation: AVAudio3DAngularOrientation { get { kept["listenerAngularOrientation", AVAudio3DAngularOrientation()] } set { kept["listenerAngularOrientation", AVAudio3DAngularOrientation()] = newValue } }
    open var outputType: AVAudioEnvironmentOutputType { get { kept["outputType", .auto] } set { kept["outputType", .auto] = newValue } }
    public let distanceAttenuationParameters = AVAudioEnvironmentDistanceAttenuationParameters()
    public let reverbParameters = AVAudioEnvironmentReverbParameters()
}
/// A source with a position in space. Without effect.
public protocol AVAudio3DMixing: AnyObject {
    var rate: Float { get set }
    var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }
    var sourceMode: AVAudio3DMixingSourceMode { get set }
    var reverbBlend: Float { get set }
    var position: AVAudio3DPoint { get set }
}

extension AVAudioNode {
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get { kept["renderingAlgorithm", .equalPowerPanning] } set { kept["renderingAlgorithm", .equalPowerPanning] = newValue } }
    public var sourceMode: AVAudio3DMixingSourceMode { get { kept["sourceMode", .spatializeIfMono] } set { kept["sourceMode", .spatializeIfMono] = newValue } }
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get { kept["pointSourceInHeadMode", .mono] } set { kept["pointSourceInHeadMode", .mono] = newValue } }
    public var obstruction: Float { get { kept["obstruction", 0] } set { kept["obstruction", 0] = newValue } }
    public var occlusion: Float { get { kept["occlusion", 0] } set { kept["occlusion", 0] = newValue } }
    public var reverbBlend: Float { get { kept["reverbBlend", 0] } set { kept["reverbBlend", 0] = newValue } }
    public var position: AVAudio3DPoint { get { kept["position", AVAudio3DPoint()] } set { kept["position", AVAudio3DPoint()] = newValue } }
    public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? { nil }
}

/// The settings of a source for one of several mixers. There are none.
open class AVAudioMixingDestination: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var volume: Float { get { kept["volume", 1] } set { kept["volume", 1] = newValue } }
}
