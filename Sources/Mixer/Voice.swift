/// A voice that sounds. Plain data; the render thread alone touches it.
struct Voice: BitwiseCopyable {
    var id: VoiceID
    var bus: Int
    /// Neighbours on the same bus in the order they started; -1 where there is none.
    var next: Int32 = -1
    var previous: Int32 = -1

    var clip: Clip
    /// `nil` where the clip has the mixer's rate.
    var converter: UnsafePointer<RateConverter>?
    var loops: Bool
    /// The clip's frame that sounds at `startFrame`.
    var firstFrame: Int
    var startFrame: Int64
    /// The first frame that does not sound any more.
    var endFrame: Int64
    var endReason = EndReason.finished
    var isReleased = false

    var gain: GainRamp
    /// What the balance leaves of each channel.
    var left: Float
    var right: Float

    /// A voice whose first frame sounds at `frame`.
    init(_ start: VoiceStart, at frame: Int64) {
        id = start.voice
        bus = Int(start.bus.rawValue)
        clip = start.clip
        loops = start.loops && start.clip.frameCount > 0
        firstFrame = loops ? start.firstFrame % start.clip.frameCount : start.firstFrame
        startFrame = frame
        converter = start.converter
        let rest = start.clip.frameCount - start.firstFrame
        endFrame = loops ? Int64.max : frame + Int64(start.converter?.pointee.outputFrames(for: rest) ?? rest)
        gain = GainRamp(constant: start.gain)
        if start.fadeIn.frames > 0 {
            gain = GainRamp(constant: 0)
            gain.move(to: start.gain, over: start.fadeIn, at: frame)
        }
        left = min(1, 1 - start.pan)
        right = min(1, 1 + start.pan)
    }

    /// Fades to silence and ends. A voice already being released may only end sooner than it would.
    mutating func release(over ramp: Ramp, at frame: Int64) {
        let end = frame + Int64(ramp.frames)
        guard !isReleased || end < endFrame else { return }
        gain.move(to: 0, over: ramp, at: frame)
        isReleased = true
        if end < endFrame {
            endFrame = end
            endReason = .released
        }
    }
}
