import CMixKernels

/// The way of a bus's voices into their sum, for one piece. Several voices are added in one pass over the sum, which
/// needs fewer loads and stores; the sum is the same as of one voice after the other.
struct VoicePass {
    private let waiting: UnsafeMutablePointer<mix_voice>
    /// One piece of frames for each voice that cannot be read in place.
    private let scratch: UnsafeMutablePointer<Float>
    /// The sum of the voices that are interpolated at constant gain, before the two neighbours of each frame are added
    /// up: all of them and no others, because what is added where decides the last bit. And room for one voice.
    private let lanes: UnsafeMutablePointer<Float>
    private let scratchLanes: UnsafeMutablePointer<Float>
    private let interpolated: UnsafeMutablePointer<mix_voice>
    /// Where those that wait stand, and how many they are.
    private var place: RateConverter.Place?
    private var interpolatedCount = 0
    /// Whether nothing has been written to the lanes yet.
    private var lanesAreFresh = true
    /// Frames of a voice before its conversion to the mixer's rate.
    private let unconverted: UnsafeMutablePointer<Float>
    private static let unconvertedInFrames = 4_096
    private let kernels: Kernels

    private var sum: UnsafeMutablePointer<Float>
    private var now: Int64 = 0
    private var frames = 0
    /// The mix frame from which the kernels count, and how far `now` is from it.
    private var cell: Int64 = 0
    private var first = 0
    private var count = 0
    private var moving = false
    /// Whether nothing has been written to the sum yet.
    private var fresh = true

    init(kernels: Kernels) {
        self.kernels = kernels
        waiting = .allocateLines(capacity: Kernels.constantVoices)
        scratch = .allocateLines(capacity: Kernels.constantVoices * 2 * RenderCore.cellInFrames)
        lanes = .allocateLines(capacity: 4 * RenderCore.cellInFrames)
        scratchLanes = .allocateLines(capacity: 4 * RenderCore.cellInFrames)
        interpolated = .allocateLines(capacity: Kernels.interpolatedVoices)
        unconverted = .allocateLines(capacity: 2 * Self.unconvertedInFrames)
        sum = scratch
    }

    func deallocate() {
        waiting.deallocate()
        scratch.deallocate()
        lanes.deallocate()
        scratchLanes.deallocate()
        interpolated.deallocate()
        unconverted.deallocate()
    }

    /// Writes a sum of one voice, whose frames can be read in place and whose gain is constant or a line for the whole piece;
    /// answers whether it is loud.
    @inline(__always)
    func write(
        _ voice: UnsafePointer<Voice>, into sum: UnsafeMutablePointer<Float>, from now: Int64, frames: Int
    ) -> Bool {
        let source = voice.pointee.steadySource(at: now)
        if voice.pointee.steady.kind == .moving {
            let first = Int(now & Int64(RenderCore.cellInFrames - 1))
            var line = voice.pointee.line(from: now &- Int64(first), source: source)
            return kernels.addRamp(
                to: sum, &line, count: 1, fresh: true, watched: true, first: first, frames: frames)
        }
        var constant = mix_voice(source: source, gain: voice.pointee.steady.gain, slope: SIMD2())
        return kernels.addConstant(to: sum, &constant, count: 1, fresh: true, watched: true, frames: frames)
    }

    /// Begins a sum of the frames from `now` on; what `sum` holds does not matter.
    mutating func begin(_ sum: UnsafeMutablePointer<Float>, from now: Int64, frames: Int) {
        self.sum = sum
        self.now = now
        self.frames = frames
        first = Int(now & Int64(RenderCore.cellInFrames - 1))
        cell = now &- Int64(first)
        fresh = true
        lanesAreFresh = true
    }

    /// Writes what still waits; answers whether the sum may be loud.
    @inline(__always)
    mutating func finish() -> Bool {
        if count > 0, interpolatedCount == 0, lanesAreFresh { return writeWaiting(watched: true) }
        return finishWithLanes()
    }

    @inline(never)
    private mutating func finishWithLanes() -> Bool {
        flush()
        flushInterpolated()
        if lanesAreFresh {
            clear()
        } else {
            kernels.addLanes(to: sum, lanes, fresh: fresh, frames: frames)
            fresh = false
        }
        return true
    }

    /// Adds the voices from `first` on that are steady for the whole piece, up to `end`; answers the first that is not.
    mutating func addSteady(
        from first: UnsafeMutablePointer<Voice>?, until end: Int64
    ) -> UnsafeMutablePointer<Voice>? {
        // The count stays in a register from voice to voice: through memory each voice would wait for the one before.
        var (next, waited) = (first, count)
        while true {
            if !moving { next = addConstant(from: next, until: end, after: &waited) }
            guard let voice = next, voice.pointee.steady.until >= end else { break }
            if voice.pointee.steady.kind == .interpolated {
                addInterpolated(voice)
                next = voice.pointee.next
                continue
            }
            let moves = voice.pointee.steady.kind == .moving
            if moves != moving || waited == Kernels.rampVoices {
                count = waited
                flush()
                (waited, moving) = (0, moves)
            }
            guard moves else { continue }
            waiting[waited] = voice.pointee.line(from: cell, source: voice.pointee.steadySource(at: now))
            waited &+= 1
            next = voice.pointee.next
        }
        count = waited
        return next
    }

