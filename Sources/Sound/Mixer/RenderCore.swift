import CMixKernels
import Synchronization

/// The state of the render thread, accessed through a pointer to avoid reference counting. Time is divided at the ends
/// of periods, at commands and at the borders of cells of `cellInFrames`. Within such a piece every sample is a pure
/// function of the mix frame, and voices are always added in the same order, so the samples do not depend on the
/// period.
struct RenderCore {
    /// The longest piece.
    static let cellInFrames = 256

    let shared: UnsafeMutablePointer<SharedState>
    let kernels: Kernels
    var now: Int64 = 0
    var schedule: Schedule
    /// The voices by name; only those that play are initialized.
    let voices: UnsafeMutablePointer<Voice>
    let isPlaying: UnsafeMutablePointer<Bool>
    let maxVoices: Int
    var voiceCount = 0
    /// The fade of a stream around a wait: 5 ms.
    let shortFade: Ramp
    let buses: UnsafeMutablePointer<Bus>
    let busCount: Int
    /// The number of buses that have voices.
    var activeBuses = 0
    var limiter: Limiter?

    /// Ended voices that are not reported yet.
    let ending: UnsafeMutablePointer<UnsafeMutablePointer<Voice>>
    var endingCount = 0

    /// Voices that play streams.
    let streaming: UnsafeMutablePointer<UnsafeMutablePointer<Voice>>
    var streamingCount = 0

    let mixBuffer: UnsafeMutablePointer<Float>
    let busBuffer: UnsafeMutablePointer<Float>
    let gains: UnsafeMutablePointer<Float>
    let scratchGains: UnsafeMutablePointer<Float>
    var pass: VoicePass

    init(_ configuration: MixerConfiguration, shared: UnsafeMutablePointer<SharedState>) {
        self.shared = shared
        kernels = .best
        schedule = Schedule(capacity: powerOfTwo(atLeast: configuration.commandCapacity))
        shortFade = Ramp(frames: configuration.sampleRate / 200)
        maxVoices = configuration.maxVoices
        voices = .allocateLines(capacity: maxVoices)
        isPlaying = .allocate(capacity: maxVoices)
        isPlaying.initialize(repeating: false, count: maxVoices)
        busCount = configuration.maxBuses
        buses = .allocateLines(capacity: busCount)
        buses.initialize(repeating: Bus(), count: busCount)
        limiter = configuration.limiter.map { Limiter($0) }
        ending = .allocate(capacity: maxVoices)
        streaming = .allocate(capacity: maxVoices)
        mixBuffer = .allocateLines(capacity: 2 * Self.cellInFrames)
        busBuffer = .allocateLines(capacity: 2 * Self.cellInFrames)
        gains = .allocateLines(capacity: 2 * Self.cellInFrames)
        scratchGains = .allocateLines(capacity: 2 * Self.cellInFrames)
        pass = VoicePass(kernels: kernels, voices: maxVoices)
    }

    func deallocate() {
        schedule.deallocate()
        voices.deallocate()
        isPlaying.deallocate()
        buses.deallocate()
        limiter?.deallocate()
        ending.deallocate()
        streaming.deallocate()
        mixBuffer.deallocate()
        busBuffer.deallocate()
        gains.deallocate()
        scratchGains.deallocate()
        pass.deallocate()
    }

    /// Renders a period. The attributes make the compiler prove that no called code allocates, locks or counts
    /// references. The proof requires whole-module optimisation; the C kernels are exempt (see `Kernels`) and checked
    /// by a test.
    #if !DEBUG
        @_noLocks @_noAllocation
    #endif
    mutating func render(
        into output: UnsafeMutablePointer<Float>, frames: Int, stems: UnsafeBufferPointer<StemTap>
    ) {
        var done = 0
        while done < frames {
            readCommands()
            // Cells start at multiples of their length, a power of two.
            let cell = Self.cellInFrames &- Int(now & Int64(Self.cellInFrames - 1))
            var piece = min(frames &- done, cell)
            if schedule.nextFrame > now { piece = min(piece, Int(schedule.nextFrame &- now)) }
            if streamingCount > 0 { piece = lookAhead(frames: piece) }
            renderPiece(into: output + 2 &* done, frames: piece, stems: stems, at: done)
            if streamingCount > 0 { releaseStreamed(piece: now..<(now + Int64(piece))) }
            now &+= Int64(piece)
            done &+= piece
            if endingCount > 0 { reportEndings() }
        }
        if streamingCount > 0 { reportStarved() }
        shared.pointee.renderedFrames.store(now, ordering: .releasing)
        shared.pointee.liveVoices.store(voiceCount, ordering: .relaxed)
    }

