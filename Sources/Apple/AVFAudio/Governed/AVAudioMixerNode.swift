internal import CoreAudioTypes
internal import Foundation

/// A source with a stereo position.
public protocol AVAudioStereoMixing: AnyObject {
    /// The stereo position, from -1 (left) to 1 (right).
    var pan: Float { get set }
}

/// A source that can feed a mixer.
public protocol AVAudioMixing: AVAudioStereoMixing, AVAudio3DMixing {
    /// The gain, from 0 to 1.
    var volume: Float { get set }
}

/// A node that mixes its inputs.
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    /// Creates a mixer.
    public override init() { super.init() }

    /// The gain of the mix, from 0 to 1.
    open var outputVolume: Float {
        get { kept[number: "outputVolume", 1] }
        set { kept[number: "outputVolume", 1] = newValue }
    }
    /// The gain at which the mixer feeds another mixer, from 0 to 1.
    open var volume: Float {
        get { kept[number: "volume", 1] }
        set { kept[number: "volume", 1] = newValue }
    }
    /// The stereo position at which the mixer feeds another mixer, from -1 (left) to 1 (right).
    open var pan: Float {
        get { kept[number: "pan", 0] }
        set { kept[number: "pan", 0] = newValue }
    }

    /// The first unconnected input.
    open var nextAvailableInputBus: AVAudioNodeBus { owner?.graphNow.freeInput(of: self) ?? 0 }

    /// The number of inputs: one more than are fed.
    open override var numberOfInputs: Int { (owner?.graphNow.edges(into: self).count ?? 0) + 1 }

    override func render(_ frames: Int, _ pass: RenderPass) -> StereoFrames {
        var sum = StereoFrames(frames)
        for (node, made) in pass.inputs(of: self, frames) {
            let mixing = node as? any AVAudioMixing
            let (volume, pan) = (mixing?.volume ?? 1, max(-1, min(1, mixing?.pan ?? 0)))
            sum.add(made, left: volume * min(1, 1 - pan), right: volume * min(1, 1 + pan))
        }
        sum.scale(outputVolume)
        return sum
    }
}
