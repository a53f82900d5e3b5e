import CMixKernels

/// A voice that sounds. Plain data; the render thread alone touches it. What every piece and every change of gain needs
/// stands first and together.
struct Voice: BitwiseCopyable {
    /// The fields for a piece of a voice whose frames can be read in place and whose gain is constant or a line: kept
    /// together and computed ahead, so that the usual voice costs a few instructions a piece.
    struct Steady: BitwiseCopyable {
        enum Kind: UInt8 { case constant, moving, interpolated }

        /// The frame up to which it holds; the voice's last frame is never within.
        var until = Int64.min
        /// The line as the kernels read it, counted from mix frame 0; that of an interpolated voice is counted from the
        /// frame at which it started.
        var line = mix_voice()
        var kind = Kind.constant
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
    /// The gains of the balance for each channel.
    let balance: SIMD2<Float>

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
    /// Whether it no longer counts, and is only fading.
    var isStolen = false
    /// Neighbours in the order of starting, over all buses; stolen voices stand out of it.
    var elder: Int32 = -1
    var younger: Int32 = -1

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
        balance = SIMD2(min(1, 1 - start.pan), min(1, 1 + start.pan))
    }

    /// Whether its frames can be read in place and its gain is constant or a line up to `end`.
    func isSteadyInPlace(until end: Int64) -> Bool { steady.until >= end && steady.kind != .interpolated }

    /// Moves the gain from the one in force at `frame`.
    @inline(__always)
    mutating func move(to target: Float, over ramp: Ramp, at frame: Int64) {
        gain.move(to: target, over: ramp, at: frame)
        if steady.reach <= frame || !settleGain(from: frame) { steady.until = Int64.min }
    }

    /// Computes what holds from `now` on; answers whether it holds up to `end`.
    @inline(never)
    mutating func settle(from now: Int64, to end: Int64) -> Bool {
        guard clip.channels == 2, stream == nil, now < endFrame else { return false }
        if let converter {
            guard gain.isConstant(from: now), converter.pointee.isLinear else { return false }
            settle(from: now, through: converter)
            return steady.until >= end
        }
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
            steady.line.gain = gain.target * balance
            steady.kind = .constant
            return true
        }
        guard gain.isLinear else { return false }
        steady.until = min(steady.reach, gain.end)
        steady.line = gain.line(from: steady.line.source, balance: balance)
        steady.kind = .moving
        return true
    }

    /// Settles a voice at constant gain through a linear converter, as far as both neighbours are in the clip or in
    /// this round of the loop.
    private mutating func settle(from now: Int64, through converter: UnsafePointer<RateConverter>) {
        let position = firstFrame + converter.pointee.sourceFrame(at: Int(now - startFrame))
        let begin = (loops ? position / clip.frameCount * clip.frameCount : 0) - firstFrame
        let reach = converter.pointee.outputFrames(for: max(0, begin + clip.frameCount - 1))
        steady.until = min(endFrame - 1, startFrame + Int64(reach))
        steady.line.source = clip.samples.counted(from: Int64(begin))
        steady.line.gain = gain.target * balance
        steady.kind = .interpolated
    }

    /// Fades to silence and ends. A voice already being released may only end sooner than it would.
    mutating func release(over ramp: Ramp, at frame: Int64, reason: EndReason = .released) {
        let end = frame + Int64(ramp.frames)
        guard !isReleased || end < endFrame else { return }
        steady.reach = Int64.min
        move(to: 0, over: ramp, at: frame)
        isReleased = true
        if end < endFrame {
            endFrame = end
            endReason = reason
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
