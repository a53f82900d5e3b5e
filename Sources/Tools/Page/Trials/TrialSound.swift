import SessionPolicy
import SessionScenario
import SessionWorld

struct TrialSound: Sendable {
    let id: String
    /// The length of one pass, in seconds.
    let seconds: Double
    let loops: Bool
    /// Its entry in a scenario file, as an object of `sounds`, or nil for the device's own sounds.
    let scenario: String?
    /// The scenario's JSON entry from which a page makes the sound, or nil for built-in sounds.
    let source: String?

    /// Creates a sound from its properties.
    init(id: String, seconds: Double, loops: Bool, scenario: String?, source: String? = nil) {
        (self.id, self.seconds, self.loops, self.scenario, self.source) = (id, seconds, loops, scenario, source)
    }

    /// Creates a sound of a scenario.
    /// - Parameters:
    ///   - entry: The entry under `sounds`.
    ///   - duration: Returns the length of a sound file, in seconds, by its path.
    init(_ entry: SoundEntry, duration: (String) -> Double?) {
        let members: [(key: String, value: String, isText: Bool)]
        let (length, loops): (Double?, Bool)
        switch entry.sound {
        case .file(let path, let goesRound):
            members = [("file", path, true)] + (goesRound ? [("loops", "true", false)] : [])
            (length, loops) = (duration(path), goesRound)
        case .tone(let hertz, let seconds, let decibels):
            members = [("tone", plainText(hertz), false)] + Self.members(seconds, decibels)
            (length, loops) = (seconds, seconds == nil)
        case .noise(let colour, let seconds, let decibels):
            members = [("noise", colour.rawValue, true)] + Self.members(seconds, decibels)
            (length, loops) = (seconds, seconds == nil)
        case .silence(let seconds):
            members = [("silence", plainText(seconds), false)]
            (length, loops) = (seconds, false)
        }
        let yaml = members.map { "\($0.key): \($0.isText ? StepLine.quoted($0.value) : $0.value)" }
        let json = members.map { "\($0.key.quoted): \($0.isText ? $0.value.quoted : $0.value)" }
        self.init(
            id: entry.id, seconds: length ?? 1, loops: loops, scenario: "{\(yaml.joined(separator: ", "))}",
            source: "{\(json.joined(separator: ", "))}")
    }

    private static func members(_ seconds: Double?, _ decibels: Double) -> [(key: String, value: String, isText: Bool)]
    {
        (seconds.map { [("seconds", plainText($0), false)] } ?? []) + [("dB", plainText(decibels), false)]
    }

    /// Parses a sound written by `json`; nil for anything else.
    init?(_ value: PositionedValue) {
        guard let id = value["id"]?.string, case .number(let seconds)? = value["seconds"]?.content,
            case .bool(let loops)? = value["loops"]?.content
        else { return nil }
        self.init(id: id, seconds: seconds, loops: loops, scenario: value["scenario"]?.string)
    }

    var json: String {
        let scenario = scenario.map { #", "scenario": \#($0.quoted)"# } ?? ""
        return #"{"id": \#(id.quoted), "seconds": \#(seconds), "loops": \#(loops)\#(scenario)}"#
    }

    var vocabulary: String {
        let source = source.map { #", "source": \#($0)"# } ?? ""
        return #"\#(id.quoted): {"seconds": \#(seconds), "loops": \#(loops)\#(source)}"#
    }
}

extension [TrialSound] {
    /// The lengths of the apps' finite sounds, in seconds, by id.
    var lengths: [String: Double] {
        reduce(into: [:]) { if $1.scenario != nil, !$1.loops { $0[$1.id] = $1.seconds } }
    }

    var scenarios: [String: String] { reduce(into: [:]) { $0[$1.id] = $1.scenario } }
}
