import SessionPhone
import SessionPolicy
package import SessionWire
import SessionWorld
package import SystemSupport

/// A desktop program as an app of the policy. The app has one sound, which is rendered elsewhere. Used only on the
/// loop's thread.
package struct DesktopApp {
    enum SoundState {
        case idle
        case started
        /// The policy interrupted the sound, terminated the app, or refused the start.
        case halted
    }

    private let arbiter: Arbiter
    private let seat: SeatID
    /// The app's notices.
    let inbox: DesktopInbox
    let name: String
    private(set) var row: AppRow
    /// The linear gain of a program that is lowered instead of halted.
    let loweredGain: Double

    /// The name of a program's only sound.
    private static let sound = "media"

    /// Opens the app; its first sound launches it.
    /// - Parameters:
    ///   - name: The preferred name; the device changes it if another app has it.
    ///   - hasButtons: Whether the program can be paused and played; otherwise the policy resumes its sound.
    init(
        _ name: String, by row: AppRow, _ arbiter: Arbiter, in process: ProcessID, news: DesktopNews,
        hasButtons: Bool = false
    ) {
        inbox = DesktopInbox(news)
        var launch = LaunchOptions()
        (launch.resumes, launch.wantsRecommendation) = (!hasButtons, true)
        let (seat, welcome) = arbiter.open(name, launch: launch, in: process, notices: inbox)
        (self.arbiter, self.seat, self.row, self.name) = (arbiter, seat, row, welcome.app)
        loweredGain = arbiter.world.book.numbers.duckGain
    }

    /// Starts the sound.
    /// - Parameter isOwnAct: Whether the program started by itself, for example because a person pressed its button.
    ///   Its app then comes to the foreground; an app that resumes does not.
    /// - Returns: The refusal, if the policy refuses.
    func start(isOwnAct: Bool) -> CallRefusal? {
        if arbiter.facts(of: seat)?.isLaunched != true {
            setCategory()
        } else if isOwnAct {
            _ = arbiter.perform(by: .step) { [name] in .app(AppID($0.name(name)), .enteredForeground) }
        }
        if row.terms.isCall { beginCall() }
        return arbiter.perform(.play(Self.sound, lasts: nil, gain: nil), of: seat).refusal
    }

    /// Starts and answers a call of the app. Has no effect if the app has a call or may not have one.
    private func beginCall() {
        guard arbiter.perform(.call(.outgoing, uid: nil), of: seat).refusal == nil else { return }
        _ = arbiter.perform(.call(.answered, uid: nil), of: seat)
    }

    /// Assigns another row, and with it another session.
    mutating func change(to new: AppRow) {
        guard new != row else { return }
        row = new
        if arbiter.facts(of: seat)?.isLaunched == true { setCategory() }
    }

    /// Sets the session's category, mode and options, after launch and after a reset of the media services.
    func setCategory() {
        let terms = row.terms
        let whole = AppCall.changeCategory(terms.category, mode: terms.mode, options: terms.options)
        // The oldest rule books lack modes and most options.
        if arbiter.perform(whole, of: seat).refusal != nil {
            _ = arbiter.perform(.changeCategory(terms.category, mode: .default, options: []), of: seat)
        }
    }

    func stop() { _ = arbiter.perform(.stop(nil), of: seat) }

    /// Stops the sound and deactivates the session.
    /// - Parameter notifyOthers: Whether the apps that it interrupted should resume.
    func end(notifyOthers: Bool) {
        if row.terms.isCall { _ = arbiter.perform(.call(.ended, uid: nil), of: seat) }
        stop()
        _ = arbiter.perform(.setActive(false, notifyOthers: notifyOthers), of: seat)
    }

    func answer(_ command: RemoteCommand.Kind, _ status: RemoteCommandStatus) {
        _ = arbiter.perform(.answeredRemoteCommand(command, status), of: seat)
    }

    /// The app's entry in `org.audiosession.Host1`.
    /// - Parameter kind: How the program is known: `player` or `stream`.
    func properties(kind: String) -> BusValue {
        let terms = row.terms
        var properties = Self.properties(
            kind: kind, row: row.origin, terms.category, terms.mode, options: terms.options)
        properties["Interrupted"] = .text(terms.interruption.rawValue)
        return .dictionary(properties)
    }

    private static func properties(
        kind: String, row: String, _ category: Category, _ mode: Mode, options: CategoryOptions
    ) -> [String: BusValue] {
        let options = CategoryOptions.named.filter { options.contains($0.option) }.map(\.name)
        return [
            "Kind": .text(kind), "Row": .text(row), "Category": .text(category.name), "Mode": .text(mode.name),
            "Options": .texts(options),
        ]
    }

    /// The entry of a program that has joined the host in `org.audiosession.Host1`. Such a program sets its own
    /// session.
    package static func properties(of program: JoinedProgram) -> BusValue {
        let way =
            switch program.way {
            case .byItself: "has joined by itself"
            case .byPlugin: "by the plug-in for ALSA"
            case .underHold: "under audiosession hold"
            }
        let session = program.session
        return .dictionary(
            properties(kind: "program", row: way, session.category, session.mode, options: session.options))
    }

    func close() { arbiter.close(seat) }
}
