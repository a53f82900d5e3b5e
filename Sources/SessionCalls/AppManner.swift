public import SessionPolicy

/// How a program is launched by its first call. Nothing is done in its stead but what the system does: it resumes and pauses
/// its sounds itself.
public struct AppManner: Hashable, Sendable {
    public var kind: AppKind
    /// Whether it may sound in the background.
    public var backgroundAudio: Bool

    /// Describes a program; one on a desktop, where nobody is suspended, by default.
    public init(kind: AppKind = .app, backgroundAudio: Bool = true) {
        (self.kind, self.backgroundAudio) = (kind, backgroundAudio)
    }
}
