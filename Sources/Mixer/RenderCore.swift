import CMixKernels
import Synchronization

/// Everything the render thread owns; it is reached through a pointer, so that no reference is counted.
///
/// Time is cut at the ends of periods, at commands and at the borders of cells of `cellInFrames`. Inside such a
/// piece every sample is a pure function of the mix frame, and voices are always added in the same order: the
/// samples do not depend on the period.
struct RenderCore {
    /// The longest piece; also the grid on which the gains of linear ramps are computed.
    static let cellInFrames = 256
    /// Samples beyond this magnitude before the buses' gains are taken for a defect of their source.
    static let wildMagnitude: Float = 1e15

    let shared: UnsafeMutablePointer<SharedState>
    var kernels: Kernels
    var now: Int64 = 0
    var schedule: Schedule
    var table: VoiceTable
    let buses: UnsafeMutablePointer<Bus>
    let busCount: Int
    var limiter: Limiter?

    /// Slots of voices that are over and not yet reported.
    let ending: UnsafeMutablePointer<Int32>
    var endingCount = 0

    let mixBuffer: UnsafeMutablePointer<Float>
    let busBuffer: UnsafeMutablePointer<Float>
    let gains: UnsafeMutablePointer<Float>
    var group: VoiceGroup

    init(_ configuration: MixerConfiguration, shared: UnsafeMutablePointer<SharedState>) {
        self.shared = shared
        kernels = .best
        schedule = Schedule(capacity: powerOfTwo(atLeast: configuration.commandCapacity))
        table = VoiceTable(capacity: configuration.maxVoices)
        busCount = configuration.maxBuses
        buses = .allocate(capacity: busCount)
        buses.initialize(repeating: Bus(), count: busCount)
        limiter = configuration.limiter.map { Limiter($0) }
        ending = .allocate(capacity: configuration.maxVoices)
        mixBuffer = .allocate(capacity: 2 * Self.cellInFrames)
        busBuffer = .allocate(capacity: 2 * Self.cellInFrames)
        gains = .allocate(capacity: Self.cellInFrames)
        group = VoiceGroup()
    }

    func deallocate() {
        schedule.deallocate()
        table.deallocate()
        buses.deallocate()
        limiter?.deallocate()
        ending.deallocate()
        mixBuffer.deallocate()
        busBuffer.deallocate()
        gains.deallocate()
        group.deallocate()
    }

    /// Renders a period. Allocates nothing, locks nothing.
    mutating func render(
        into output: UnsafeMutablePointer<Float>, frames: Int, stems: UnsafeBufferPointer<StemTap>
    ) {
        var done = 0
        while done < frames {
            drainCommands()
            applyDueCommands()
            let cell = Self.cellInFrames - Int(now % Int64(Self.cellInFrames))
            var piece = min(frames - done, cell)
            if let next = schedule.nextFrame, next > now { piece = Int(min(Int64(piece), next - now)) }
            mixPiece(frames: piece, stems: stems, at: done)
            let target = output + 2 * done
            if limiter == nil {
                target.update(from: mixBuffer, count: 2 * piece)
            } else {
                limiter!.process(mixBuffer, into: target, frames: piece, kernels: kernels)
            }
            now += Int64(piece)
            done += piece
            reportEndings()
        }
        reportSilenced()
        shared.pointee.renderedFrames.store(now, ordering: .releasing)
        shared.pointee.liveVoices.store(table.count, ordering: .relaxed)
    }

    /// Mixes all buses into `mixBuffer`. Where the result is wild it is done again bus by bus, silencing the frames at
    /// fault; looking only at the sum keeps the usual case fast.
    private mutating func mixPiece(frames: Int, stems: UnsafeBufferPointer<StemTap>, at offset: Int) {
        let endingBefore = endingCount
        mixBuses(frames: frames, stems: stems, at: offset, guarded: false)
        guard !(kernels.peak(mixBuffer, count: 2 * frames) <= Self.wildMagnitude) else { return }
        endingCount = endingBefore
        mixBuses(frames: frames, stems: stems, at: offset, guarded: true)
    }

