public import SessionCalls
public import SessionPolicy

/// What is heard from a moment on.
public struct SoundScene: Sendable {
    /// When it was decided, in nanoseconds of the machine's steady clock.
    public var at: Int64
    /// Who is heard, and how loud; it may hold the sounds of one process only.
    public var picture: Picture
    /// The sounds that begin from their beginning.
    public var started: [SoundReference]
    /// When those that run end by themselves, as far as the policy knows, on the same clock.
    public var ends: [SoundReference: Int64] = [:]
    /// Those that leave the picture because they have run to their end: what is left of them is heard.
    public var finished: Set<SoundReference> = []
    /// How long the app's own level of a sound takes, where the app says so.
    public var gainOver: [SoundReference: Length] = [:]
    /// Where all is to be heard.
    public var output: SceneOutput

    /// Describes what is heard from a moment on.
    public init(
        at: Int64, picture: Picture, started: [SoundReference] = [], output: SceneOutput
    ) {
        (self.at, self.picture, self.started, self.output) = (at, picture, started, output)
    }
}

/// What a sounder tells of itself.
public enum SoundFact: Hashable, Sendable {
    /// A sound has been played to its end.
    case ended(SoundReference)
    /// A sound had to wait for its samples so long.
    case stalled(SoundReference, by: Length)
    /// The device that stood for a port went away while it played. What it stands for is tried again; if it is an
    /// accessory's, only after a while, so that the policy can say first where sound goes.
    case lost(Port)
    /// The system has suspended the device, as when the machine sleeps.
    case suspended(Port)
    /// Somebody else has set the control that moves the volume in force, or had set it before; from 0 to 1, linear.
    case level(Double, isTurnedNow: Bool)
    /// A control could be opened and is moved from now on; or it is gone, and the volume is the mixer's.
    case control(VolumeControlName, isHeld: Bool)
}
