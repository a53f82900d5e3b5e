public import Mixer

/// The frames that a voice plays: in memory, or from a stream opened for each voice.
///
/// Positions are in its own frames and include completed passes.
public struct VoiceSource {
    /// The number of passes, or nil to play until stopped.
    public let rounds: Int?
    /// The first frame of a voice when the sound starts from its beginning.
    public var firstPlace: Int64 = 0
    /// The mixer's frame before which no voice starts.
    public var firstFrame = Int64.min
    /// The pan, from -1 (left) to 1 (right).
    public var pan: Float = 0
    private var material: Material
    private let frames: Int64
    /// Its rate in frames per second, or nil for the mixer's.
    private var rate: Int64?

    private enum Material {
        case clip(Clip, owner: AnyObject?)
        case stream((_ firstFrame: Int) -> StreamedVoice?)
    }

    /// Describes frames in memory.
    ///
    /// - Parameters:
    ///   - clip: The frames.
    ///   - owner: Keeps the frames alive, held by the interpreter until no voice plays them; pass all mixer reports to
    ///     `Interpreter.note` then. Nil if the caller keeps them alive.
    ///   - frames: The number of frames of the clip to play.
    ///   - loops: Whether it plays until stopped.
    ///   - rounds: The number of passes otherwise, 1 or more.
    public init(clip: Clip, owner: AnyObject? = nil, frames: Int, loops: Bool, rounds: Int = 1) {
        (material, self.frames, self.rounds) = (.clip(clip, owner: owner), Int64(frames), loops ? nil : max(1, rounds))
        rate = Int64(clip.sampleRate)
    }

    /// Describes a streamed sound. Pass all mixer reports to `Interpreter.note`, which keeps each stream until its
    /// voice has ended.
    ///
    /// - Parameters:
    ///   - frames: The length in frames at the stream's rate, or `Int.max` if unknown.
    ///   - loops: Whether the stream loops by itself.
    ///   - rate: Its rate in frames per second, or nil for the mixer's.
    ///   - open: Opens it at a frame of the sound, its first frames already read or about to be, or nil if it cannot be
    ///     read any more.
    public init(frames: Int, loops: Bool, rate: Int? = nil, open: @escaping (_ firstFrame: Int) -> StreamedVoice?) {
        (material, self.frames, rounds) = (.stream(open), Int64(frames), loops ? nil : 1)
        self.rate = rate.map { Int64($0) }
    }

    /// A silent source with this length and number of passes, for planning a replay.
    var withoutFrames: VoiceSource {
        guard let nothing = Self.nothing else { return self }
        var source = self
        source.material = .clip(nothing.clip, owner: nothing)
        return source
    }

    private static let nothing = try? ClipStorage(interleaved: [0], channelCount: 1, sampleRate: 48_000)

    /// The number of frames that a voice plays before it ends.
    var endPlace: Int64 {
        guard let rounds, frames < Int64(Int.max) else { return .max }
        let (end, overflow) = frames.multipliedReportingOverflow(by: Int64(rounds))
        return overflow ? .max : end
    }

    /// The ratio of its frames to the mixer's.
    func pace(_ mixerRate: Int64) -> Pace { Pace(sources: rate ?? mixerRate, outputs: mixerRate) }

    /// Returns a voice that continues after a number of frames and the object to keep alive with it, or nil if it
    /// cannot be read.
    func start(_ voice: VoiceID, after played: Int64, on bus: BusID) -> (start: VoiceStart, owner: AnyObject?)? {
        let isRound = rounds != 1 && frames > 0
        let place = Int(isRound && played < endPlace ? played % frames : min(played, frames))
        switch material {
        case .clip(let clip, let owner):
            var start = VoiceStart(voice: voice, clip: clip, bus: bus)
            start.loops = rounds != 1
            start.firstFrame = place
            if start.loops, endPlace != .max { start.mostFrames = Int(max(0, endPlace - played)) }
            return (start, owner)
        case .stream(let open):
            return open(place).map { (VoiceStart(voice: voice, stream: $0, bus: bus), $0) }
        }
    }
}

/// The ratio of a sound's frames to the mixer's.
struct Pace {
    /// The frames of the sound during `outputs` frames of the mixer.
    let sources: Int64
    /// The frames of the mixer during `sources` frames of the sound.
    let outputs: Int64

    func source(of frames: Int64) -> Int64 {
        sources == outputs ? frames : Int64(clamping: Int128(frames) * Int128(sources) / Int128(outputs))
    }

    func output(of frames: Int64) -> Int64 {
        guard sources != outputs, frames != .max else { return frames }
        return Int64(clamping: (Int128(frames) * Int128(outputs) + Int128(sources) - 1) / Int128(sources))
    }
}