    /// Adds the voices at constant gain that come one after another; answers the first other one.
    @inline(__always)
    private mutating func addConstant(
        from first: UnsafeMutablePointer<Voice>?, until end: Int64, after waited: inout Int
    ) -> UnsafeMutablePointer<Voice>? {
        var next = first
        while let voice = next, voice.pointee.steady.until >= end, voice.pointee.steady.kind == .constant {
            // Written late, not when they are enough: the last write of all is watched.
            if waited == Kernels.constantVoices {
                count = waited
                flush()
                waited = 0
            }
            // The slopes of voices at constant gain are not read.
            waiting[waited].source = voice.pointee.steadySource(at: now)
            waiting[waited].gain = voice.pointee.steady.gain
            waited &+= 1
            next = voice.pointee.next
        }
        return next
    }

    /// Adds a voice part by part, up to `end`.
    mutating func addInParts(_ voice: UnsafePointer<Voice>, until end: Int64) {
        let gain = voice.pointee.gain
        let length = Int(end - now)
        guard length > 0 else { return }
        if !voice.pointee.supply.fade.isConstant(from: now) { return addFading(voice, frames: length) }
        let settled = gain.isConstant(from: now)
        if let converter = voice.pointee.converter, converter.pointee.isLinear {
            return addInterpolated(voice, moving: settled ? 0 : Int(min(gain.end, end) - now), frames: length)
        }
        if length == frames, settled || (gain.isLinear && gain.end >= end) {
            makeRoom(moving: !settled)
            let source = source(of: voice, frames: length)
            waiting[count] =
                settled ? voice.pointee.steady(source) : voice.pointee.line(from: cell, source: source)
            count += 1
            return
        }
        flush()
        clear()
        let source = source(of: voice, frames: length)
        let change = settled ? 0 : Int(min(gain.end, end) - now)
        if change > 0 { addMoving(voice, source: source, frames: change) }
        guard change < length else { return }
        var rest = voice.pointee.steady(source + 2 * change)
        kernels.addConstant(to: sum + 2 * change, &rest, count: 1, fresh: false, frames: length - change)
    }

    /// Adds a voice that is interpolated at constant gain for the whole piece. Not inlined: it would take the registers
    /// of the loop that calls it.
    @inline(never)
    private mutating func addInterpolated(_ voice: UnsafePointer<Voice>) {
        let place = voice.pointee.converter.unsafelyUnwrapped.pointee.place(of: Int(now &- voice.pointee.startFrame))
        if self.place?.offsets != place.offsets { flushInterpolated() }
        self.place = place
        let address = voice.pointee.steady.address &+ 8 &* place.sourceFrame
        interpolated[interpolatedCount].source = UnsafePointer<Float>(bitPattern: address).unsafelyUnwrapped
        interpolated[interpolatedCount].gain = voice.pointee.steady.gain
        interpolatedCount &+= 1
        if interpolatedCount == Kernels.interpolatedVoices { flushInterpolated() }
    }

    /// Adds the frames of an interpolated voice: those in which its gain moves to the sum, the others to the lanes.
    private mutating func addInterpolated(_ voice: UnsafePointer<Voice>, moving change: Int, frames length: Int) {
        if change > 0 {
            flush()
            clear()
            addMoving(voice, source: source(of: voice, frames: change), frames: change)
        }
        guard change < length, let converter = voice.pointee.converter?.pointee else { return }
        flushInterpolated()
        if lanesAreFresh { lanes.update(repeating: -0.0, count: 4 * frames) }
        lanesAreFresh = false
        let elapsed = Int(now - voice.pointee.startFrame)
        var done = change
        while done < length {
            let part = min(length - done, Self.mostFrames(through: converter))
            let place = converter.place(of: elapsed + done)
            let source = voice.pointee.frames(
                from: voice.pointee.firstFrame + place.sourceFrame,
                count: place.sourceFrames(to: part - 1) + converter.taps, scratch: unconverted)
            var voice = voice.pointee.steady(source)
            kernels.addInterpolated(
                to: lanes + 4 * done, &voice, count: 1, fresh: false, place: place, frames: part)
            done += part
        }
    }

    /// Adds the part of a voice in which its gain moves.
    private func addMoving(_ voice: UnsafePointer<Voice>, source: UnsafePointer<Float>, frames: Int) {
        if voice.pointee.gain.isLinear {
            var line = voice.pointee.line(from: cell, source: source)
            kernels.addRamp(to: sum, &line, count: 1, fresh: false, first: first, frames: frames)
            return
        }
        let gains = freeGains(frames: frames)
        voice.pointee.gain.apply(to: gains, from: now, count: frames)
        var shaped = mix_voice(source: source, gain: voice.pointee.balance, slope: SIMD2())
        kernels.addGains(to: sum, &shaped, gains: gains, frames: frames)
    }

