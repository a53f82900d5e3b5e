import CMixKernels

/// A bus whose voices can all be read in place, and are all at constant gain or all in a linear ramp: for as long as
/// the row holds, none of them need be looked at.
struct VoiceRow: BitwiseCopyable {
    /// The lines of the pass that are its voices.
    var first = 0
    var count = 0
    var moving = false
    /// The frame up to which it holds, unless a voice of the bus is changed or one is added; before that of its first voice
    /// to end, so that none need be told when a voice goes.
    var until = Int64.min
}

/// The way of a bus's voices into their sum, for one piece. Several voices are added in one pass over the sum, which
/// needs fewer loads and stores; the sum is the same as of one voice after the other.
struct VoicePass {
    /// The lines of the rows that are kept, then of the voices that wait.
    private let lines: UnsafeMutablePointer<mix_voice>
    private var keptCount = 0
    /// The largest number of voices of a bus.
    private let most: Int
    /// One piece of frames for each waiting voice that cannot be read in place.
    private let scratch: UnsafeMutablePointer<Float>
    private static let scratchPieces = 8
    private var scratchCount = 0
    /// Frames of a voice before its conversion to the mixer's rate.
    private let unconverted: UnsafeMutablePointer<Float>
    private static let unconvertedInFrames = 4_096
    private let kernels: Kernels

    private var sum: UnsafeMutablePointer<Float>
    private var now: Int64 = 0
    private var frames = 0
    /// The number of voices that wait, whether their gains move, and the frame up to which their entries hold.
    private var count = 0
    private var moving = false
    private var until = Int64.max
    /// Whether nothing has been added yet but what waits.
    private var allWait = true
    /// Whether nothing has been written to the sum yet.
    private var fresh = true

