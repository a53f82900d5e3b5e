public import Mixer

/// The frames that a voice plays: in memory, or from a stream that is opened anew for each voice.
///
/// Places in it are counted in frames of its own, from the beginning of its first round.
public struct VoiceSource {
    /// The number of times it is played; nil until it is stopped.
    public private(set) var rounds: Int?
    /// The frame that a voice begins with where the sound starts from its beginning.
    public var firstPlace: Int64 = 0
    /// The frame of the mixer before which no voice of it begins.
    public var firstFrame = Int64.min
    /// The place between left, -1, and right, 1.
    public var pan: Float = 0
    private var material: Material
    private let frames: Int64
    /// Its frames that pass in a second; nil: as many as the mixer's.
    private var rate: Int64?

    private enum Material {
        case clip(Clip, owner: AnyObject?)
        case stream((_ firstFrame: Int) -> StreamedVoice?)
    }

    /// Describes frames in memory.
    ///
    /// - Parameters:
    ///   - clip: The frames.
    ///   - owner: Whose frames they are, held by the interpreter until no voice plays them. A caller that names an owner
    ///     hands all reports of the mixer to `Interpreter.note`. Nil where the caller keeps them as long as a voice may play them.
    ///   - frames: How many frames of the clip a voice plays.
    ///   - loops: Whether it begins again at its end.
    public init(clip: Clip, owner: AnyObject? = nil, frames: Int, loops: Bool) {
        (material, self.frames, rounds) = (.clip(clip, owner: owner), Int64(frames), loops ? nil : 1)
        rate = Int64(clip.sampleRate)
    }

    /// Describes a sound that is read while it plays. The caller of the interpreter hands all reports of the mixer to
    /// `Interpreter.note`, which keeps each stream until its voice is over.
    ///
    /// - Parameters:
    ///   - frames: How many frames it has, at the stream's rate; `Int.max` where that is unknown.
    ///   - loops: Whether the stream begins again at its end, by itself.
    ///   - rate: Its frames that pass in a second; nil: as many as the mixer's.
    ///   - open: Opens it at a frame of the sound, its first frames already read or about to be; nil where it cannot be
    ///     read any more.
    public init(frames: Int, loops: Bool, rate: Int? = nil, open: @escaping (_ firstFrame: Int) -> StreamedVoice?) {
        (material, self.frames, rounds) = (.stream(open), Int64(frames), loops ? nil : 1)
        self.rate = rate.map { Int64($0) }
    }

    /// Returns frames in memory that are played so many times and so fast.
    ///
    /// - Parameters:
    ///   - rounds: The number of rounds, 1 or more; nil to play until it is stopped.
    ///   - percent: The speed, 100 being unchanged; 1 to 1,000. A faster sound is higher, too.
    /// - Returns: Itself where it is a stream: rounds and speed are its reader's affair.
    public func played(_ rounds: Int?, percent: Int) -> VoiceSource {
        guard case .clip(let clip, let owner) = material else { return self }
        let clipRate = max(1_000, clip.sampleRate * percent / 100)
        guard
            let faster = try? Clip(
                samples: clip.samples, frameCount: clip.frameCount, channelCount: clip.channelCount,
                sampleRate: clipRate)
        else { return self }
        var source = VoiceSource(clip: faster, owner: owner, frames: Int(frames), loops: false)
        (source.firstPlace, source.firstFrame, source.pan) = (firstPlace, firstFrame, pan)
        source.rounds = rounds.map { max(1, $0) }
        return source
    }

    /// A source of silence with this length and these rounds, for finding out what a story takes.
    var withoutFrames: VoiceSource {
        guard let nothing = Self.nothing else { return self }
        var source = self
        source.material = .clip(nothing.clip, owner: nothing)
        return source
    }

    private static let nothing = try? ClipStorage(interleaved: [0], channelCount: 1, sampleRate: 48_000)

    /// The number of frames that a voice plays before it ends by itself.
    var endPlace: Int64 {
        guard let rounds, frames < Int64(Int.max) else { return .max }
        let (end, overflow) = frames.multipliedReportingOverflow(by: Int64(rounds))
        return overflow ? .max : end
    }

    /// The ratio of its frames to the mixer's.
    func pace(_ mixerRate: Int64) -> Pace { Pace(sources: rate ?? mixerRate, outputs: mixerRate) }

    /// A voice of it that goes on after so many frames, and what must live as long as the voice; nil where it cannot be
    /// read any more.
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
    /// The frames of the sound that pass in `outputs` frames of the mixer.
    let sources: Int64
    /// The frames of the mixer in which they pass.
    let outputs: Int64

    /// The number of frames of the sound that have passed.
    func source(of frames: Int64) -> Int64 {
        sources == outputs ? frames : Int64(clamping: Int128(frames) * Int128(sources) / Int128(outputs))
    }

    /// The number of frames of the mixer that it takes.
    func output(of frames: Int64) -> Int64 {
        guard sources != outputs, frames != .max else { return frames }
        return Int64(clamping: (Int128(frames) * Int128(outputs) + Int128(sources) - 1) / Int128(sources))
    }
}