    /// Adds a voice that fades out or in because of its stream, whatever else its gain does.
    @inline(never)
    private mutating func addFading(_ voice: UnsafePointer<Voice>, frames: Int) {
        flush()
        clear()
        let source = source(of: voice, frames: frames)
        let gains = freeGains(frames: frames)
        voice.pointee.gain.multiply(gains, from: now, count: frames)
        voice.pointee.supply.fade.multiply(gains, from: now, count: frames)
        var shaped = mix_voice(source: source, gain: voice.pointee.balance, slope: SIMD2())
        kernels.addGains(to: sum, &shaped, gains: gains, frames: frames)
    }

    /// Gains of 1, in the scratch memory of the voice after the first: nothing may wait.
    private func freeGains(frames: Int) -> UnsafeMutablePointer<Float> {
        let gains = scratch + 2 * RenderCore.cellInFrames
        gains.update(repeating: 1, count: frames)
        return gains
    }

    /// Makes a place among those that wait for one more whose gain moves, or does not.
    private mutating func makeRoom(moving: Bool) {
        if moving != self.moving || count == (moving ? Kernels.rampVoices : Kernels.constantVoices) { flush() }
        self.moving = moving
    }

    /// Adds those that wait.
    @inline(never)
    private mutating func flush() {
        if count > 0 { _ = writeWaiting(watched: false) }
    }

    /// Adds those that wait, one at least; answers whether the sum is loud, where it is watched.
    @inline(__always)
    private mutating func writeWaiting(watched: Bool) -> Bool {
        let (count, fresh) = (count, fresh)
        self.count = 0
        self.fresh = false
        if moving {
            return kernels.addRamp(
                to: sum, waiting, count: count, fresh: fresh, watched: watched, first: first, frames: frames)
        }
        return kernels.addConstant(to: sum, waiting, count: count, fresh: fresh, watched: watched, frames: frames)
    }

    private mutating func flushInterpolated() {
        guard interpolatedCount > 0, let place else { return }
        kernels.addInterpolated(
            to: lanes, interpolated, count: interpolatedCount, fresh: lanesAreFresh, place: place, frames: frames)
        lanesAreFresh = false
        interpolatedCount = 0
    }

    /// Makes the sum silence where nothing has been written yet.
    private mutating func clear() {
        guard fresh else { return }
        sum.update(repeating: 0, count: 2 * frames)
        fresh = false
    }

    /// The voice's stereo frames at the mixer's rate from `now` on: in place where the clip's memory has them so, else
    /// in scratch memory. They stay until the waiting voices are added.
    private func source(of voice: UnsafePointer<Voice>, frames: Int) -> UnsafePointer<Float> {
        let elapsed = Int(now - voice.pointee.startFrame)
        let scratch = self.scratch + count * 2 * RenderCore.cellInFrames
        guard let converter = voice.pointee.converter?.pointee else {
            return voice.pointee.frames(from: voice.pointee.firstFrame + elapsed, count: frames, scratch: scratch)
        }
        let most = Self.mostFrames(through: converter)
        var done = 0
        while done < frames {
            let part = min(frames - done, most)
            let first = converter.sourceFrame(at: elapsed + done)
            let last = converter.sourceFrame(at: elapsed + done + part - 1)
            let source = voice.pointee.frames(
                from: voice.pointee.firstFrame + first - converter.lead, count: last - first + converter.taps,
                scratch: unconverted)
            converter.convert(
                source, into: scratch + 2 * done, first: elapsed + done, frames: part, lanes: scratchLanes,
                kernels: kernels)
            done += part
        }
        return UnsafePointer(scratch)
    }

    /// How many frames at the mixer's rate `unconverted` has room for the source of.
    private static func mostFrames(through converter: RateConverter) -> Int {
        max(1, (unconvertedInFrames - converter.taps) * converter.outputs / converter.sources - 1)
    }
}

extension Voice {
    /// Stereo frames of the clip, silence before and after it; a loop's `position` counts on from round to round.
    fileprivate func frames(
        from position: Int, count: Int, scratch: UnsafeMutablePointer<Float>
    ) -> UnsafePointer<Float> {
        if let stream { return streamedFrames(stream, from: position, count: count, scratch: scratch) }
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
                Kernels.stereo(
                    target, from: clip.samples + place * clip.channelCount, channels: clip.channelCount, frames: part)
                done += part
                place += part
            }
            if loops, place == clip.frameCount { place = 0 }
        }
        return UnsafePointer(scratch)
    }
}

extension Voice {
    /// The voice at constant gain.
    fileprivate func steady(_ source: UnsafePointer<Float>) -> mix_voice {
        mix_voice(source: source, gain: gain.target * balance, slope: SIMD2())
    }

    /// The voice in a linear ramp; `cell` is the frame from which the kernel counts.
    @inline(__always)
    fileprivate func line(from cell: Int64, source: UnsafePointer<Float>) -> mix_voice {
        let (start, slope) = gain.line(from: cell)
        return mix_voice(source: source, gain: start * balance, slope: slope * balance)
    }
}
