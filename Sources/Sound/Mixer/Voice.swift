import CMixKernels

/// A voice that sounds. Plain data; the render thread alone touches it. What every piece and every change of gain needs
/// stands first and together.
struct Voice: BitwiseCopyable {
    /// The fields for a piece of a voice whose frames can be read in place and whose gain is constant or a line: kept
    /// together and computed ahead, so that the usual voice costs a few instructions a piece.
    struct Steady: BitwiseCopyable {
        /// The frame up to which it holds; the voice's last frame is never within.
        var until = Int64.min
        /// The line as the kernels read it, counted from mix frame 0.
        var line = mix_voice()
        var isMoving = false
        /// The frame up to which it would hold were the gain's way left out; the beginning of time where the source is
        /// not known, or not one of frames as they will sound.
        var reach = Int64.min
    }

    /// The next on the same bus in the order they started. A pointer, because every piece walks along them and can do
    /// nothing ahead of knowing the next voice.
    var next: UnsafeMutablePointer<Voice>?
    private(set) var steady = Steady()
    var id: VoiceID
    let bus: UInt16
    var isReleased = false
    /// The first frame that does not sound any more.
    var endFrame: Int64
    /// Changed through `move` and `release` only.
    private(set) var gain: GainRamp

    var previous: UnsafeMutablePointer<Voice>?
    var clip: Clip
    /// `nil` where the clip has the mixer's rate.
    var converter: UnsafePointer<RateConverter>?
    var stream: UnsafeMutablePointer<StreamedVoice.Shared>?
    var supply = Supply()
    var loops: Bool
    /// The clip's frame that sounds at `startFrame`.
    var firstFrame: Int
    var startFrame: Int64
    var endReason = EndReason.finished

    /// A voice whose first frame sounds at `frame`.
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

    /// Moves the gain from the one in force at `frame`.
    @inline(__always)
    mutating func move(to target: Float, over ramp: Ramp, at frame: Int64) {
        gain.move(to: target, over: ramp, at: frame)
        if steady.reach <= frame || !settleGain(from: frame) { steady.until = Int64.min }
    }

    /// Computes what holds from `now` on; answers whether it holds up to `end`.
    @inline(never)
    mutating func settle(from now: Int64, to end: Int64) -> Bool {
        guard clip.channels == 2, stream == nil, converter == nil, now < endFrame else { return false }
        var position = firstFrame + Int(now - startFrame)
        if loops { position %= clip.frameCount }
        steady.reach = min(endFrame - 1, now + Int64(clip.frameCount - position))
        steady.line.source = (clip.samples + 2 * position).counted(from: now)
        return settleGain(from: now) && steady.until >= end
    }

    /// Computes from the gain, at `now`, what holds within reach; answers whether anything does.
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

    /// Fades to silence and ends. A voice already being released may only end sooner than it would.
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
    /// The address at which the stereo frame of number 0 would stand if this is the one of number `frame`: an address
    /// to count from, and seldom one to read at.
    @inline(__always)
    func counted(from frame: Int64) -> UnsafePointer<Float>? {
        UnsafePointer(bitPattern: Int(bitPattern: self) &- 8 &* Int(frame))
    }
}
