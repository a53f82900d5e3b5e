import SessionPolicy

/// The life of the media server in which an app has made a sound or a recorder, which is dead when that is over (R-MS-1).
///
/// The policy knows which sounds died; an object that was never started is known to itself alone.
struct CreationEpoch: Sendable {
    private let notices: NoticeQueue
    private let losses: UInt64

    /// Creates the present life of the media server of an app's device.
    init(of app: AudioApp) { (notices, losses) = (app.notices, app.notices.losses) }

    /// Whether the media server has died since.
    var isOver: Bool { notices.losses != losses }

    /// Throws the policy's refusal if the media server has died since.
    ///
    /// - Parameter object: What was made, such as "sound".
    func check(_ object: String) throws(DeviceError) {
        guard isOver, !ForkedProcess.isThisOne else { return }
        throw .refused(
            CallRefusal(
                error: .mediaServicesFailed, rule: .ms1,
                sentence: "the \(object) died with the media server; make a new one"))
    }
}