    /// `voices` is the most a bus can have.
    init(kernels: Kernels, voices: Int) {
        self.kernels = kernels
        most = voices
        // Rows are kept one after another until no more than the largest would fit: so each is made again only after as
        // many voices have been written, however many buses they are on.
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

    /// Writes the sum of a row that holds for the whole piece; answers whether it is loud.
    @inline(__always)
    func write(_ row: VoiceRow, into sum: UnsafeMutablePointer<Float>, from now: Int64, frames: Int) -> Bool {
        add(
            lines + row.first, count: row.count, moving: row.moving, to: sum, fresh: true, watched: true, from: now,
            frames: frames)
    }

    /// Writes the sum of one voice, steady and in place for the whole piece; answers whether it is loud.
    @inline(__always)
    func write(
        _ voice: UnsafePointer<Voice>, into sum: UnsafeMutablePointer<Float>, from now: Int64, frames: Int
    ) -> Bool {
        withUnsafePointer(to: voice.pointee.steady.line) {
            add(
                $0, count: 1, moving: voice.pointee.steady.isMoving, to: sum, fresh: true, watched: true,
                from: now, frames: frames)
        }
    }

    @inline(__always)
    private func add(
        _ lines: UnsafePointer<mix_voice>, count: Int, moving: Bool, to sum: UnsafeMutablePointer<Float>, fresh: Bool,
        watched: Bool, from now: Int64, frames: Int
    ) -> Bool {
        if moving {
            return kernels.addRamp(
                to: sum, lines, count: count, fresh: fresh, watched: watched, first: now, frames: frames)
        }
        return kernels.addConstant(
            to: sum, lines, count: count, fresh: fresh, watched: watched, first: now, frames: frames)
    }

    /// Whether there may be no room to write another row.
    var isFull: Bool { keptCount > most }

    /// Gives the memory of all rows back.
    mutating func dropRows() { keptCount = 0 }

    /// Begins a sum of the frames from `now` on; what `sum` holds does not matter. There must be room.
    mutating func begin(_ sum: UnsafeMutablePointer<Float>, from now: Int64, frames: Int) {
        self.sum = sum
        self.now = now
        self.frames = frames
        fresh = true
        moving = false
        until = Int64.max
        allWait = true
    }

    /// Writes what still waits; answers whether the sum may be loud. If that is all there is, `row` becomes what can be
    /// written in its stead from now on.
    @inline(__always)
    mutating func finish(row: inout VoiceRow) -> Bool {
        guard count > 0 else {
            clear()
            return true
        }
        guard allWait else { return writeWaiting(watched: true) }
        row = VoiceRow(first: keptCount, count: count, moving: moving, until: until)
        let isLoud = writeWaiting(watched: true)
        keptCount &+= row.count
        return isLoud
    }

    /// Adds the voices from `first` on that are steady for the whole piece, up to `end`; answers the first that is not.
    mutating func addSteady(
        from first: UnsafeMutablePointer<Voice>?, until end: Int64
    ) -> UnsafeMutablePointer<Voice>? {
        var next = first
        while true {
            next = addRun(from: next, until: end)
            guard let voice = next, voice.pointee.steady.until >= end else { return next }
            flush()
            moving.toggle()
        }
    }

    /// Adds the steady voices of one kind that come one after another; answers the first other one.
    @inline(__always)
    private mutating func addRun(
        from first: UnsafeMutablePointer<Voice>?, until end: Int64
    ) -> UnsafeMutablePointer<Voice>? {
        let moving = moving
        // These stay in registers from voice to voice: through memory each voice would wait for the one before.
        var (next, until, line) = (first, until, waiting + count)
        while let voice = next, voice.pointee.steady.until >= end, voice.pointee.steady.isMoving == moving {
            until = min(until, voice.pointee.steady.until)
            line.pointee = voice.pointee.steady.line
            line += 1
            next = voice.pointee.next
        }
        self.until = until
        count = line - waiting
        return next
    }

    private var waiting: UnsafeMutablePointer<mix_voice> { lines + keptCount }

    /// Adds a voice part by part, up to `end`.
    mutating func addInParts(_ voice: UnsafePointer<Voice>, until end: Int64) {
        let gain = voice.pointee.gain
        let length = Int(end - now)
        allWait = false
        guard length > 0 else { return }
        if !voice.pointee.supply.fade.isConstant(from: now) { return addFading(voice, frames: length) }
        let settled = gain.isConstant(from: now)
        if length == frames, settled || (gain.isLinear && gain.end >= end) {
            makeRoom(moving: !settled)
            let source = source(of: voice, frames: length)
            let origin = source.counted(from: now)
            waiting[count] = settled ? mix_voice(origin, gain: gain.target) : gain.line(from: origin)
            count += 1
            scratchCount += 1
            return
        }
        flush()
        clear()
        let source = source(of: voice, frames: length)
        let change = settled ? 0 : Int(min(gain.end, end) - now)
        if change > 0 { addMoving(voice, source: source, frames: change) }
        guard change < length else { return }
        var rest = mix_voice(source + 2 * change, gain: gain.target)
        kernels.addConstant(to: sum + 2 * change, &rest, count: 1, fresh: false, first: 0, frames: length - change)
    }

    private func addMoving(_ voice: UnsafePointer<Voice>, source: UnsafePointer<Float>, frames: Int) {
        if voice.pointee.gain.isLinear {
            var line = voice.pointee.gain.line(from: source.counted(from: now))
            kernels.addRamp(to: sum, &line, count: 1, fresh: false, first: now, frames: frames)
            return
        }
        let gains = freeGains(frames: frames)
        voice.pointee.gain.apply(to: gains, from: now, count: frames)
        kernels.addGains(to: sum, source, gains: gains, frames: frames)
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
        kernels.addGains(to: sum, source, gains: gains, frames: frames)
    }

    /// Gains of 1, in the scratch memory of the voice after the first: nothing may wait.
    private func freeGains(frames: Int) -> UnsafeMutablePointer<Float> {
        let gains = scratch + 2 * RenderCore.cellInFrames
        gains.update(repeating: 1, count: frames)
        return gains
    }

    /// Makes a place among those that wait for one more whose gain moves, or does not, and which may need scratch memory.
    private mutating func makeRoom(moving: Bool) {
        if moving != self.moving || scratchCount == Self.scratchPieces { flush() }
        self.moving = moving
    }

    /// Adds those that wait.
    @inline(never)
    private mutating func flush() {
        guard count > 0 else { return }
        allWait = false
        _ = writeWaiting(watched: false)
    }

    /// Adds those that wait, one at least; answers whether the sum is loud, where it is watched.
    @inline(__always)
    private mutating func writeWaiting(watched: Bool) -> Bool {
        let (count, fresh) = (count, fresh)
        self.count = 0
        scratchCount = 0
        self.fresh = false
        return add(
            waiting, count: count, moving: moving, to: sum, fresh: fresh, watched: watched, from: now, frames: frames)
    }

    /// Makes the sum silence if nothing has been written yet.
    private mutating func clear() {
        guard fresh else { return }
        sum.update(repeating: 0, count: 2 * frames)
        fresh = false
    }

    /// The voice's stereo frames at the mixer's rate from `now` on: in place where the clip's memory has them so, else
    /// in scratch memory. They stay until the waiting voices are added.
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

    /// The number of frames at the mixer's rate for whose source `unconverted` has room.
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
