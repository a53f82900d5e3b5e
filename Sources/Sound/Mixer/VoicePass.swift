import CMixKernels

/// Cached voices of a bus that can all be read in place at constant gain: while the row is valid, none of them has to be
/// examined.
struct VoiceRow: BitwiseCopyable {
    /// The index of its first line in the pass.
    var first = 0
    var count = 0
    /// The frame up to which it is valid, unless a voice of the bus is changed or added; before the end of any of its
    /// voices, so that an ending voice need not invalidate it.
    var until = Int64.min
}

/// Sums a bus's voices for one piece. Several voices are added in one pass over the sum, which saves loads and stores;
/// the result equals adding one voice after the other.
struct VoicePass {
    /// The lines of the cached rows, then of the waiting voices.
    private let lines: UnsafeMutablePointer<mix_voice>
    private var keptCount = 0
    /// The largest number of voices of a bus.
    private let most: Int
    /// A piece of frames for each waiting voice that cannot be read in place.
    private let scratch: UnsafeMutablePointer<Float>
    private static let scratchPieces = 8
    private var scratchCount = 0
    /// Frames of a voice before sample rate conversion.
    private let unconverted: UnsafeMutablePointer<Float>
    private static let unconvertedInFrames = 4_096
    private let kernels: Kernels

    private var sum: UnsafeMutablePointer<Float>
    private var now: Int64 = 0
    private var frames = 0
    /// The number of waiting voices, and the frame up to which their entries are valid.
    private var count = 0
    private var until = Int64.max
    /// Whether only waiting voices have been added.
    private var allWait = true
    /// Whether nothing has been written to the sum.
    private var fresh = true

    /// `voices` is the largest number on one bus.
    init(kernels: Kernels, voices: Int) {
        self.kernels = kernels
        most = voices
        // Rows are cached until no more than the largest would fit, so each is rebuilt only after as many voices have
        // been written, however many buses they are on.
        lines = .allocateLines(capacity: 2 * voices)
        scratch = .allocateLines(capacity: Self.scratchPieces * 2 * RenderCore.cellInFrames)
        unconverted = .allocateLines(capacity: 2 * Self.unconvertedInFrames)
        sum = scratch
    }

    func deallocate() {
        lines.deallocate()
        scratch.deallocate()
        unconverted.deallocate()
    }

    /// Writes the sum of a row that is valid for the whole piece.
    @inline(__always)
    func write(_ row: VoiceRow, into sum: UnsafeMutablePointer<Float>, from now: Int64, frames: Int) {
        kernels.addConstant(to: sum, lines + row.first, count: row.count, fresh: true, first: now, frames: frames)
    }

    /// Whether there may be no room for another row.
    var isFull: Bool { keptCount > most }

    mutating func dropRows() { keptCount = 0 }

    /// Begins a sum of the frames from `now` on, ignoring the contents of `sum`. There must be room.
    mutating func begin(_ sum: UnsafeMutablePointer<Float>, from now: Int64, frames: Int) {
        self.sum = sum
        self.now = now
        self.frames = frames
        fresh = true
        until = Int64.max
        allWait = true
    }

    /// Writes the waiting voices. If nothing else was added, `row` is set to a cached equivalent.
    mutating func finish(row: inout VoiceRow) {
        guard count > 0 else { return clear() }
        let kept = count
        writeWaiting()
        guard allWait else { return }
        row = VoiceRow(first: keptCount, count: kept, until: until)
        keptCount &+= kept
    }

    /// Adds a voice that is read in place for the whole piece, and whose line is valid until a frame.
    mutating func add(_ line: mix_voice, until: Int64) {
        waiting[count] = line
        count += 1
        self.until = min(self.until, until)
    }

    private var waiting: UnsafeMutablePointer<mix_voice> { lines + keptCount }

