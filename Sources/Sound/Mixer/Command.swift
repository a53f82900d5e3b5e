/// Names a voice; the caller chooses it and may use it again once the voice has ended.
public struct VoiceID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    /// Names a voice by a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// Names a bus by its index, 0 to `maxBuses` - 1; the mix adds the buses in this order.
public struct BusID: Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    /// Names a bus by its index.
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
}

/// One of a bus's independent gains; they multiply, and each begins at 1.
public struct GainStage: Hashable, Sendable, BitwiseCopyable {
    /// The number of stages of a bus for both channels.
    public static let count = 8
    /// The stage of the left channel alone, and that of the right one: with both a bus is panned.
    public static let left = GainStage(8)
    public static let right = GainStage(9)
    /// With the stages of one channel.
    @usableFromInline static let countInAll = 10

    public let rawValue: UInt8

    /// Names a stage by its index, 0 to `count` - 1; what each of those means is the caller's affair.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }
}

/// The way a gain takes from where it is to its target.
public enum RampShape: UInt8, Sendable, BitwiseCopyable {
    /// A straight line in amplitude.
    case linear
    /// A straight line in decibels; over more than 60 dB, as to and from silence, an exponential over 60 dB instead.
    case decibels
    /// Half a cosine in amplitude: no corner at either end, the shape for switches and for silence.
    case raisedCosine
}

/// The length and the curve of a change of gain.
public struct Ramp: Hashable, Sendable, BitwiseCopyable {
    /// The longest ramp, in frames.
    public static let longestInFrames = 16_777_216
    /// No ramp: the gain is the target from the command's frame on.
    public static let step = Ramp(frames: 0)

    /// Frames from the command's frame to the first that has exactly the target's gain, 0 to `longestInFrames`.
    public let frames: Int
    /// The way taken.
    public let shape: RampShape

    /// Creates a ramp; it begins at the gain in force when its command takes effect, also in the middle of another ramp.
    public init(frames: Int, shape: RampShape = .raisedCosine) {
        self.frames = frames
        self.shape = shape
    }
}

/// The start of a voice: its frames, its bus, and its first gain.
public struct VoiceStart: @unchecked Sendable, BitwiseCopyable {
    /// The voice's name; it must not be in use.
    public var voice: VoiceID
    /// The frames to play.
    public var clip: Clip
    /// The bus it is added to.
    public var bus: BusID
    /// The clip's frame to begin with, 0 to the clip's frame count.
    public var firstFrame = 0
    /// Whether the clip begins again at its end, without a gap.
    public var loops = false
    /// The number of the clip's frames, counted over all rounds, after which the voice is at its end; 0 or more. A stream's
    /// end is the reader's affair.
    public var mostFrames = Int.max
    /// Linear gain, 0 to `Mixer.maximumGain`.
    public var gain: Float = 1
    /// The way from silence to `gain`; `.step` plays the very first sample at full gain.
    public var fadeIn: Ramp = .step
    /// Set by the mixer that the start is sent to, where the clip has another rate.
    var converter: UnsafePointer<RateConverter>?
    /// The stream that the frames come from instead of the clip's memory.
    var stream: UnsafeMutablePointer<StreamedVoice.Shared>?

    /// A voice that plays the whole clip once at gain 1.
    public init(voice: VoiceID, clip: Clip, bus: BusID) {
        self.voice = voice
        self.clip = clip
        self.bus = bus
    }
}

/// One change of the mix at one frame.
///
/// Frames count from the mixer's beginning. A frame already rendered means the beginning of the next period.
/// Commands may be sent in any order of time; those for the same frame take effect in the order they were sent.
public struct Command: Sendable, BitwiseCopyable {
    @usableFromInline
    enum Action: Sendable, BitwiseCopyable {
        case start(VoiceStart, at: Int64)
        case change(Order)
    }

    @usableFromInline let action: Action

    @inlinable init(action: Action) { self.action = action }

