public import CoreAudioTypes
public import Foundation

/// A source as one of the mixers takes it that it feeds.
///
/// An output feeds one input at a time here, so that what is set is the source's own.
public final class AVAudioMixingDestination: NSObject, AVAudioMixing, @unchecked Sendable {
    /// The mixer and its input.
    public let connectionPoint: AVAudioConnectionPoint
    private let source: any AVAudioMixing

    init(_ source: any AVAudioMixing, _ connectionPoint: AVAudioConnectionPoint) {
        (self.source, self.connectionPoint) = (source, connectionPoint)
    }

    /// That of the same source for another mixer.
    public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        source.destination(forMixer: mixer, bus: bus)
    }

    /// Its level, 0 to 1.
    public var volume: Float {
        get { source.volume }
        set { source.volume = newValue }
    }
    /// From -1, left, to 1, right.
    public var pan: Float {
        get { source.pan }
        set { source.pan = newValue }
    }
    /// How fast it plays; kept.
    public var rate: Float {
        get { source.rate }
        set { source.rate = newValue }
    }
    /// How it is rendered; kept.
    public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
        get { source.renderingAlgorithm }
        set { source.renderingAlgorithm = newValue }
    }
    /// How its channels stand in space; kept.
    public var sourceMode: AVAudio3DMixingSourceMode {
        get { source.sourceMode }
        set { source.sourceMode = newValue }
    }
    /// How it is heard within the listener's head; kept.
    public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
        get { source.pointSourceInHeadMode }
        set { source.pointSourceInHeadMode = newValue }
    }
    /// How much it takes part in the room, 0 to 1; kept.
    public var reverbBlend: Float {
        get { source.reverbBlend }
        set { source.reverbBlend = newValue }
    }
    /// How much is in its direct way, in decibels; kept.
    public var obstruction: Float {
        get { source.obstruction }
        set { source.obstruction = newValue }
    }
    /// How much is in all its ways, in decibels; kept.
    public var occlusion: Float {
        get { source.occlusion }
        set { source.occlusion = newValue }
    }
    /// Where it stands; kept.
    public var position: AVAudio3DPoint {
        get { source.position }
        set { source.position = newValue }
    }
}

extension AVAudioNode {
    /// The node as a mixer takes it; nil where the node does not feed that input, or is none that a mixer can set.
    public func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
        GraphLock.locked {
            guard mixer.sources[bus]?.node === self, let source = self as? any AVAudioMixing else { return nil }
            return AVAudioMixingDestination(source, AVAudioConnectionPoint(node: mixer, bus: bus))
        }
    }
}
