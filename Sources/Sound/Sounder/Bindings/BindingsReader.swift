public import ALSADevice
import Glibc
import SessionPolicy
import SessionScenario
public import SessionWorld

/// The problems in a rejected file of bindings.
public struct BindingsError: Error, CustomStringConvertible, Sendable {
    public let file: String
    /// The problems, in the order of the file.
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
        try self.init(file: file) { () throws(StepError) in
            try PositionedValue(yamlFile: file, wanted: "a file of bindings")
        }
    }

    /// Reads bindings.
    ///
    /// - Parameters:
    ///   - text: A document of YAML.
    ///   - file: The path that its errors name.
    /// - Throws: `BindingsError` with every problem of the text.
    public init(yaml text: String, file: String) throws(BindingsError) {
        try self.init(file: file) { () throws(StepError) in try PositionedValue(yaml: text) }
    }

    private init(file: String, _ root: () throws(StepError) -> PositionedValue) throws(BindingsError) {
        var reader = BindingsReader()
        do throws(StepError) { self.init(reader.entries(try root()), origin: .file(file)) } catch {
            throw BindingsError(file: file, problems: [error])
        }
        guard reader.problems.isEmpty else {
            throw BindingsError(file: file, problems: reader.problems.sorted { $0.position < $1.position })
        }
    }

    /// The paths searched for a file of bindings, in order; the first existing file is used.
    ///
    /// - Parameter environment: Looks up a variable of the environment.
    public static func places(_ environment: (String) -> String?) -> [String] {
        let home = environment("XDG_CONFIG_HOME") ?? environment("HOME").map { $0 + "/.config" }
        return ["./audiosession.yaml"] + (home.map { ["\($0)/audiosession/audiosession.yaml"] } ?? [])
            + ["/etc/audiosession.yaml"]
    }

    /// The bindings of this process: from the first existing file, otherwise guessed from the cards.
    ///
    /// - Parameter survey: Returns the machine's cards and devices, if there is no file.
    /// - Throws: `BindingsError` with every problem of the file.
    public static func ofThisProcess(_ survey: () -> DeviceSurvey = { .current() }) throws(BindingsError) -> Bindings {
        let file = file { name in getenv(name).map { String(cString: $0) } }
        return try file.map { path throws(BindingsError) in try Bindings(file: path) } ?? Bindings(guessing: survey())
    }

    /// The first existing file of bindings, or nil.
    public static func file(_ environment: (String) -> String?) -> String? {
        places(environment).first { access($0, F_OK) == 0 }
    }
}

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
        let names = Port.allCases.map(\.name)
        guard let port = Port.allCases.first(where: { $0.name == member.key }) else {
            // A key that contains a word of a port's name means that port; otherwise its first letters decide.
            let word = member.key.lowercased()
            let nearest =
                names.first { !word.isEmpty && $0.lowercased().contains(word) }
                ?? names.first { word.utf8.count > 2 && $0.lowercased().hasPrefix(word.prefix(3)) }
            report(
                member.keyPosition,
                "there is no port \"\(member.key.shortened)\"; \(nearest.map { "the nearest is \($0), and " } ?? "")"
                    + "the ports are \(names.joined(separator: ", "))")
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
        let volume = value("volume").flatMap { part($0, "volume", needs: ["card"], "NAME") }
        let jack = value("jack").flatMap { part($0, "jack", needs: ["card", "control"], "NAME Jack") }
        let card = value("card").flatMap { text($0, "card") }
        for own in members {
            if ["card", "jack"].contains(own.key), Accessory.Kind(output: port) == nil, port != .headsetMic {
                report(
                    own.keyPosition,
                    "\(port.name) is always there; leave \"\(own.key)\" out, or bind an accessory's port")
            }
            let hasBothWays = Accessory.Kind.allCases.contains { $0.output == port && $0.input == port }
            if own.key == "input", !hasBothWays {
                report(own.keyPosition, "\(port.name) has no input of its own; bind builtInMic or headsetMic instead")
            }
        }
        return name.map { name in
            Bindings.Entry(
                port: port, pcm: name, input: input,
                volume: volume.map { Bindings.Volume(card: $0.card, control: $0.control) },
                jack: jack.map { Bindings.Jack(card: $0.card, control: $0.control ?? "") }, card: card)
        }
    }

    private mutating func part(
        _ value: PositionedValue, _ what: String, needs: [String], _ control: String
    ) -> (card: String, control: String?)? {
        guard object(value, "a \(what)", keys: ["card", "control"]) != nil else { return nil }
        guard needs.allSatisfy({ value[$0] != nil }) else {
            let lacks = needs.map { "\"\($0)\"" }.joined(separator: " or ")
            report(value.position, "the \(what) lacks \(lacks); write {card: NAME, control: \(control)}")
            return nil
        }
        let named = value["control"].flatMap { text($0, "control") }
        return value["card"].flatMap { text($0, "card") }.map { ($0, named) }
    }

    /// Reads the members of an object that may have only these keys.
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

    /// Reads a name; a card's number is accepted as a name.
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