    mutating func addInParts(_ voice: UnsafePointer<Voice>, until end: Int64) {
        let gain = voice.pointee.gain
        let length = Int(end - now)
        allWait = false
        guard length > 0 else { return }
        if !voice.pointee.supply.fade.isConstant(from: now) { return addFading(voice, frames: length) }
        let change = min(length, gain.isConstant(from: now) ? 0 : Int(gain.end - now))
        if length == frames, change == 0 {
            if scratchCount == Self.scratchPieces { flush() }
            let source = source(of: voice, frames: length)
            waiting[count] = mix_voice(source: source.counted(from: now), gain: gain.target)
            count += 1
            scratchCount += 1
            return
        }
        flush()
        clear()
        let source = source(of: voice, frames: length)
        if change > 0 {
            let gains = freeGains(frames: change)
            gain.apply(to: gains, from: now, count: change)
            gains.doubleGains(count: change)
            kernels.addGains(to: sum, source, gains: gains, frames: change)
        }
        guard change < length else { return }
        var rest = mix_voice(source: source + 2 * change, gain: gain.target)
        kernels.addConstant(to: sum + 2 * change, &rest, count: 1, fresh: false, first: 0, frames: length - change)
    }

    /// Adds a voice that fades because of its stream, in addition to its own gain.
    @inline(never)
    private mutating func addFading(_ voice: UnsafePointer<Voice>, frames: Int) {
        flush()
        clear()
        let source = source(of: voice, frames: frames)
        let gains = freeGains(frames: frames)
        voice.pointee.gain.multiply(gains, from: now, count: frames)
        voice.pointee.supply.fade.multiply(gains, from: now, count: frames)
        gains.doubleGains(count: frames)
        kernels.addGains(to: sum, source, gains: gains, frames: frames)
    }

    /// Returns gains of 1, one for each frame, in the scratch memory of the second voice: none may be waiting.
    private func freeGains(frames: Int) -> UnsafeMutablePointer<Float> {
        let gains = scratch + 2 * RenderCore.cellInFrames
        gains.update(repeating: 1, count: frames)
        return gains
    }

    /// Adds the waiting voices.
    @inline(never)
    private mutating func flush() {
        guard count > 0 else { return }
        allWait = false
        writeWaiting()
    }

    /// Adds the waiting voices, of which there is at least one.
    @inline(__always)
    private mutating func writeWaiting() {
        let (count, fresh) = (count, fresh)
        self.count = 0
        scratchCount = 0
        self.fresh = false
        kernels.addConstant(to: sum, waiting, count: count, fresh: fresh, first: now, frames: frames)
    }

    /// Clears the sum if nothing has been written to it.
    private mutating func clear() {
        guard fresh else { return }
        sum.update(repeating: 0, count: 2 * frames)
        fresh = false
    }

    /// Returns the voice's stereo frames at the mixer's sample rate from `now` on: in place if possible, otherwise in
    /// scratch memory. They stay until the waiting voices are added.
    private func source(of voice: UnsafePointer<Voice>, frames: Int) -> UnsafePointer<Float> {
        let elapsed = Int(now - voice.pointee.startFrame)
        let scratch = self.scratch + scratchCount * 2 * RenderCore.cellInFrames
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
                source, into: scratch + 2 * done, first: elapsed + done, frames: part, kernels: kernels)
            done += part
        }
        return UnsafePointer(scratch)
    }

    /// The number of output frames for whose source `unconverted` has room.
    private static func mostFrames(through converter: RateConverter) -> Int {
        max(1, (unconvertedInFrames - converter.taps) * converter.outputs / converter.sources - 1)
    }
}

extension Voice {
    /// Returns stereo frames of the clip, with silence before and after it; a loop's `position` counts over all passes.
    fileprivate func frames(
        from position: Int, count: Int, scratch: UnsafeMutablePointer<Float>
    ) -> UnsafePointer<Float> {
        if let stream { return streamedFrames(stream, from: position, count: count, scratch: scratch) }
        var place = loops && position > 0 ? position % clip.frameCount : position
        if clip.channelCount == 2, place >= 0, place + count <= clip.frameCount { return clip.samples + 2 * place }
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
