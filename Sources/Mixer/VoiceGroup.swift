import CMixKernels

/// Voices that wait to be added in one pass over the bus: several voices a pass need fewer loads and stores of the
/// sum. The sum is the same as of one voice after the other.
struct VoiceGroup {
    private let voices: UnsafeMutablePointer<mix_voice>
    /// One piece of frames for each voice that cannot be read in place.
    private let scratch: UnsafeMutablePointer<Float>
    private var count = 0
    private var settled = true

    init() {
        voices = .allocate(capacity: Kernels.constantVoices)
        scratch = .allocate(capacity: Kernels.constantVoices * 2 * RenderCore.cellInFrames)
    }

    func deallocate() {
        voices.deallocate()
        scratch.deallocate()
    }

    /// Adds a voice whose gain is constant (`settled`) or one straight line for all `frames`.
    mutating func add(
        _ voice: UnsafePointer<Voice>, settled: Bool, into bus: UnsafeMutablePointer<Float>, from now: Int64,
        frames: Int, kernels: Kernels
    ) {
        if count > 0, settled != self.settled { flush(into: bus, from: now, frames: frames, kernels: kernels) }
        self.settled = settled
        let source = source(of: voice, from: now, frames: frames)
        if settled {
            let gain = voice.pointee.gain.target
            voices[count] = mix_voice(
                source: source, gain: (gain * voice.pointee.left, gain * voice.pointee.right), slope: (0, 0))
        } else {
            voices[count] = voice.pointee.line(from: now - now % Int64(RenderCore.cellInFrames), source: source)
        }
        count += 1
        if count == (settled ? Kernels.constantVoices : Kernels.rampVoices) {
            flush(into: bus, from: now, frames: frames, kernels: kernels)
        }
    }

    /// Adds the waiting voices to the bus.
    mutating func flush(into bus: UnsafeMutablePointer<Float>, from now: Int64, frames: Int, kernels: Kernels) {
        guard count > 0 else { return }
        if settled {
            kernels.addConstant(to: bus, voices, count: count, frames: frames)
        } else {
            let first = Int(now % Int64(RenderCore.cellInFrames))
            kernels.addRamp(to: bus, voices, count: count, first: first, frames: frames)
        }
        count = 0
    }

    /// The voice's stereo frames from `now` on: in place where the clip's memory has them so, else gathered.
    /// They stay until the group is flushed.
    func source(of voice: UnsafePointer<Voice>, from now: Int64, frames: Int) -> UnsafePointer<Float> {
        let clip = voice.pointee.clip
        var position = voice.pointee.firstFrame + Int(now - voice.pointee.startFrame)
        if voice.pointee.loops { position %= clip.frameCount }
        if clip.channels == 2, position + frames <= clip.frameCount { return clip.samples + 2 * position }
        let gathered = scratch + count * 2 * RenderCore.cellInFrames
        var done = 0
        while done < frames {
            let part = min(frames - done, clip.frameCount - position)
            mix_stereo_from_channels(
                gathered + 2 * done, clip.samples + position * clip.channelCount, clip.channelCount, part)
            done += part
            position = 0
        }
        return UnsafePointer(gathered)
    }
}

extension Voice {
    /// The voice in a linear ramp, as the kernel wants it: `cell` is the frame from which the kernel counts.
    func line(from cell: Int64, source: UnsafePointer<Float>) -> mix_voice {
        let line = gain.line(from: cell)
        return mix_voice(
            source: source, gain: (line.gain * left, line.gain * right), slope: (line.slope * left, line.slope * right))
    }
}
