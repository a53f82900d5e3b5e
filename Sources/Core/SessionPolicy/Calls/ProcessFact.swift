/// A fact from a process about its sounds or its devices.
///
/// A fact is never refused. An outdated one has no effect.
public enum ProcessFact: Hashable, Sendable {
    /// The remaining time of a sound has changed, by a seek, a change of rate or loops, or a stall. Nil: endless. Zero:
    /// at its end.
    case soundMoved(String, remaining: Length?)
    /// A sound cannot continue; the reason is a sentence.
    case soundFailed(String, reason: String)
    /// A recording failed; the reason is a sentence.
    case recordingFailed(reason: String)
    /// The device of an output is gone. For an accessory this counts as an unplug.
    case outputLost(Port)
    /// The device of an input is gone.
    case inputLost(Port)
    /// Another program has turned the volume control that the process holds; 0 to 1, linear.
    case volumeTurned(to: Double)
    /// The app follows calls from now on.
    case followsCalls
    /// The app's Now Playing info, or nil to clear it.
    case nowPlaying(NowPlayingInfo?)
    /// How the app's session ducks others, from its next launch on.
    case ducks(Duck)
    /// The program's code handles the notice of this number now; 0: it has returned. Only for a host that asks for it.
    case handles(notice: UInt64)
}
