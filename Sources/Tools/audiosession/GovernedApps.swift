import Glibc
import SessionDesktop
import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport

/// The programs that a host governs, and which of the device's apps are audible, lowered and interrupted, as sent in a
/// JSON line.
struct GovernedApps {
    /// A program, by its properties in `org.audiosession.Host1`: texts by key, and the options of its category.
    struct Program {
        var texts: [String: String]
        var options: [String]

        /// The keys of the texts, in output order.
        static let keys = ["Kind", "Row", "Category", "Mode", "Interrupted"]
    }

    var programs: [String: Program] = [:]
    var heard: [String] = []
    var ducked: [String] = []
    /// The interrupted apps, each with the names of those that it waits for.
    var interrupted: [String: [String]] = [:]

    init(of arbiter: Arbiter, _ apps: [String: BusValue]) {
        let picture = HostPicture(arbiter.deviceFacts)
        (heard, ducked) = (picture.heard, picture.ducked)
        programs = apps.compactMapValues { app in
            guard let properties = app.dictionary else { return nil }
            let options: [String] = if case .texts(let texts)? = properties["Options"] { texts } else { [] }
            return Program(texts: properties.compactMapValues(\.text), options: options)
        }
        let world = arbiter.world
        for app in world.state.apps where !app.causes.isEmpty {
            interrupted[world.names[app.id.name]] = app.causes.compactMap { cause in
                switch cause {
                case .app(let other), .spoken(let other): world.names[other.name]
                default: nil
                }
            }
        }
    }

    /// Parses a host's line; nil for any other line.
    init?(line: String) {
        guard let value = try? PositionedValue(json: line.utf8, line: 1),
            case .object(let apps)? = value["apps"]?.content,
            case .object(let waiting)? = value["interrupted"]?.content
        else { return nil }
        func texts(_ value: PositionedValue?) -> [String] {
            guard case .array(let elements)? = value?.content else { return [] }
            return elements.compactMap(\.string)
        }
        (heard, ducked) = (texts(value["heard"]), texts(value["ducked"]))
        for member in waiting { interrupted[member.key] = texts(member.value) }
        for member in apps {
            let pairs = Program.keys.compactMap { key in member.value[key.lowercased()]?.string.map { (key, $0) } }
            programs[member.key] = Program(
                texts: Dictionary(pairs) { first, _ in first }, options: texts(member.value["options"]))
        }
    }

    var line: String {
        func texts(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }
        func object<Value>(_ values: [String: Value], _ text: (Value) -> JSONText) -> JSONText {
            .object(values.sorted { $0.key < $1.key }.map { JSONText.Member(key: $0.key, value: text($0.value)) })
        }
        let apps = object(programs) { program in
            .fields(
                Program.keys.map { ($0.lowercased(), JSONText(program.texts[$0])) } + [
                    ("options", texts(program.options))
                ])
        }
        let whole: JSONText = .fields([
            ("apps", apps), ("heard", texts(heard)), ("ducked", texts(ducked)),
            ("interrupted", object(interrupted, texts)),
        ])
        return whole.written(depth: 0)
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
        let paused = interrupted.filter { $0.value.contains(app) }.keys.sorted()
        let goOn = heard.filter { $0 != app && !paused.contains($0) && !(kind == .duck && lowered.contains($0)) }
        let word = kind == .duck ? "lowered" : "interrupted"
        let reached = kind == .duck ? heard.filter { $0 != app && lowered.contains($0) } : paused
        if goOn.isEmpty { return reached.isEmpty ? "nothing is \(word): no other app is heard" : nil }
        let names = goOn.joined(separator: ", ")
        let start = reached.isEmpty ? "nothing is \(word)" : "\(word): \(reached.joined(separator: ", "))"
        let verb = goOn.count == 1 ? "goes on" : "go on"
        guard kind == .pause else { return "\(start); \(names) \(verb) as loud as before" }
        // A joined program sets its own session.
        let remedy = goOn.first { programs[$0]?.texts["Kind"] == "stream" }.map {
            "; to interrupt it, name it in apps.yaml, as {program: \($0)} does"
        }
        return "\(start); \(names) \(verb) and \(goOn.count == 1 ? "mixes" : "mix") with others\(remedy ?? "")"
    }
}