    private mutating func mixBuses(
        frames: Int, stems: UnsafeBufferPointer<StemTap>, at offset: Int, guarded: Bool
    ) {
        mixBuffer.update(repeating: 0, count: 2 * frames)
        for tap in stems { (tap.output + 2 * offset).update(repeating: 0, count: 2 * frames) }
        for index in 0..<busCount where buses[index].first >= 0 {
            busBuffer.update(repeating: 0, count: 2 * frames)
            mixVoices(of: index, frames: frames)
            if guarded {
                buses[index].silencedFrames += mix_silence_wild_frames(busBuffer, Self.wildMagnitude, frames)
            }
            addBus(index, to: mixBuffer, frames: frames)
            for tap in stems where Int(tap.bus.rawValue) == index {
                addBus(index, to: tap.output + 2 * offset, frames: frames)
            }
        }
    }

    /// Adds the voices' sum in `busBuffer` through the gain stages.
    private func addBus(_ index: Int, to output: UnsafeMutablePointer<Float>, frames: Int) {
        var voice = mix_voice(source: UnsafePointer(busBuffer), gain: (1, 1), slope: (0, 0))
        if let gain = buses[index].constantGain(from: now) {
            voice.gain = (gain, gain)
            kernels.addConstant(to: output, &voice, count: 1, frames: frames)
        } else {
            buses[index].fill(gains, from: now, count: frames)
            kernels.addGains(to: output, &voice, gains: gains, frames: frames)
        }
    }

    /// Adds the voices of a bus to `busBuffer` in the order they started, and notes those that end.
    private mutating func mixVoices(of bus: Int, frames: Int) {
        let end = now + Int64(frames)
        var slot = buses[bus].first
        while slot >= 0 {
            let voice = table.voices + Int(slot)
            if voice.pointee.endFrame > now {
                if voice.pointee.endFrame <= end { noteEnding(slot) }
                mixVoice(voice, until: min(end, voice.pointee.endFrame), of: end)
            }
            slot = voice.pointee.next
        }
        group.flush(into: busBuffer, from: now, frames: frames, kernels: kernels)
    }

    /// Adds one voice: to the group that is mixed in one pass where its gain is constant or one line for the whole
    /// piece, else at once and part by part.
    private mutating func mixVoice(_ voice: UnsafePointer<Voice>, until end: Int64, of pieceEnd: Int64) {
        let gain = voice.pointee.gain
        let count = Int(end - now)
        let settled = gain.isConstant(from: now)
        if end == pieceEnd, settled || (gain.isLinear && gain.end >= end) {
            group.add(voice, settled: settled, into: busBuffer, from: now, frames: count, kernels: kernels)
            return
        }
        group.flush(into: busBuffer, from: now, frames: Int(pieceEnd - now), kernels: kernels)
        let source = group.source(of: voice, from: now, frames: count, kernels: kernels)
        let moving = settled ? 0 : Int(min(gain.end, end) - now)
        if moving > 0 { addMoving(voice, source: source, frames: moving) }
        guard moving < count else { return }
        var rest = mix_voice(
            source: source + 2 * moving,
            gain: (gain.target * voice.pointee.left, gain.target * voice.pointee.right), slope: (0, 0))
        kernels.addConstant(to: busBuffer + 2 * moving, &rest, count: 1, frames: count - moving)
    }

    /// Adds the part of a voice in which its gain moves.
    private func addMoving(_ voice: UnsafePointer<Voice>, source: UnsafePointer<Float>, frames: Int) {
        let cell = now - now % Int64(Self.cellInFrames)
        if voice.pointee.gain.isLinear {
            var line = voice.pointee.line(from: cell, source: source)
            kernels.addRamp(to: busBuffer, &line, count: 1, first: Int(now - cell), frames: frames)
        } else {
            gains.update(repeating: 1, count: frames)
            voice.pointee.gain.apply(to: gains, from: now, count: frames)
            var shaped = mix_voice(
                source: source, gain: (voice.pointee.left, voice.pointee.right), slope: (0, 0))
            kernels.addGains(to: busBuffer, &shaped, gains: gains, frames: frames)
        }
    }
}
