public import Mixer

/// What a voice plays: frames in memory, or a stream that is opened anew for each voice.
public struct VoiceSource {
    /// Whether it begins again at its end.
    public let loops: Bool
    private let material: Material
    private let frames: Int64

    private enum Material {
        case clip(Clip, owner: AnyObject?)
        case stream((_ firstFrame: Int) -> StreamedVoice?)
    }

    /// Describes frames in memory.
    ///
    /// - Parameters:
    ///   - clip: The frames.
    ///   - owner: Whose frames they are, held by the interpreter until no voice plays them; whoever names one hands all
    ///     reports of the mixer to `Interpreter.note`. Nil where the caller keeps them as long as a voice may play them.
    ///   - frames: How many frames of the mixer a voice plays of it.
    ///   - loops: Whether it begins again at its end.
    public init(clip: Clip, owner: AnyObject? = nil, frames: Int, loops: Bool) {
        (material, self.frames, self.loops) = (.clip(clip, owner: owner), Int64(frames), loops)
    }

    /// Describes a sound that is read while it plays. Whoever interprets it hands all reports of the mixer to
    /// `Interpreter.note`, which keeps each stream until its voice is over.
    ///
    /// - Parameters:
    ///   - frames: How many frames it has, at the mixer's rate.
    ///   - loops: Whether the stream begins again at its end, by itself.
    ///   - open: Opens it at a frame of the sound, its first frames already read; nil where it cannot be read any more.
    public init(frames: Int, loops: Bool, open: @escaping (_ firstFrame: Int) -> StreamedVoice?) {
        (material, self.frames, self.loops) = (.stream(open), Int64(frames), loops)
    }

    /// The same, going round where `always` says so.
    public func looping(_ always: Bool) -> VoiceSource {
        VoiceSource(material, frames: frames, loops: loops || always)
    }

    private init(_ material: Material, frames: Int64, loops: Bool) {
        (self.material, self.frames, self.loops) = (material, frames, loops)
    }

    /// How many frames a voice of it plays before it ends by itself.
    var endPlace: Int64 { loops ? .max : frames }

    /// A voice of it that goes on after so many frames, and what must live as long as the voice; nil where it cannot be
    /// read any more.
    func start(_ voice: VoiceID, after played: Int64, on bus: BusID) -> (start: VoiceStart, owner: AnyObject?)? {
        let place = Int(loops && frames > 0 ? played % frames : min(played, frames))
        switch material {
        case .clip(let clip, let owner):
            var start = VoiceStart(voice: voice, clip: clip, bus: bus)
            start.loops = loops
            start.firstFrame = place
            return (start, owner)
        case .stream(let open):
            return open(place).map { (VoiceStart(voice: voice, stream: $0, bus: bus), $0) }
        }
    }
}
