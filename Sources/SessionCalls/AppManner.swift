public import SessionPolicy

/// How an app is launched by its first call.
public struct AppManner: Hashable, Sendable {
    public var kind: AppKind
    public var backgroundAudio: Bool
    /// Whether the device lets its sounds go on by themselves after an interruption; a real program does that itself.
    public var resumes: Bool

    /// Describes an app; a real program on a desktop, where nobody is suspended, by default.
    public init(kind: AppKind = .app, backgroundAudio: Bool = true, resumes: Bool = false) {
        (self.kind, self.backgroundAudio, self.resumes) = (kind, backgroundAudio, resumes)
    }
}
