import SessionArbiter
import SessionCalls
import SessionPolicy

/// A program of the desktop as an app of the policy, with one sound that is heard elsewhere. One thread: the loop's.
struct DesktopApp {
    private let arbiter: Arbiter
    private let seat: SeatID
    /// The app's name on the device.
    let name: String
    /// The row that gives it its session.
    let row: AppRow

    /// The name of the one sound that a program is known to play.
    private static let sound = "media"

    /// Opens the app, which is launched by its first sound.
    ///
    /// - Parameters:
    ///   - name: The name that it has on the device unless another app has it.
    ///   - row: The row that gives it its session.
    ///   - arbiter: The policy.
    ///   - process: The process of the desktop's apps.
    ///   - inbox: Gets the app's notices.
    init(_ name: String, by row: AppRow, _ arbiter: Arbiter, in process: ProcessID, inbox: DesktopInbox) {
        let (seat, welcome) = arbiter.open(name, in: process, notices: inbox)
        (self.arbiter, self.seat, self.row, self.name) = (arbiter, seat, row, welcome.app)
    }

    /// Starts the sound.
    ///
    /// - Parameter isOwnAct: Whether the program has begun by itself, as when a person presses its button: then its app comes to
    ///   the foreground. A program that resumes stays where it is.
    /// - Returns: The refusal, if the policy refuses.
    func start(isOwnAct: Bool) -> CallRefusal? {
        if arbiter.facts(of: seat)?.isLaunched != true {
            setCategory()
        } else if isOwnAct {
            _ = arbiter.perform(.foreground(app: name), by: .step)
        }
        return arbiter.perform(.play(sound: Self.sound, lasts: nil, gain: nil), of: seat).refusal
    }

    /// Gives the app its session: once it is launched, and again when the media services were reset.
    func setCategory() {
        let terms = row.terms
        let whole = AppCall.setCategory(terms.category, mode: terms.mode, options: terms.options)
        // The oldest rule books know neither modes nor most options.
        guard arbiter.perform(whole, of: seat).refusal != nil else { return }
        _ = arbiter.perform(.setCategory(terms.category, mode: .default, options: []), of: seat)
    }

    /// Ends the sound; the session stays as it is.
    func stop() { _ = arbiter.perform(.stop(sound: nil), of: seat) }

    /// Ends the sound and the session.
    ///
    /// - Parameter notifyOthers: Whether apps that it interrupted have leave to resume.
    func end(notifyOthers: Bool) {
        stop()
        _ = arbiter.perform(.setActive(false, notifyOthers: notifyOthers), of: seat)
    }

    /// Says what has come of a remote command.
    func answer(_ command: RemoteCommand.Kind, _ status: RemoteCommandStatus) {
        _ = arbiter.perform(.answerRemoteCommand(command, status), of: seat)
    }

    /// The app as `org.audiosession.Host1` tells it.
    ///
    /// - Parameter kind: What shows the program: `player` or `stream`.
    func properties(kind: String) -> BusValue {
        let terms = row.terms
        let options = CategoryOptions.named.filter { terms.options.contains($0.option) }.map(\.name)
        return .dictionary([
            "Kind": .text(kind), "Row": .text(row.origin), "Category": .text(terms.category.name),
            "Mode": .text(terms.mode.name), "Options": .texts(options),
            "Interrupted": .text(terms.interruption.rawValue),
        ])
    }

    /// Ends the app.
    func close() { arbiter.close(seat) }
}
