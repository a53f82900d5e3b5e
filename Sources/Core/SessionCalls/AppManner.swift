public import SessionPolicy

/// How a program is launched by its first call. Nothing is done in its stead but what the system does: it resumes and pauses
/// its sounds itself.
public struct AppManner: Hashable, Sendable {
    public var kind: AppKind
    /// Whether it may sound in the background.
    public var backgroundAudio: Bool
    /// How its session lowers others while it ducks them.
    public var duck = Duck()

    /// Describes a program; one on a desktop, where nobody is suspended, by default.
    public init(kind: AppKind = .app, backgroundAudio: Bool = true) {
        (self.kind, self.backgroundAudio) = (kind, backgroundAudio)
    }
}

/// What an app was on a device that is gone, and that no call can make it again.
public struct AppReturn: Hashable, Sendable {
    /// Whether it was in the foreground; else it comes back in the background, and may sound there as it did.
    public var wasInForeground: Bool
    /// Whether it was interrupted: it is told that this is over once nobody is left whom its return would interrupt.
    public var wasInterrupted: Bool

    /// Describes what an app was.
    public init(wasInForeground: Bool = false, wasInterrupted: Bool = false) {
        (self.wasInForeground, self.wasInterrupted) = (wasInForeground, wasInterrupted)
    }
}
