import Glibc
import SessionDesktop
import SessionPhone
import SessionPolicy
import SessionScenario
import SessionWire
import SessionWorld
import SystemSupport

/// The programs that a host governs, and which of the device's apps are audible, lowered and interrupted, as sent in a
/// JSON line.
struct GovernedApps {
    /// The keys of a program's texts, in output order; each is a property in `org.audiosession.Host1`.
    static let keys = ["Kind", "Row", "Category", "Mode", "Interrupted"]

    /// The programs by name: objects with the texts, and a list of the category's options.
    let programs: [PositionedValue.Member]
    let heard: [String]
    let ducked: [String]
    /// The interrupted apps, each with a list of the names of those that it waits for.
    private let interrupted: [PositionedValue.Member]

    /// Parses a host's line; nil for any other line.
    init?(line: String) {
        guard let value = try? PositionedValue(json: line.utf8, line: 1),
            case .object(let programs)? = value["apps"]?.content,
            case .object(let interrupted)? = value["interrupted"]?.content
        else { return nil }
        (self.programs, self.interrupted) = (programs, interrupted)
        (heard, ducked) = (value["heard"]?.strings ?? [], value["ducked"]?.strings ?? [])
    }

    /// Returns a host's line.
    /// - Parameter programs: The properties of each program by name.
    static func line(of arbiter: Arbiter, _ programs: [String: BusValue]) -> String {
        func texts(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }
        let (picture, world) = (HostPicture(arbiter.deviceFacts), arbiter.world)
        let apps = programs.sorted { $0.key < $1.key }.map { name, program in
            let properties = program.dictionary ?? [:]
            let options: [String] = if case .texts(let options)? = properties["Options"] { options } else { [] }
            let members = keys.map { ($0.lowercased(), JSONText(properties[$0]?.text)) }
            return (name, JSONText.fields(members + [("options", texts(options))]))
        }
        let interrupted = world.state.apps.filter { !$0.causes.isEmpty }.map { app in
            let causes = app.causes.compactMap { cause -> String? in
                switch cause {
                case .app(let other), .spoken(let other): world.names[other.name]
                default: nil
                }
            }
            return (world.names[app.id.name], texts(causes))
        }
        let line: JSONText = .fields([
            ("apps", .fields(apps)), ("heard", texts(picture.heard)), ("ducked", texts(picture.ducked)),
            ("interrupted", .fields(interrupted)),
        ])
        return line.written(depth: 0)
    }

    /// Queries the host at an address.
    /// - Parameter patience: The time limit for its answer, in seconds.
    static func ask(_ place: SocketPlace, patience: Double = ControlClient.patience) throws(WireError) -> GovernedApps {
        let line = try ControlClient(place, wants: "apps", patience: patience).answer()
        guard let line, let apps = GovernedApps(line: line) else { throw .noHost(place.path, errno: ECONNRESET) }
        return apps
    }
}

extension GovernedApps {
    /// Describes what a hold did not affect, and which apps are still audible; nil if it lowers or interrupts all
    /// others.
    func remark(on kind: HoldTerms.Kind, by app: String) -> String? {
        let lowered = Set(ducked)
        let paused = interrupted.filter { $0.value.strings.contains(app) }.map(\.key).sorted()
        let goOn = heard.filter { $0 != app && !paused.contains($0) && !(kind == .duck && lowered.contains($0)) }
        let word = kind == .duck ? "lowered" : "interrupted"
        let reached = kind == .duck ? heard.filter { $0 != app && lowered.contains($0) } : paused
        if goOn.isEmpty { return reached.isEmpty ? "nothing is \(word): no other app is heard" : nil }
        let names = goOn.joined(separator: ", ")
        let start = reached.isEmpty ? "nothing is \(word)" : "\(word): \(reached.joined(separator: ", "))"
        let verb = goOn.count == 1 ? "goes on" : "go on"
        guard kind == .pause else { return "\(start); \(names) \(verb) as loud as before" }
        // A joined program sets its own session.
        let remedy = goOn.first { name in
            programs.contains { $0.key == name && $0.value["kind"]?.string == "stream" }
        }.map {
            "; to interrupt it, name it in apps.yaml, as {program: \($0)} does"
        }
        return "\(start); \(names) \(verb) and \(goOn.count == 1 ? "mixes" : "mix") with others\(remedy ?? "")"
    }
}
