/// Identifies a voice. The caller chooses it and may reuse it after the voice has ended.
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

/// One of a bus's independent gains, which are multiplied; each is initially 1.
public struct GainStage: Hashable, Sendable, BitwiseCopyable {
    /// The number of stages that affect both channels.
    public static let count = 8
    /// The stages of the left and the right channel, which pan a bus.
    public static let left = GainStage(8)
    public static let right = GainStage(9)
    /// Including the stages of single channels.
    @usableFromInline static let countInAll = 10

    public let rawValue: UInt8

    /// Names a stage by its index, 0 to `count` - 1; the caller decides what each stage is for.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }
}

/// The curve of a gain change.
public enum RampShape: UInt8, Sendable, BitwiseCopyable {
    /// Linear in amplitude.
    case linear
    /// Linear in decibels; over more than 60 dB, as to and from silence, an exponential over 60 dB instead.
    case decibels
    /// Half a cosine in amplitude, without corners at the ends: the shape for switches and for silence.
    case raisedCosine
}

/// The length and the curve of a change of gain.
public struct Ramp: Hashable, Sendable, BitwiseCopyable {
    /// The longest ramp, in frames.
    public static let longestInFrames = 16_777_216
    /// An immediate change from the command's frame on.
    public static let step = Ramp(frames: 0)

    /// The number of frames until the gain is exactly the target, 0 to `longestInFrames`.
    public let frames: Int
    /// The curve.
    public let shape: RampShape

    /// Creates a ramp. It begins at the gain in effect when its command takes effect, even in the middle of another
    /// ramp.
    public init(frames: Int, shape: RampShape = .raisedCosine) {
        self.frames = frames
        self.shape = shape
    }
}

/// The start of a voice: its frames, its bus, and its initial gain.
public struct VoiceStart: @unchecked Sendable, BitwiseCopyable {
    /// The voice's name; it must not be in use.
    public var voice: VoiceID
    /// The frames to play.
    public var clip: Clip
    /// The bus that it is added to.
    public var bus: BusID
    /// The first frame of the clip to play, 0 to the clip's frame count.
    public var firstFrame = 0
    /// Whether the clip repeats without a gap.
    public var loops = false
    /// The number of frames, over all passes, after which the voice ends; 0 or more. The reader decides the end of a
    /// stream.
    public var mostFrames = Int.max
    /// Linear gain, 0 to `Mixer.maximumGain`.
    public var gain: Float = 1
    /// The ramp from silence to `gain`; `.step` plays the first sample at full gain.
    public var fadeIn: Ramp = .step
    /// Set by the mixer to which the start is sent, if the clip has another sample rate.
    var converter: UnsafePointer<RateConverter>?
    /// The stream that supplies the frames, instead of the clip's memory.
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

    /// Starts a voice, whose first sample is heard at `frame`.
    @inlinable public static func start(_ start: VoiceStart, at frame: Int64) -> Command {
        Command(action: .start(start, at: frame))
    }

    /// Fades a voice out and ends it, irrevocably. With `.step`, `frame` is already silent.
    @inlinable public static func release(_ voice: VoiceID, over ramp: Ramp, at frame: Int64) -> Command {
        Command(action: .change(Order(.release, voice.rawValue, ramp: ramp, at: frame)))
    }

    /// Moves a voice's gain to a linear target; a released voice keeps fading.
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

/// A command in transit to the render thread, small because transport is most of the cost of a gain change. A start's
/// remaining data travels in a second ring.
@usableFromInline
struct Order: Sendable, BitwiseCopyable {
    @usableFromInline enum Kind: UInt8, Sendable, BitwiseCopyable {
        case start, release, setVoiceGain, setBusGain
        /// Starts measuring the bus; its meter is in the shared state.
        case measureBus
    }

    @usableFromInline let frame: Int64
    /// A voice, or for `setBusGain` a bus.
    @usableFromInline let target: UInt32
    @usableFromInline var gain: Float
    /// The smaller fields in one word: reading a value that was written in several pieces stalls the processor.
    @usableFromInline let details: UInt64

    @inlinable
    init(
        _ kind: Kind, _ target: UInt32, stage: GainStage = GainStage(0), gain: Float = 0, ramp: Ramp = .step,
        at frame: Int64
    ) {
        self.frame = frame
        self.target = target
        self.gain = gain
        // An invalid length stays invalid.
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
    /// The command will take effect with a clamped gain (it was negative, too large or NaN).
    case clamped
    /// Nothing was queued because too many commands are pending: read the reports, let the mixer render, and send it
    /// again.
    case full
    /// Nothing was queued because the command is invalid for this mixer.
    case invalid(InvalidCommand)
}

/// Why a command is invalid.
public enum InvalidCommand: Hashable, Sendable {
    /// The bus index is `maxBuses` or more.
    case busOutOfRange
    /// The stage index is `GainStage.count` or more, and does not name a channel's stage.
    case stageOutOfRange
    /// The ramp is shorter than 0 or longer than `Ramp.longestInFrames`.
    case rampOutOfRange
    /// The first frame is negative or beyond the clip's end, or `mostFrames` is negative.
    case firstFrameOutOfRange
}
