/// The session of an app as its device last reported it: enough to declare the session again on another device.
public struct RestorableSession: Hashable, Sendable {
    public var isInForeground = false
    /// Whether the app lives; of an app that does not, nothing is declared.
    public var isLaunched = false
    public var category = Category.soloAmbient
    public var mode = Mode.default
    /// The options that the app has named, without those that they imply.
    public var options: CategoryOptions = []
    public var policy = RouteSharingPolicy.default
    public var phase = SessionPhase.inactive
    public var overridesToSpeaker = false
    /// Whether a recording runs.
    public var isRecording = false
    /// The preferences that are not those with which an app is launched.
    public var wishes: [AppCall] = []

    /// Describes the session of an app that has not been launched.
    public init() {}

    /// Returns the calls that declare the session. An app that was interrupted becomes inactive.
    ///
    /// - Parameter sounds: The calls that start the sounds that play.
    public func declaration(sounds: [AppCall] = []) -> [AppCall] {
        guard isLaunched else { return [] }
        var calls: [AppCall] = [
            .changeCategory(category, mode: mode, options: options, policy: policy == .default ? nil : policy)
        ]
        calls += wishes
        guard phase == .active else { return calls }
        calls.append(.setActive(true, notifyOthers: false))
        if overridesToSpeaker { calls.append(.overrideOutput(toSpeaker: true)) }
        return calls + sounds + (isRecording ? [.record(true)] : [])
    }
}
