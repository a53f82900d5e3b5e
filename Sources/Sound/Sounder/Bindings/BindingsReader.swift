public import ALSADevice
import Glibc
import SessionPolicy
import SessionScenario
public import SessionWorld

/// The problems for which a file of bindings was refused.
public struct BindingsError: Error, CustomStringConvertible, Sendable {
    public let file: String
    /// Every problem that was found, in the order of the file.
    public let problems: [StepError]

    /// One line per problem: `file:line:column: what is wrong; what would be right`.
    public var description: String { problems.lines(in: file) }
}

extension Bindings {
    /// Reads a file of bindings.
    ///
    /// - Parameter file: Its path.
    /// - Throws: `BindingsError` with every problem of the file.
    public init(file: String) throws(BindingsError) {
        let root: PositionedValue
        do throws(StepError) {
            root = try PositionedValue(yamlFile: file, wanted: "a file of bindings")
        } catch {
            throw BindingsError(file: file, problems: [error])
        }
        try self.init(root, file: file)
    }

    /// Reads bindings.
    ///
    /// - Parameters:
    ///   - text: A document of YAML.
    ///   - file: The path that its errors name.
    /// - Throws: `BindingsError` with every problem of the text.
    public init(yaml text: String, file: String) throws(BindingsError) {
        let root: PositionedValue
        do throws(StepError) {
            root = try PositionedValue(yaml: text)
        } catch {
            throw BindingsError(file: file, problems: [error])
        }
        try self.init(root, file: file)
    }

    private init(_ root: PositionedValue, file: String) throws(BindingsError) {
        var reader = BindingsReader()
        let entries = reader.entries(root)
        guard reader.problems.isEmpty else {
            throw BindingsError(file: file, problems: reader.problems.sorted { $0.position < $1.position })
        }
        self.init(entries, origin: .file(file))
    }

    /// The paths at which a file of bindings is looked for, in order; the first that exists counts.
    ///
    /// - Parameter environment: Looks up a variable of the environment.
    public static func places(_ environment: (String) -> String?) -> [String] {
        let home = environment("XDG_CONFIG_HOME") ?? environment("HOME").map { $0 + "/.config" }
        return ["./audiosession.yaml"] + (home.map { ["\($0)/audiosession/audiosession.yaml"] } ?? [])
            + ["/etc/audiosession.yaml"]
    }

    /// The bindings in force for this process: those of the first file there is, else a guess from the cards.
    ///
    /// - Parameter survey: Returns the machine's cards and devices, where there is no file.
    /// - Throws: `BindingsError` with every problem of the file.
    public static func ofThisProcess(_ survey: () -> DeviceSurvey = { .take() }) throws(BindingsError) -> Bindings {
        let file = file { name in getenv(name).map { String(cString: $0) } }
        return try file.map { path throws(BindingsError) in try Bindings(file: path) } ?? Bindings(guessing: survey())
    }

    /// The first of the places where there is a file; nil where there is none.
    public static func file(_ environment: (String) -> String?) -> String? {
        places(environment).first { access($0, F_OK) == 0 }
    }
}

/// Reads bindings out of their values and collects what is wrong on the way.
private struct BindingsReader {
    var problems: [StepError] = []

    mutating func entries(_ root: PositionedValue) -> [Bindings.Entry] {
        guard let members = object(root, "a file of bindings", keys: ["ports"]) else { return [] }
        guard let ports = members.first(where: { $0.key == "ports" })?.value else {
            report(root.position, "the file lacks \"ports\"; begin with ports: {builtInSpeaker: {pcm: default}}")
            return []
        }
        guard case .object(let bound) = ports.content else {
            report(ports.position, "\"ports\" must be an object, a port in each line; found \(ports.kind)")
            return []
        }
        return bound.compactMap { entry($0) }
    }

