import Synchronization

/// The state that the control thread and the render thread share.
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

/// Mixes voices through buses to stereo: commands go in, periods of frames and reports come out.
///
/// Members belong to the control thread (`send`, `nextReport`; one thread at a time), to the render thread (`render`,
/// `renderer`; one thread at a time, without allocations or locks) or to any thread. Offline rendering makes the same
/// calls in turn on one thread; its samples do not depend on the period.
public final class Mixer: @unchecked Sendable {
    /// The largest linear gain of a voice or a stage, +24 dB; larger values are clamped.
    public static let maximumGain: Float = 16

    private let shared: UnsafeMutablePointer<SharedState>
    private let core: UnsafeMutablePointer<RenderCore>
    private let busCount: Int
    private let sampleRate: Int
    /// The meters of measured buses; extended by the control thread.
    private var meters: [BusID: Meter] = [:]
    /// The converters by the clips' sample rates; extended by the control thread.
    private var converters: [Int: UnsafeMutablePointer<RateConverter>] = [:]

    /// The mixer's latency in frames: the limiter's look-ahead, or 0 without a limiter.
    public let latencyInFrames: Int

    /// Allocates everything the mixer will ever need.
    ///
    /// - Throws: `MixerError` naming the configuration's invalid field.
    public init(_ configuration: MixerConfiguration = MixerConfiguration()) throws(MixerError) {
        try configuration.validate()
        shared = .allocate(capacity: 1)
        shared.initialize(to: SharedState(configuration))
        core = .allocate(capacity: 1)
        core.initialize(to: RenderCore(configuration, shared: shared))
        busCount = configuration.maxBuses
        sampleRate = configuration.sampleRate
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

    /// Sends a command to the render thread. Control thread only.
    ///
    /// The first start of a clip with another sample rate computes the conversion tables, which are kept.
    public func send(_ command: Command) -> SendOutcome {
        if let problem = problem(of: command) { return .invalid(problem) }
        guard shared.pointee.commands.freeCount > 0 else { return .full }
        var allowed = command
        var isClamped = false
        switch command.action {
        case .start(var start):
            isClamped = Self.clamp(&start.gain)
            if start.clip.sampleRate != sampleRate { start.converter = converter(from: start.clip.sampleRate) }
            allowed.action = .start(start)
        case .setGain(let bus, let stage, var gain, let ramp):
            isClamped = Self.clamp(&gain)
            allowed.action = .setGain(bus, stage, gain, ramp)
        case .release, .measure: break
        }
        _ = shared.pointee.commands.push(allowed)
        return isClamped ? .clamped : .queued
    }

    private func problem(of command: Command) -> InvalidCommand? {
        switch command.action {
        case .start(let start):
            if start.bus.rawValue >= busCount { return .busOutOfRange }
            guard (0...start.clip.frameCount).contains(start.firstFrame), start.mostFrames >= 0 else {
                return .firstFrameOutOfRange
            }
            return start.fadeIn.isInRange ? nil : .rampOutOfRange
        case .release(_, let ramp): return ramp.isInRange ? nil : .rampOutOfRange
        case .setGain(let bus, let stage, _, let ramp):
            if bus.rawValue >= busCount { return .busOutOfRange }
            if stage.rawValue >= GainStage.countInAll { return .stageOutOfRange }
            return ramp.isInRange ? nil : .rampOutOfRange
        case .measure(let bus, _): return bus.rawValue < busCount ? nil : .busOutOfRange
        }
    }

    /// Brings a gain into range, NaN to 0; returns whether it was outside.
    private static func clamp(_ gain: inout Float) -> Bool {
        let isInRange = (0...maximumGain).contains(gain)
        gain = gain.isNaN ? 0 : min(max(gain, 0), maximumGain)
        return !isInRange
    }

    /// Returns the oldest unread report, or `nil`. Control thread only.
    ///
    /// Read all reports at least every one or two periods. No report is lost: while there is no room for one, ended
    /// voices keep their slots and commands wait.
    public func nextReport() -> Report? { shared.pointee.reports.pop() }

    /// Returns the meter of a bus, and starts measuring with the next period. Control thread only; the meter itself may
    /// be read on any thread.
    ///
    /// A meter takes 6 KB for the mixer's lifetime.
    ///
    /// - Returns: Nil if no command can be sent now, or the bus does not exist.
    public func meter(of bus: BusID) -> Meter? {
        if let meter = meters[bus] { return meter }
        let meter = Meter()
        guard send(Command(action: .measure(bus, meter.blocks), frame: 0)) == .queued else { return nil }
        meters[bus] = meter
        return meter
    }

    /// Returns the tables for a sample rate, computing them on first use.
    private func converter(from rate: Int) -> UnsafePointer<RateConverter> {
        if let converter = converters[rate] { return UnsafePointer(converter) }
        let converter = UnsafeMutablePointer<RateConverter>.allocate(capacity: 1)
        converter.initialize(to: RateConverter(from: rate, to: sampleRate))
        converters[rate] = converter
        return UnsafePointer(converter)
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

    /// The renderer from which a device pulls its periods; the mixer must outlive the device's use of it.
    public var renderer: PeriodRenderer {
        PeriodRenderer(context: UnsafeMutableRawPointer(core)) { context, output, frames in
            context.assumingMemoryBound(to: RenderCore.self).pointee.render(
                into: output, frames: frames, stems: UnsafeBufferPointer(start: nil, count: 0))
        }
    }

    // MARK: Any thread

    /// The number of frames rendered so far, which is also the first frame of the next period.
    public var renderedFrames: Int64 { shared.pointee.renderedFrames.load(ordering: .acquiring) }

    /// The number of voices at the end of the last period.
    public var liveVoiceCount: Int { shared.pointee.liveVoices.load(ordering: .relaxed) }
}

/// A request for the output of one bus, after its gain stages and before the limiter.
public struct StemTap: @unchecked Sendable, BitwiseCopyable {
    /// The bus; silence if it does not exist.
    public let bus: BusID
    /// Room for as many interleaved stereo frames as are rendered.
    public let output: UnsafeMutablePointer<Float>

    /// Creates a request for a bus's output.
    public init(bus: BusID, output: UnsafeMutablePointer<Float>) {
        self.bus = bus
        self.output = output
    }
}

extension Ramp {
    var isInRange: Bool { (0...Self.longestInFrames).contains(frames) }
}
