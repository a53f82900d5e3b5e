/// A fact that a process tells: the progress of its sounds, or an event of the devices that it holds.
///
/// A fact is never refused; one that means nothing any more, because the sound has ended meanwhile, changes nothing.
public enum ProcessFact: Hashable, Sendable {
    /// A sound has so much to go, if it continues by itself: it was sought in, its rate or its loops changed, or its
    /// device plays late. Nil: it has no end. Zero: it is at its end.
    case soundMoved(String, remaining: Length?)
    /// A sound cannot continue; the reason is a sentence.
    case soundFailed(String, reason: String)
    /// A recording cannot be kept, or nothing can be captured; the reason is a sentence.
    case recordingFailed(reason: String)
    /// The device behind an output is gone. For an accessory that is as good as being pulled out.
    case outputLost(Port)
    /// The device behind an input is gone.
    case inputLost(Port)
    /// Another program has turned the volume control that the process holds; 0 to 1, linear.
    case volumeTurned(to: Double)
    /// The app follows calls from now on: it is told of each change of the device's calls.
    case followsCalls
    /// The app's own description of what it plays; nil takes it back.
    case nowPlaying(NowPlayingInfo?)
    /// The way in which the app's session lowers others while it ducks them, from the app's next launch on.
    case ducks(Duck)
}
