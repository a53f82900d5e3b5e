import SessionPolicy
public import SessionWorld

/// A reply as a JSON line of the protocol's shape, of this emulator or of another implementation.
public struct WrittenReply: Sendable {
    /// The number of the step, from 1.
    public let number: Int
    /// The time of the step in seconds.
    public let at: Double
    /// Whether the step was accepted.
    public var isAccepted: Bool { resultName == "ok" }

    private let value: PositionedValue

    /// Reads a reply of this emulator, as it is told in the latest version of the protocol.
    init(_ reply: Reply) {
        var reply = reply
        reply.context.version = Reply.latestVersion
        var buffer = ByteBuffer(capacity: 4096)
        buffer.append(reply)
        guard let value = try? PositionedValue(json: buffer.bytes, line: 1) else {
            preconditionFailure("a reply of this emulator is no JSON")
        }
        (number, at, self.value) = (reply.number, reply.at, value)
    }

    /// Parses a reply.
    ///
    /// - Parameter line: Its bytes, without the line break.
    /// - Throws: What the line lacks of the protocol; the position is a column of the line.
    public init(line: [UInt8]) throws(StepError) {
        let root = try PositionedValue(json: line, line: 1)
        guard case .object = root.content else {
            throw StepError(root.position, "a reply is an object; found \(root.kind)")
        }
        for (key, shape) in Self.shapes { try shape.check(root[key], key, at: root.position) }
        guard case .number(let number)? = root["n"]?.content, let whole = Int(exactly: number),
            case .number(let at)? = root["at"]?.content
        else { throw StepError(root.position, "\"n\" must be a whole number") }
        self.number = whole
        self.at = at
        value = root
    }

    private static let shapes: [(key: String, shape: Shape)] = [
        ("n", .number), ("at", .number), ("result", .result),
        ("heard", .list(["as": .text, "gainDB": .number, "ducked": .flag, "on": .texts])),
        ("unheard", .list(["as": .text, "rule": .text])),
        ("events", .list(["to": .text, "name": .text])),
        ("vibrated", .flag), ("sessions", .sessions), ("device", .object(["outputs": .texts, "inputs": .texts])),
        ("because", .list(["rule": .text, "about": .text, "says": .text])),
        ("meanwhile", .list(["at": .number, "events": .list([:]), "heard": .list([:])])),
    ]

    private indirect enum Shape {
        case number, flag, text, texts, result, sessions
        case object([String: Shape])
        case list([String: Shape])

        func check(_ value: PositionedValue?, _ key: String, at position: SourcePosition) throws(StepError) {
            guard let value else { throw StepError(position, "the reply lacks \"\(key)\"") }
            guard try fits(value) else {
                throw StepError(value.position, "\"\(key)\" must be \(wanted); found \(value.kind)")
            }
        }

        private func fits(_ value: PositionedValue) throws(StepError) -> Bool {
            switch (self, value.content) {
            case (.number, .number), (.flag, .bool), (.text, .string): return true
            case (.texts, .array(let items)): return items.allSatisfy { $0.string != nil }
            case (.result, .string(let text)): return text.hasBytes(of: "ok")
            case (.result, .object): return value["error"]?.string != nil
            case (.sessions, .object(let members)): return members.allSatisfy { $0.value["phase"]?.string != nil }
            case (.object(let keys), .object): try check(keys, of: value)
            case (.list(let keys), .array(let items)):
                for item in items {
                    guard case .object = item.content else { return false }
                    try check(keys, of: item)
                }
            default: return false
            }
            return true
        }

        private func check(_ keys: [String: Shape], of value: PositionedValue) throws(StepError) {
            for key in keys.keys.sorted() { try keys[key]?.check(value[key], key, at: value.position) }
        }

        private var wanted: String {
            switch self {
            case .number: "a number"
            case .flag: "true or false"
            case .text: "a string"
            case .texts: "a list of strings"
            case .result: "\"ok\", or an object with \"error\""
            case .sessions: "an object with a session, which has a \"phase\", for every app"
            case .object: "an object"
            case .list: "a list of objects"
            }
        }
    }
}

// The parts of a reply that expectations examine.
extension WrittenReply {
    struct AudibleSound {
        let name: SoundName
        let decibels: Double
        let isDucked: Bool
        /// The cause that ducks it, such as `nav, R-DK-1`, or nil if none is known.
        let ducker: String?
        let outputs: [String]
    }

    /// `ok`, or the name of the error.
    var resultName: String { value["result"]?.string ?? value["result"]?["error"]?.string ?? "" }
    var answer: PositionedValue? { value["answer"] }
    var heard: [AudibleSound] {
        items("heard").map { sound in
            var decibels = 0.0
            if case .number(let number)? = sound["gainDB"]?.content { decibels = number }
            let by = sound["duckedBy"]
            let ducker = ["app", "cause", "rule"].compactMap { by?[$0]?.string }.joined(separator: ", ")
            return AudibleSound(
                name: Self.name(of: sound), decibels: decibels, isDucked: sound["ducked"]?.isTrue ?? false,
                ducker: ducker.isEmpty ? nil : ducker, outputs: sound["on"]?.strings ?? [])
        }
    }
    var unheard: [(sound: SoundName, rule: String)] {
        items("unheard").map { (Self.name(of: $0), $0["rule"]?.string ?? "") }
    }
    var outputs: [String] { value["device"]?["outputs"]?.strings ?? [] }
    var events: [PositionedValue] { items("events") }
    /// The events sent to apps since the previous step.
    var eventsMeanwhile: [PositionedValue] { items("meanwhile").flatMap { $0["events"]?.items ?? [] } }
    var vibrated: Bool { value["vibrated"]?.isTrue ?? false }
    /// The entries of `because`.
    var reasons: [(rule: String, about: String, says: String)] {
        items("because").map { ($0["rule"]?.string ?? "", $0["about"]?.string ?? "", $0["says"]?.string ?? "") }
    }

    /// Returns events in the default version's format; those of later versions, and their details, are expected by name
    /// only.
    static func usual(_ events: [PositionedValue]) -> [PositionedValue] {
        events.filter { !Notice.Message.namesSinceVersion5.contains($0["name"]?.string ?? "") }.map { event in
            guard case .object(let members) = event.content else { return event }
            let usual = members.filter {
                $0.key != "previousRoute" && ($0.key != "reason" || $0.value.string != InterruptionReason.default.name)
            }
            return PositionedValue(.object(usual), at: event.position)
        }
    }

    /// The phase of an app's session, or nil if the app does not run.
    func phaseName(of app: String) -> String? { value["sessions"]?[app]?["phase"]?.string }

    private func items(_ key: String) -> [PositionedValue] { value[key]?.items ?? [] }

    /// Returns the name of a sound; one of an unknown kind gets a name that no expectation has.
    private static func name(of sound: PositionedValue) -> SoundName {
        if let app = sound["app"]?.string, let id = sound["sound"]?.string { return SoundName(app: app, sound: id) }
        let kind = sound["as"]?.string ?? ""
        return SoundKind.allCases.first { $0.name.hasBytes(of: kind) }.map { .own($0) }
            ?? SoundName(app: "", sound: kind)
    }
}

extension PositionedValue {
    /// The items of a list; empty for any other value.
    package var items: [PositionedValue] { if case .array(let items) = content { items } else { [] } }

    package var isTrue: Bool { if case .bool(true) = content { true } else { false } }

    package var strings: [String] { items.compactMap { $0.string } }
}