    @inline(__always)
    private mutating func renderPiece(
        into output: UnsafeMutablePointer<Float>, frames: Int, stems: UnsafeBufferPointer<StemTap>, at offset: Int
    ) {
        if limiter == nil { return mixBuses(into: output, frames: frames, stems: stems, at: offset) }
        mixBuses(into: mixBuffer, frames: frames, stems: stems, at: offset)
        limiter!.process(mixBuffer, into: output, frames: frames, kernels: kernels)
    }

    private mutating func mixBuses(
        into mix: UnsafeMutablePointer<Float>, frames: Int, stems: UnsafeBufferPointer<StemTap>, at offset: Int
    ) {
        for tap in stems { (tap.output + 2 * offset).update(repeating: 0, count: 2 * frames) }
        var (fresh, left, index) = (true, activeBuses, 0)
        while left > 0 {
            defer { index += 1 }
            guard buses[index].first != nil else { continue }
            left -= 1
            // The first bus at gain 1 needs no buffer: the result is the same, bit for bit.
            let direct = fresh && stems.isEmpty && buses[index].isUnity(from: now)
            mixVoices(of: index, into: direct ? mix : busBuffer, frames: frames)
            if !direct {
                if let meter = buses[index].meter { measure(index, into: meter, frames: frames) }
                addBus(index, to: mix, fresh: fresh, frames: frames)
                for tap in stems where Int(tap.bus.rawValue) == index {
                    addBus(index, to: tap.output + 2 * offset, fresh: true, frames: frames)
                }
            }
            fresh = false
        }
        if fresh { mix.update(repeating: 0, count: 2 * frames) }
    }

    /// Adds the voices' sum in `busBuffer` through the gain stages.
    private func addBus(_ index: Int, to output: UnsafeMutablePointer<Float>, fresh: Bool, frames: Int) {
        if let gain = buses[index].constantGain(from: now) {
            var voice = mix_voice(source: busBuffer, left: gain.x, right: gain.y)
            return kernels.addConstant(to: output, &voice, count: 1, fresh: fresh, first: 0, frames: frames)
        }
        if fresh { output.update(repeating: 0, count: 2 * frames) }
        buses[index].fill(gains, scratch: scratchGains, from: now, count: frames)
        kernels.addGains(to: output, busBuffer, gains: gains, frames: frames)
    }

    /// Adds the voices of a bus in the order of their start, and notes those that end.
    @inline(__always)
    private mutating func mixVoices(of bus: Int, into sum: UnsafeMutablePointer<Float>, frames: Int) {
        let end = now &+ Int64(frames)
        guard buses[bus].row.until < end else {
            return pass.write(buses[bus].row, into: sum, from: now, frames: frames)
        }
        mixAnyVoices(of: bus, into: sum, until: end)
    }

    @inline(never)
    private mutating func mixAnyVoices(of bus: Int, into sum: UnsafeMutablePointer<Float>, until end: Int64) {
        if pass.isFull { dropRows() }
        pass.begin(sum, from: now, frames: Int(end &- now))
        var next = buses[bus].first
        while let voice = next {
            next = voice.pointee.next
            if let (line, until) = voice.pointee.line(from: now, to: end) {
                pass.add(line, until: until)
            } else if voice.pointee.endFrame > now {
                if voice.pointee.endFrame <= end { noteEnding(voice) }
                pass.addInParts(voice, until: min(min(end, voice.pointee.endFrame), voice.pointee.supply.readyUntil))
            }
        }
        pass.finish(row: &buses[bus].row)
    }

    @inline(never)
    private mutating func dropRows() {
        for bus in 0..<busCount { buses[bus].row = VoiceRow() }
        pass.dropRows()
    }

    // MARK: Streams

    /// Called before a piece is mixed. Returns how many of its frames can be mixed before a stream begins to fade or
    /// has faded.
    @inline(never)
    private mutating func lookAhead(frames: Int) -> Int {
        var until = now &+ Int64(frames)
        for place in 0..<streamingCount {
            let voice = streaming[place]
            guard voice.pointee.endFrame > now else { continue }
            until = min(until, voice.pointee.lookAhead(from: now, fade: shortFade))
            if voice.pointee.endFrame <= now { noteEnding(voice) }
        }
        return Int(until &- now)
    }

    /// Releases streamed frames that are no longer needed.
    @inline(never)
    private mutating func releaseStreamed(piece: Range<Int64>) {
        for place in 0..<streamingCount { streaming[place].pointee.release(piece: piece) }
    }
}
