import Synchronization

/// What the control thread and the render thread both see.
struct SharedState: ~Copyable {
    let commands: Ring<Command>
    let reports: Ring<Report>
    let renderedFrames = Atomic<Int64>(0)
    let liveVoices = Atomic<Int>(0)

    init(_ configuration: MixerConfiguration) {
        commands = Ring(capacity: configuration.commandCapacity)
        reports = Ring(capacity: configuration.reportCapacity)
    }
}

/// Mixes voices through buses to stereo: commands go in, periods of frames come out, reports come back.
///
/// Three kinds of members: those of the control thread (`send`, `nextReport`; one thread at a time), those of the render
/// thread (`render`, `renderer`; one thread at a time, without allocation or lock) and those of any thread.
/// Offline rendering is the same calls, made in turn from one thread; its samples do not depend on the period.
public final class Mixer: @unchecked Sendable {
    /// The largest linear gain of a voice or a stage, +24 dB; more is brought down to it.
    public static let maximumGain: Float = 16

    private let shared: UnsafeMutablePointer<SharedState>
    private let core: UnsafeMutablePointer<RenderCore>
    private let busCount: Int
    private let sampleRate: Int
    private let resampling: ResamplingQuality
    /// By the clips' rate; the control thread adds to it.
    private var converters: [Int: UnsafeMutablePointer<RateConverter>] = [:]

    /// How many frames after its mix frame a sample leaves the mixer: the limiter's look-ahead, or 0 without limiter.
    public let latencyInFrames: Int

    /// Allocates everything the mixer will ever need.
    ///
    /// - Throws: `MixerError` naming the field of the configuration that is out of range.
    public init(_ configuration: MixerConfiguration = MixerConfiguration()) throws(MixerError) {
        try configuration.validate()
        shared = .allocate(capacity: 1)
        shared.initialize(to: SharedState(configuration))
        core = .allocate(capacity: 1)
        core.initialize(to: RenderCore(configuration, shared: shared))
        busCount = configuration.maxBuses
        sampleRate = configuration.sampleRate
        resampling = configuration.resampling
        latencyInFrames = configuration.limiter?.lookAheadInFrames ?? 0
    }

    deinit {
        for converter in converters.values {
            converter.pointee.deallocate()
            converter.deallocate()
        }
        core.pointee.deallocate()
        core.deinitialize(count: 1)
        core.deallocate()
        shared.deinitialize(count: 1)
        shared.deallocate()
    }

    // MARK: Control thread

    /// Hands a command to the render thread; the answer says what became of it. Control thread only.
    ///
    /// The first start of a clip of another rate computes that rate's tables, which are kept.
    public func send(_ command: Command) -> SendOutcome {
        var command = command
        if let problem = problem(of: command) { return .invalid(problem) }
        let clamped = command.clampLevels()
        if case .start(var start) = command.action, start.clip.sampleRate != sampleRate {
            start.converter = converter(from: start.clip.sampleRate)
            command.action = .start(start)
        }
        guard shared.pointee.commands.push(command) else { return .full }
        return clamped ? .clamped : .queued
    }

    /// The oldest report not yet read, or `nil`. Control thread only.
    ///
    /// Read them at least once in a period or two. No report is lost: while there is no room for one, voices that are
    /// over keep their slots and commands wait.
    public func nextReport() -> Report? { shared.pointee.reports.pop() }

    /// The tables for a rate, made at its first use.
    private func converter(from rate: Int) -> UnsafePointer<RateConverter> {
        if let converter = converters[rate] { return UnsafePointer(converter) }
        let converter = UnsafeMutablePointer<RateConverter>.allocate(capacity: 1)
        converter.initialize(to: RateConverter(from: rate, to: sampleRate, quality: resampling))
        converters[rate] = converter
        return UnsafePointer(converter)
    }

