import CMixKernels

/// A playing voice. Plain data, used only by the render thread. Fields that every piece and every gain change needs
/// come first.
struct Voice: BitwiseCopyable {
    /// Precomputed fields for a piece of a voice whose frames can be read in place and whose gain is constant or
    /// linear, so that the usual voice costs a few instructions per piece.
    struct Steady: BitwiseCopyable {
        /// The frame up to which it is valid; never includes the voice's last frame.
        var until = Int64.min
        /// The gain in the kernels' format, counted from mix frame 0.
        var line = mix_voice()
        var isMoving = false
        /// The frame up to which it would be valid regardless of the gain; the smallest value if the source is unknown
        /// or needs conversion.
        var reach = Int64.min
    }

    /// The next voice on the same bus, in order of start. A pointer, because every piece walks the list and depends on
    /// it.
    var next: UnsafeMutablePointer<Voice>?
    private(set) var steady = Steady()
    var id: VoiceID
    let bus: UInt16
    var isReleased = false
    /// The first frame after the voice's end.
    var endFrame: Int64
    /// Changed only by `move` and `release`.
    private(set) var gain: GainRamp

    var previous: UnsafeMutablePointer<Voice>?
    var clip: Clip
    /// `nil` if the clip has the mixer's sample rate.
    var converter: UnsafePointer<RateConverter>?
    var stream: UnsafeMutablePointer<StreamedVoice.Shared>?
    var supply = Supply()
    var loops: Bool
    /// The clip's frame at `startFrame`.
    var firstFrame: Int
    var startFrame: Int64
    var endReason = EndReason.finished

    /// Creates a voice whose first frame is heard at `frame`.
    init(_ start: VoiceStart, at frame: Int64) {
        id = start.voice
        bus = start.bus.rawValue
        clip = start.clip
        loops = start.loops && start.clip.frameCount > 0
        firstFrame = loops ? start.firstFrame % start.clip.frameCount : start.firstFrame
        startFrame = frame
        converter = start.converter
        stream = start.stream
        let rest = min(start.mostFrames, loops ? Int.max : start.clip.frameCount - start.firstFrame)
        endFrame =
            rest == Int.max || stream != nil
            ? Int64.max : frame + Int64(start.converter?.pointee.outputFrames(for: rest) ?? rest)
        gain = GainRamp(constant: start.gain)
        if start.fadeIn.frames > 0 {
            gain = GainRamp(constant: 0)
            gain.move(to: start.gain, over: start.fadeIn, at: frame)
        }
    }

    /// Moves the gain from its current value at `frame`.
    @inline(__always)
    mutating func move(to target: Float, over ramp: Ramp, at frame: Int64) {
        gain.move(to: target, over: ramp, at: frame)
        if steady.reach <= frame || !settleGain(from: frame) { steady.until = Int64.min }
    }

    /// Computes the fields valid from `now` on; returns whether they are valid up to `end`.
    @inline(never)
    mutating func settle(from now: Int64, to end: Int64) -> Bool {
        guard clip.channels == 2, stream == nil, converter == nil, now < endFrame else { return false }
        var position = firstFrame + Int(now - startFrame)
        if loops { position %= clip.frameCount }
        steady.reach = min(endFrame - 1, now + Int64(clip.frameCount - position))
        steady.line.source = (clip.samples + 2 * position).counted(from: now)
        return settleGain(from: now) && steady.until >= end
    }

    /// Computes the fields within reach from the gain at `now`; returns whether there are any.
    @inline(__always)
    private mutating func settleGain(from now: Int64) -> Bool {
        if gain.isConstant(from: now) {
            steady.until = steady.reach
            steady.line.gain = gain.target
            steady.isMoving = false
            return true
        }
        guard gain.isLinear else { return false }
        steady.until = min(steady.reach, gain.end)
        steady.line = gain.line(from: steady.line.source)
        steady.isMoving = true
        return true
    }

    /// Fades out and ends. A voice that is already released can only end sooner.
    mutating func release(over ramp: Ramp, at frame: Int64) {
        let end = frame + Int64(ramp.frames)
        guard !isReleased || end < endFrame else { return }
        steady.reach = Int64.min
        move(to: 0, over: ramp, at: frame)
        isReleased = true
        if end < endFrame {
            endFrame = end
            endReason = .released
        }
    }
}

extension UnsafePointer<Float> {
    /// The address of stereo frame 0, given the address of frame `frame`: a base for offsets, often not readable
    /// itself.
    @inline(__always)
    func counted(from frame: Int64) -> UnsafePointer<Float>? {
        UnsafePointer(bitPattern: Int(bitPattern: self) &- 8 &* Int(frame))
    }
}
