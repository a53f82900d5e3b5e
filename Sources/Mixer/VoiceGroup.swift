import CMixKernels

/// Voices that wait to be added in one pass over the bus: several voices a pass need fewer loads and stores of the
/// sum. The sum is the same as of one voice after the other.
struct VoiceGroup {
    private let voices: UnsafeMutablePointer<mix_voice>
    /// One piece of frames for each voice that cannot be read in place.
    private let scratch: UnsafeMutablePointer<Float>
    /// Frames of a voice before its conversion to the mixer's rate.
    private let unconverted: UnsafeMutablePointer<Float>
    private static let unconvertedInFrames = 4_096
    private var count = 0
    private var settled = true

    init() {
        voices = .allocate(capacity: Kernels.constantVoices)
        scratch = .allocate(capacity: Kernels.constantVoices * 2 * RenderCore.cellInFrames)
        unconverted = .allocate(capacity: 2 * Self.unconvertedInFrames)
    }

    func deallocate() {
        voices.deallocate()
        scratch.deallocate()
        unconverted.deallocate()
    }

    /// Adds a voice whose gain is constant (`settled`) or one straight line for all `frames`.
    mutating func add(
        _ voice: UnsafePointer<Voice>, settled: Bool, into bus: UnsafeMutablePointer<Float>, from now: Int64,
        frames: Int, kernels: Kernels
    ) {
        if count > 0, settled != self.settled { flush(into: bus, from: now, frames: frames, kernels: kernels) }
        self.settled = settled
        let source = source(of: voice, from: now, frames: frames, kernels: kernels)
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

    /// The voice's stereo frames at the mixer's rate from `now` on: in place where the clip's memory has them so, else
    /// in scratch memory. They stay until the group is flushed.
    func source(
        of voice: UnsafePointer<Voice>, from now: Int64, frames: Int, kernels: Kernels
    ) -> UnsafePointer<Float> {
        let elapsed = Int(now - voice.pointee.startFrame)
        let scratch = self.scratch + count * 2 * RenderCore.cellInFrames
        guard let converter = voice.pointee.converter?.pointee else {
            return voice.pointee.frames(from: voice.pointee.firstFrame + elapsed, count: frames, scratch: scratch)
        }
        let most = max(1, (Self.unconvertedInFrames - converter.taps) * converter.outputs / converter.sources - 1)
        var done = 0
        while done < frames {
            let part = min(frames - done, most)
            let first = converter.sourceFrame(at: elapsed + done)
            let last = converter.sourceFrame(at: elapsed + done + part - 1)
            let source = voice.pointee.frames(
                from: voice.pointee.firstFrame + first - converter.lead, count: last - first + converter.taps,
                scratch: unconverted)
            converter.convert(
                source, into: scratch + 2 * done, first: elapsed + done, frames: part, kernels: kernels)
            done += part
        }
        return UnsafePointer(scratch)
    }
}

extension Voice {
    /// Stereo frames of the clip, silence before and after it; a loop's `position` counts on from round to round.
    fileprivate func frames(
        from position: Int, count: Int, scratch: UnsafeMutablePointer<Float>
    ) -> UnsafePointer<Float> {
        var place = loops && position > 0 ? position % clip.frameCount : position
        if clip.channels == 2, place >= 0, place + count <= clip.frameCount { return clip.samples + 2 * place }
        var done = 0
        while done < count {
            let target = scratch + 2 * done
            if place < 0 || place >= clip.frameCount {
                let part = place < 0 ? min(count - done, -place) : count - done
                target.update(repeating: 0, count: 2 * part)
                done += part
                place += part
            } else {
                let part = min(count - done, clip.frameCount - place)
                mix_stereo_from_channels(
                    target, clip.samples + place * clip.channelCount, clip.channelCount, part)
                done += part
                place += part
            }
            if loops, place == clip.frameCount { place = 0 }
        }
        return UnsafePointer(scratch)
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
