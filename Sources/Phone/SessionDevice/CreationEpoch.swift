import SessionPolicy

/// The life of the media server in which a sound or recorder was created, which is invalid after it (R-MS-1). The
/// policy knows which started sounds were lost; this covers objects that were never started.
struct CreationEpoch: Sendable {
    private let notices: NoticeQueue
    private let losses: UInt64

    init(of app: AudioApp) { (notices, losses) = (app.notices, app.notices.losses) }

    var isOver: Bool { notices.losses != losses }

    /// Throws the policy's refusal if the media server has died since.
    /// - Parameter object: The object's kind, such as "sound".
    func check(_ object: String) throws(DeviceError) {
        guard isOver, !ForkedProcess.isThisOne else { return }
        throw .refused(
            CallRefusal(
                error: .mediaServicesFailed, rule: .ms1,
                sentence: "the \(object) died with the media server; make a new one"))
    }
}
