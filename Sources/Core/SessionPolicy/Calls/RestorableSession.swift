/// An app's session as its device last reported it, to be declared on another device.
public struct RestorableSession: Hashable, Sendable {
    public var isInForeground = false
    /// Whether the app is running; otherwise nothing is declared.
    public var isLaunched = false
    public var category = Category.soloAmbient
    public var mode = Mode.default
    /// The options that the app has set, without implied ones.
    public var options: CategoryOptions = []
    public var policy = RouteSharingPolicy.default
    public var phase = SessionPhase.inactive
    public var overridesToSpeaker = false
    /// Whether a recording runs.
    public var isRecording = false
    /// The preferences that differ from those at launch.
    public var wishes: [AppCall] = []

    /// Describes the session of an app that has not been launched.
    public init() {}

    /// Returns the calls that declare the session. An interrupted app becomes inactive.
    ///
    /// - Parameter sounds: The calls that restart playing sounds.
    public func declaration(sounds: [AppCall] = []) -> [AppCall] {
        guard isLaunched else { return [] }
        var calls: [AppCall] = [
            .changeCategory(category, mode: mode, options: options, policy: policy == .default ? nil : policy)
        ]
        calls += wishes
        if phase == .active { calls.append(.setActive(true, notifyOthers: false)) }
        if overridesToSpeaker { calls.append(.overrideOutput(toSpeaker: true)) }
        guard phase == .active else { return calls }
        return calls + sounds + (isRecording ? [.record(true)] : [])
    }
}