    private mutating func entry(_ member: PositionedValue.Member) -> Bindings.Entry? {
        guard let port = Port.allCases.first(where: { $0.name == member.key }) else {
            let names = Port.allCases.map(\.name)
            // A key that holds a word of a port's name means that port, whatever else it holds.
            let word = member.key.lowercased()
            let namesWithWord = word.isEmpty ? [] : names.filter { $0.lowercased().contains(word) }
            let candidates = namesWithWord.isEmpty ? names : namesWithWord
            let nearest = candidates.min { $0.distance(to: member.key) < $1.distance(to: member.key) } ?? ""
            let ports = names.joined(separator: ", ")
            report(
                member.keyPosition,
                "there is no port \"\(member.key.shortened)\"; the nearest is \(nearest), and the ports are \(ports)")
            return nil
        }
        guard let members = object(member.value, "a port", keys: ["pcm", "input", "volume", "jack", "card"])
        else { return nil }
        func value(_ key: String) -> PositionedValue? { members.first { $0.key == key }?.value }
        guard let pcm = value("pcm") else {
            report(member.value.position, "\(port.name) lacks \"pcm\"; name one that audiosession devices lists")
            return nil
        }
        let name = text(pcm, "pcm")
        let input = value("input").flatMap { text($0, "input") }
        let volume = value("volume").flatMap { self.volume($0) }
        let jack = value("jack").flatMap { self.jack($0) }
        let card = value("card").flatMap { text($0, "card") }
        if Accessory.Kind(output: port) == nil, port != .headsetMic {
            for own in members where own.key == "card" || own.key == "jack" {
                report(
                    own.keyPosition,
                    "\(port.name) is always there; leave \"\(own.key)\" out, or bind an accessory's port")
            }
        }
        let hasBothWays = Accessory.Kind.allCases.contains { $0.output == port && $0.input == port }
        if !hasBothWays, let own = members.first(where: { $0.key == "input" }) {
            report(own.keyPosition, "\(port.name) has no input of its own; bind builtInMic or headsetMic instead")
        }
        return name.map {
            Bindings.Entry(port: port, pcm: $0, input: input, volume: volume, jack: jack, card: card)
        }
    }

    private mutating func volume(_ value: PositionedValue) -> Bindings.Volume? {
        guard object(value, "a volume", keys: ["card", "control"]) != nil else { return nil }
        guard let card = value["card"] else {
            report(value.position, "the volume lacks \"card\"; write {card: NAME, control: NAME}")
            return nil
        }
        let control = value["control"].flatMap { text($0, "control") }
        return text(card, "card").map { Bindings.Volume(card: $0, control: control) }
    }

    private mutating func jack(_ value: PositionedValue) -> Bindings.Jack? {
        guard object(value, "a jack", keys: ["card", "control"]) != nil else { return nil }
        guard let card = value["card"], let control = value["control"] else {
            report(value.position, "the jack lacks \"card\" or \"control\"; write {card: NAME, control: NAME Jack}")
            return nil
        }
        guard let card = text(card, "card"), let control = text(control, "control") else { return nil }
        return Bindings.Jack(card: card, control: control)
    }

    /// The members of an object that has no other keys than these.
    private mutating func object(
        _ value: PositionedValue, _ what: String, keys: [String]
    ) -> [PositionedValue.Member]? {
        guard case .object(let members) = value.content else {
            let names = keys.joined(separator: ", ")
            report(value.position, "\(what) is an object with the keys \(names); found \(value.kind)")
            return nil
        }
        for member in members where !keys.contains(member.key) {
            report(
                member.keyPosition,
                "\(what) has no key \"\(member.key)\"; its keys are \(keys.joined(separator: ", "))")
        }
        return members
    }

    /// A name; a card's number may stand there as one.
    private mutating func text(_ value: PositionedValue, _ key: String) -> String? {
        if let text = value.string, !text.isEmpty { return text }
        if key == "card", case .number(let number) = value.content, let whole = Int(exactly: number) {
            return String(whole)
        }
        report(value.position, "\"\(key)\" must be a name, in quotes if need be; found \(value.kind)")
        return nil
    }

    private mutating func report(_ position: SourcePosition, _ says: String) {
        problems.append(StepError(position, says))
    }
}

extension String {
    /// The number of letters to change, add or leave out to make one string of the other; case counts half.
    fileprivate func distance(to other: String) -> Int {
        let (one, two) = (Array(utf8), Array(other.utf8))
        var row = Array(0...two.count).map { 2 * $0 }
        for letter in one {
            var diagonal = row[0]
            row[0] += 2
            for place in two.indices {
                let same = letter == two[place] ? 0 : letter | 0x20 == two[place] | 0x20 ? 1 : 2
                let next = Swift.min(diagonal + same, row[place] + 2, row[place + 1] + 2)
                (diagonal, row[place + 1]) = (row[place + 1], next)
            }
        }
        return row[two.count]
    }
}
