/// The options with which a program is launched by its first call. Unless it says otherwise, the device does for the
/// program only what the system does: the program resumes and pauses its sounds itself.
public struct LaunchOptions: Hashable, Sendable {
    public var kind: AppKind
    /// Whether it may sound in the background.
    public var backgroundAudio: Bool
    /// The way in which its session lowers others while it ducks them.
    public var duck = Duck()
    /// Whether the device resumes its session and its sounds when an interruption ends with leave, because no person could: it
    /// has no button. The program is told the end all the same.
    public var resumes = false
    /// Whether it is told `resumptionRecommended`, under every rule book, once what refused it a start is over.
    public var wantsRecommendation = false
    /// Whether its first launch leaves it in the background, where it may begin to play as it did on another device.
    public var startsInBackground = false

    /// Describes a program; by default one on a desktop, if no app is suspended.
    public init(kind: AppKind = .app, backgroundAudio: Bool = true) {
        (self.kind, self.backgroundAudio) = (kind, backgroundAudio)
    }
}
