import SessionPolicy
public import SessionWorld

/// A sound that apps on a table can play.
public struct TableSound: Sendable {
    public let id: String
    /// How long it lasts, or how long it is before it goes round, in seconds.
    public let seconds: Double
    /// Whether it goes round until it is stopped.
    public let loops: Bool
    /// What stands for it in a scenario file, as an object of the scenario's `sounds`; nil for the device's own sounds.
    public let scenario: String?

    /// Creates a sound; the parameters are the properties.
    public init(id: String, seconds: Double, loops: Bool, scenario: String?) {
        (self.id, self.seconds, self.loops, self.scenario) = (id, seconds, loops, scenario)
    }

    /// Reads one as `json` writes it; nil for anything else.
    public init?(_ value: PositionedValue) {
        guard let id = value["id"]?.string, case .number(let seconds)? = value["seconds"]?.content,
            case .bool(let loops)? = value["loops"]?.content
        else { return nil }
        self.init(id: id, seconds: seconds, loops: loops, scenario: value["scenario"]?.string)
    }

    /// The sound as an object of JSON.
    public var json: String {
        let scenario = scenario.map { #", "scenario": \#($0.quoted)"# } ?? ""
        return #"{"id": \#(id.quoted), "seconds": \#(seconds), "loops": \#(loops)\#(scenario)}"#
    }
}

extension [TableSound] {
    /// How long each sound of an app lasts that has an end, in seconds, by its id.
    var lengths: [String: Double] {
        reduce(into: [:]) { if $1.scenario != nil, !$1.loops { $0[$1.id] = $1.seconds } }
    }

    /// What stands for each sound of an app in a scenario, by its id.
    var scenarios: [String: String] { reduce(into: [:]) { $0[$1.id] = $1.scenario } }
}