    private func problem(of command: Command) -> InvalidCommand? {
        switch command.action {
        case .start(let start):
            if Int(start.bus.rawValue) >= busCount { return .busOutOfRange }
            if !(0...start.clip.frameCount).contains(start.firstFrame) { return .firstFrameOutOfRange }
            return start.fadeIn.isInRange ? nil : .rampOutOfRange
        case .release(_, let ramp), .setVoiceGain(_, _, let ramp):
            return ramp.isInRange ? nil : .rampOutOfRange
        case .setBusGain(let bus, let stage, _, let ramp):
            if Int(bus.rawValue) >= busCount { return .busOutOfRange }
            if Int(stage.rawValue) >= GainStage.count { return .stageOutOfRange }
            return ramp.isInRange ? nil : .rampOutOfRange
        }
    }

    // MARK: Render thread

    /// Renders the next frames. Render thread only; allocates nothing, locks nothing.
    ///
    /// - Parameters:
    ///   - output: room for `frames` interleaved stereo frames.
    ///   - frames: 0 or more, any number at every call.
    public func render(into output: UnsafeMutablePointer<Float>, frames: Int) {
        core.pointee.render(into: output, frames: frames, stems: UnsafeBufferPointer(start: nil, count: 0))
    }

    /// Renders the next frames, and the given buses on their own as well. Render thread only.
    ///
    /// - Parameters:
    ///   - output: room for `frames` interleaved stereo frames.
    ///   - frames: 0 or more, any number at every call.
    ///   - stems: which buses, and where to; they come without the limiter and its latency.
    public func render(
        into output: UnsafeMutablePointer<Float>, frames: Int, stems: UnsafeBufferPointer<StemTap>
    ) {
        core.pointee.render(into: output, frames: frames, stems: stems)
    }

    /// What a device pulls its periods from; the mixer must outlive the device's use of it.
    public var renderer: PeriodRenderer {
        PeriodRenderer(context: UnsafeMutableRawPointer(core)) { context, output, frames in
            context.assumingMemoryBound(to: RenderCore.self).pointee.render(
                into: output, frames: frames, stems: UnsafeBufferPointer(start: nil, count: 0))
        }
    }

    // MARK: Any thread

    /// How many mix frames have been rendered: the frame the next period begins with.
    public var renderedFrames: Int64 { shared.pointee.renderedFrames.load(ordering: .acquiring) }

    /// How many voices held a slot when the last period ended.
    public var liveVoiceCount: Int { shared.pointee.liveVoices.load(ordering: .relaxed) }

    /// The instruction set the kernels use, for a benchmark's description of the machine.
    package var kernelName: String { core.pointee.kernels.name }
}

/// Where one bus goes on its own, after its gain stages and before the limiter.
public struct StemTap: @unchecked Sendable, BitwiseCopyable {
    /// The bus; one that does not exist stays silent.
    public let bus: BusID
    /// Room for as many interleaved stereo frames as are rendered.
    public let output: UnsafeMutablePointer<Float>

    /// Sends a bus to memory of its own.
    public init(bus: BusID, output: UnsafeMutablePointer<Float>) {
        self.bus = bus
        self.output = output
    }
}

extension Ramp {
    var isInRange: Bool { (0...Self.longestInFrames).contains(frames) }
}

extension Command {
    /// Brings gain and pan into their ranges; answers whether they were outside.
    mutating func clampLevels() -> Bool {
        switch action {
        case .start(var start):
            let (gain, pan) = (start.gain, start.pan)
            start.gain = Self.clamped(gain, 0...Mixer.maximumGain)
            start.pan = Self.clamped(pan, -1...1)
            action = .start(start)
            return start.gain != gain || start.pan != pan
        case .release:
            return false
        case .setVoiceGain(let voice, let gain, let ramp):
            let allowed = Self.clamped(gain, 0...Mixer.maximumGain)
            action = .setVoiceGain(voice, allowed, ramp)
            return allowed != gain
        case .setBusGain(let bus, let stage, let gain, let ramp):
            let allowed = Self.clamped(gain, 0...Mixer.maximumGain)
            action = .setBusGain(bus, stage, allowed, ramp)
            return allowed != gain
        }
    }

    /// The nearest value of the range; 0 for what is no number.
    private static func clamped(_ value: Float, _ range: ClosedRange<Float>) -> Float {
        value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
    }
}
