/// The options with which a program is launched. By default the program resumes and pauses its sounds itself.
public struct LaunchOptions: Hashable, Sendable {
    public var kind: AppKind
    /// Whether it may sound in the background.
    public var backgroundAudio: Bool
    /// How its session ducks others.
    public var duck = Duck()
    /// Whether the device resumes its session and sounds after an interruption, because it has no button that a person
    /// could press.
    public var resumes = false
    /// Whether it receives `resumptionRecommended` after a refused start, under every rule book.
    public var wantsRecommendation = false
    /// Whether its first launch is in the background, where it may start to play as on the previous device.
    public var startsInBackground = false

    /// Describes a program; by default one on a desktop, where no app is suspended.
    public init(kind: AppKind = .app, backgroundAudio: Bool = true) {
        (self.kind, self.backgroundAudio) = (kind, backgroundAudio)
    }
}
