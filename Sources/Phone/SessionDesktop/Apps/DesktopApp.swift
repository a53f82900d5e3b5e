import SessionPhone
import SessionPolicy
package import SessionWire
import SessionWorld
package import SystemSupport

/// A program of the desktop as an app of the policy, with one sound that is heard elsewhere. One thread: the loop's.
package struct DesktopApp {
    enum SoundState {
        /// The app has started no sound.
        case idle
        case started
        /// The policy has interrupted the sound, ended the app, or refused the start.
        case halted
    }

    private let arbiter: Arbiter
    private let seat: SeatID
    let name: String
    private(set) var row: AppRow
    /// The factor to which a program is lowered that is not to be halted, linear.
    let loweredGain: Double

    /// The name of the one sound that a program is known to play.
    private static let sound = "media"

    /// Opens the app, which is launched by its first sound.
    /// - Parameters:
    ///   - name: The name that it has on the device unless another app has it.
    ///   - row: The row that gives it its session.
    ///   - arbiter: The policy.
    ///   - process: The process of the desktop's apps.
    ///   - hasButtons: Whether the program can be paused and played; else the policy resumes its sound.
    ///   - inbox: Gets the app's notices.
    init(
        _ name: String, by row: AppRow, _ arbiter: Arbiter, in process: ProcessID, hasButtons: Bool = false,
        inbox: DesktopInbox
    ) {
        var launch = LaunchOptions()
        (launch.resumes, launch.wantsRecommendation) = (!hasButtons, true)
        let (seat, welcome) = arbiter.open(name, launch: launch, in: process, notices: inbox)
        (self.arbiter, self.seat, self.row, self.name) = (arbiter, seat, row, welcome.app)
        loweredGain = arbiter.world.book.numbers.duckGain
    }

    /// Starts the sound.
    /// - Parameter isOwnAct: Whether the program has begun by itself, as when a person presses its button: then its app
    ///   comes to the foreground. A program that resumes stays where it is.
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

    /// Tells the policy that the app's call is on. An app that has one already, or may have none, is refused that.
    private func beginCall() {
        guard arbiter.perform(.call(.outgoing, uid: nil), of: seat).refusal == nil else { return }
        _ = arbiter.perform(.call(.answered, uid: nil), of: seat)
    }

    /// Gives the app another row, by which it gets its session from now on.
    mutating func change(to new: AppRow) {
        guard new != row else { return }
        row = new
        if arbiter.facts(of: seat)?.isLaunched == true { setCategory() }
    }

    /// Gives the app its session: once it is launched, and again when the media services were reset.
    func setCategory() {
        let terms = row.terms
        let whole = AppCall.changeCategory(terms.category, mode: terms.mode, options: terms.options)
        // The oldest rule books know neither modes nor most options.
        if arbiter.perform(whole, of: seat).refusal != nil {
            _ = arbiter.perform(.changeCategory(terms.category, mode: .default, options: []), of: seat)
        }
    }

    /// Ends the sound; the session stays as it is.
    func stop() { _ = arbiter.perform(.stop(nil), of: seat) }

    /// Ends the sound and the session.
    /// - Parameter notifyOthers: Whether apps that it interrupted have leave to resume.
    func end(notifyOthers: Bool) {
        if row.terms.isCall { _ = arbiter.perform(.call(.ended, uid: nil), of: seat) }
        stop()
        _ = arbiter.perform(.setActive(false, notifyOthers: notifyOthers), of: seat)
    }

    func answer(_ command: RemoteCommand.Kind, _ status: RemoteCommandStatus) {
        _ = arbiter.perform(.answeredRemoteCommand(command, status), of: seat)
    }

    /// The app as `org.audiosession.Host1` tells it.
    /// - Parameter kind: What shows the program: `player` or `stream`.
    func properties(kind: String) -> BusValue {
        let terms = row.terms
        var properties = Self.properties(
            kind: kind, row: row.origin, terms.category, terms.mode, options: terms.options)
        properties["Interrupted"] = .text(terms.interruption.rawValue)
        return .dictionary(properties)
    }

    /// The properties of an app that follow from its session.
    private static func properties(
        kind: String, row: String, _ category: Category, _ mode: Mode, options: CategoryOptions
    ) -> [String: BusValue] {
        let options = CategoryOptions.named.filter { options.contains($0.option) }.map(\.name)
        return [
            "Kind": .text(kind), "Row": .text(row), "Category": .text(category.name), "Mode": .text(mode.name),
            "Options": .texts(options),
        ]
    }

    /// A program that has joined the host as `org.audiosession.Host1` tells it. No row of a table gives it its session.
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
