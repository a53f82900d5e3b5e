import CMixKernels

/// A playing voice. Plain data, used only by the render thread.
struct Voice: BitwiseCopyable {
    /// The next voice on the same bus, in order of start. A pointer, because every piece walks the list and depends on
    /// it.
    var next: UnsafeMutablePointer<Voice>?
    var id: VoiceID
    let bus: UInt16
    var isReleased = false
    /// The first frame after the voice's end.
    var endFrame: Int64
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

    /// Returns the voice in the kernels' format, and the frame before its last up to which that is valid, if its frames
    /// from `now` to `end` can be read in place at a constant gain.
    func line(from now: Int64, to end: Int64) -> (line: mix_voice, until: Int64)? {
        guard clip.channelCount == 2, stream == nil, converter == nil, gain.isConstant(from: now) else { return nil }
        var position = firstFrame + Int(now - startFrame)
        if loops { position %= clip.frameCount }
        let until = min(endFrame - 1, now + Int64(clip.frameCount - position))
        guard until >= end else { return nil }
        return (mix_voice(source: (clip.samples + 2 * position).counted(from: now), gain: gain.target), until)
    }

    /// Fades out and ends. A voice that is already released can only end sooner.
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

extension UnsafePointer<Float> {
    /// The address of stereo frame 0, given the address of frame `frame`: a base for offsets, often not readable
    /// itself.
    @inline(__always)
    func counted(from frame: Int64) -> UnsafePointer<Float>? {
        UnsafePointer(bitPattern: Int(bitPattern: self) &- 8 &* Int(frame))
    }
}
