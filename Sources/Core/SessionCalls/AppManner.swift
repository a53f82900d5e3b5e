public import SessionPolicy

/// The manner in which a program is launched by its first call. The device does for the program only what the system
/// does: the program resumes and pauses its sounds itself.
public struct AppManner: Hashable, Sendable {
    public var kind: AppKind
    /// Whether it may sound in the background.
    public var backgroundAudio: Bool
    /// The way in which its session lowers others while it ducks them.
    public var duck = Duck()

    /// Describes a program; by default one on a desktop, where no app is suspended.
    public init(kind: AppKind = .app, backgroundAudio: Bool = true) {
        (self.kind, self.backgroundAudio) = (kind, backgroundAudio)
    }
}

/// The state of an app on a device that is gone, as far as no call can restore it.
public struct AppReturn: Hashable, Sendable {
    /// Whether it was in the foreground; else it comes back in the background, and may sound there as it did.
    public var wasInForeground: Bool
    /// Whether it was interrupted: it is told that this is over once no app is left that its return would interrupt.
    public var wasInterrupted: Bool

    /// Describes what an app was.
    public init(wasInForeground: Bool = false, wasInterrupted: Bool = false) {
        (self.wasInForeground, self.wasInterrupted) = (wasInForeground, wasInterrupted)
    }
}
