public import SessionCalls
public import SessionPolicy

/// The sounds that are heard from a moment on, and the output they are heard on.
public struct SoundScene: Sendable {
    /// The moment at which it was decided, in nanoseconds of the machine's steady clock.
    public var at: Int64
    /// The picture: the sounds that are heard, and how loud. It may hold the sounds of one process only.
    public var picture: Picture
    /// The sounds that begin from their beginning.
    public var started: [SoundReference]
    /// The moments at which running sounds end by themselves, as far as the policy knows, on the same clock.
    public var ends: [SoundReference: Int64] = [:]
    /// The sounds that leave the picture because they have run to their end: the rest of them is heard.
    public var finished: Set<SoundReference> = []
    /// The length of the ramp of an app's own level of a sound, where the app gives one.
    public var gainOver: [SoundReference: Length] = [:]
    /// The output that all sounds are heard on.
    public var output: SceneOutput

    /// Describes a scene.
    public init(
        at: Int64, picture: Picture, started: [SoundReference] = [], output: SceneOutput
    ) {
        (self.at, self.picture, self.started, self.output) = (at, picture, started, output)
    }
}

/// A fact that a sounder tells.
public enum SoundFact: Hashable, Sendable {
    /// A sound has been played to its end.
    case ended(SoundReference)
    /// A sound had to wait this long for its samples.
    case stalled(SoundReference, by: Length)
    /// The device bound to a port went away while it played. Its PCM is tried again; an accessory's only after a while,
    /// so that the policy can first say where sound goes.
    case lost(Port)
    /// The system has suspended the device, as when the machine sleeps.
    case suspended(Port)
    /// Another program has set the control that moves the volume in force, now or before it was opened; from 0 to 1,
    /// linear.
    case level(Double, isTurnedNow: Bool)
    /// A control could be opened and is moved from now on; or it is gone, and the volume is the mixer's.
    case control(VolumeControlName, isHeld: Bool)
}
