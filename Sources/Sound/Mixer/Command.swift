/// Names a voice by a number from 0 to `maxVoices` - 1, which the caller chooses and may reuse after the voice has ended.
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
    static let countInAll = 10

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
public struct Command: @unchecked Sendable, BitwiseCopyable {
    enum Action: BitwiseCopyable {
        case start(VoiceStart)
        case release(VoiceID, Ramp)
        case setGain(BusID, GainStage, Float, Ramp)
        /// Starts measuring a bus into the blocks of its meter.
        case measure(BusID, UnsafeMutablePointer<Meter.Block>)
    }

    var action: Action
    let frame: Int64

    /// Starts a voice, whose first sample is heard at `frame`.
    public static func start(_ start: VoiceStart, at frame: Int64) -> Command {
        Command(action: .start(start), frame: frame)
    }

    /// Fades a voice out and ends it, irrevocably. With `.step`, `frame` is already silent.
    public static func release(_ voice: VoiceID, over ramp: Ramp, at frame: Int64) -> Command {
        Command(action: .release(voice, ramp), frame: frame)
    }

    /// Moves one gain stage of a bus to a linear target.
    public static func setGain(
        of bus: BusID, stage: GainStage, to gain: Float, over ramp: Ramp, at frame: Int64
    ) -> Command {
        Command(action: .setGain(bus, stage, gain, ramp), frame: frame)
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