    /// Begins a voice: its first sample is heard at `frame`.
    @inlinable public static func start(_ start: VoiceStart, at frame: Int64) -> Command {
        Command(action: .start(start, at: frame))
    }

    /// Fades a voice to silence and ends it; it cannot be taken back. With `.step`, `frame` is already silent.
    @inlinable public static func release(_ voice: VoiceID, over ramp: Ramp, at frame: Int64) -> Command {
        Command(action: .change(Order(.release, voice.rawValue, ramp: ramp, at: frame)))
    }

    /// Moves a voice's gain to a linear target; a voice that is being released keeps fading.
    @inlinable public static func setGain(
        of voice: VoiceID, to gain: Float, over ramp: Ramp, at frame: Int64
    ) -> Command {
        Command(action: .change(Order(.setVoiceGain, voice.rawValue, gain: gain, ramp: ramp, at: frame)))
    }

    /// Moves one gain stage of a bus to a linear target.
    @inlinable public static func setGain(
        of bus: BusID, stage: GainStage, to gain: Float, over ramp: Ramp, at frame: Int64
    ) -> Command {
        Command(
            action: .change(
                Order(.setBusGain, UInt32(bus.rawValue), stage: stage, gain: gain, ramp: ramp, at: frame)))
    }
}

/// A command on its way to the render thread: small, because what a change of gain costs is mostly its way. A start's
/// further words take a way of their own beside it.
@usableFromInline
struct Order: Sendable, BitwiseCopyable {
    @usableFromInline enum Kind: UInt8, Sendable, BitwiseCopyable {
        case start, release, setVoiceGain, setBusGain
        /// The bus is measured from now on; its meter lies in the shared state.
        case measureBus
    }

    @usableFromInline let frame: Int64
    /// A voice, or for `setBusGain` a bus.
    @usableFromInline let target: UInt32
    @usableFromInline var gain: Float
    /// The smaller fields, in one word: a processor waits long for a value that it must piece together from several
    /// writes.
    @usableFromInline let details: UInt64

    @inlinable
    init(
        _ kind: Kind, _ target: UInt32, stage: GainStage = GainStage(0), gain: Float = 0, ramp: Ramp = .step,
        at frame: Int64
    ) {
        self.frame = frame
        self.target = target
        self.gain = gain
        // A length out of range stays so.
        let frames = ramp.isInRange ? UInt64(ramp.frames) : UInt64(UInt32.max)
        let small = UInt32(kind.rawValue) | UInt32(stage.rawValue) << 8 | UInt32(ramp.shape.rawValue) << 16
        details = frames << 32 | UInt64(small)
    }

    var kind: Kind { unsafeBitCast(UInt8(truncatingIfNeeded: details), to: Kind.self) }
    var stage: GainStage { GainStage(UInt8(truncatingIfNeeded: details >> 8)) }
    var voice: VoiceID { VoiceID(target) }
    var ramp: Ramp {
        let shape = unsafeBitCast(UInt8(truncatingIfNeeded: details >> 16), to: RampShape.self)
        return Ramp(frames: Int(truncatingIfNeeded: details >> 32), shape: shape)
    }
}

/// The result of sending a command.
public enum SendOutcome: Hashable, Sendable {
    /// The command will take effect at its frame.
    case queued
    /// The command will take effect, with the gain (not a number, negative or too large) brought into its range.
    case clamped
    /// Nothing was queued, as many commands wait for their frames as may: read the reports, let the mixer render, send it
    /// again.
    case full
    /// Nothing was queued, the command makes no sense to this mixer.
    case invalid(InvalidCommand)
}

/// The reason for which a command is invalid.
public enum InvalidCommand: Hashable, Sendable {
    /// The bus index is `maxBuses` or more.
    case busOutOfRange
    /// The stage index is `GainStage.count` or more, and not that of one channel.
    case stageOutOfRange
    /// The ramp is shorter than 0 or longer than `Ramp.longestInFrames`.
    case rampOutOfRange
    /// The first frame is negative or beyond the clip's end, or the most frames are negative.
    case firstFrameOutOfRange
}
