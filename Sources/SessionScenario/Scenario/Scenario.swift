public import SessionPolicy
public import SessionWorld

/// A scenario: steps, the sounds behind their ids, and what must come out.
public struct Scenario: Sendable {
    /// The path of its file, as it was given.
    public let file: String
    /// Its title; the name of the file where it has none.
    public let title: String
    /// Where the story comes from.
    public let source: String?
    /// The rules that it shows, as cited under `rule`; empty where it cites none.
    public let rules: [RuleID]
    /// The rules under which it is told.
    public let book: RuleBook
    /// The sounds behind the ids, in the order of the file.
    public let sounds: [SoundEntry]
    public let steps: [ScenarioStep]
    /// The texts behind the names in the steps.
    public let names: NameTable

    /// The file's name without folders and ending, such as `navigation`.
    public var shortName: String { Self.shortName(of: file) }

    static func shortName(of file: String) -> String {
        let name = file.split(separator: "/").last ?? file[...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}

/// One entry under `sounds`.
public struct SoundEntry: Sendable {
    /// The id that steps use, or the kind of a device's own sound, such as `ringtone`.
    public let id: String
    /// The same id as the policy knows it.
    public let name: Name
    public let sound: SoundSource
    public let position: SourcePosition
}

/// Where a sound's samples come from.
public enum SoundSource: Hashable, Sendable {
    /// A sound file; the path stands relative to where the scenario's own path does.
    case file(path: String, loops: Bool)
    /// A sine on both channels, starting at phase 0; without `seconds` it has no end.
    case tone(hertz: Double, seconds: Double?, decibels: Double)
    /// Without `seconds` it has no end.
    case noise(NoiseColour, seconds: Double?, decibels: Double)
    case silence(seconds: Double)
}

/// How the energy of a noise lies over the frequencies.
public enum NoiseColour: String, CaseIterable, Hashable, Sendable { case white, pink }

/// One step of a scenario with what must come out.
public struct ScenarioStep: Sendable {
    /// Its number, from 1.
    public let number: Int
    public let step: TimedStep
    public let note: String?
    public let expectations: [Expectation]
    /// The object that it was read from.
    public let source: PositionedValue
    /// The step as a person would say it, such as `setActive nav to true`.
    public var text: String { source.stepText }
}

/// Why a scenario file was refused; nothing of it was played.
public struct ScenarioError: Error, CustomStringConvertible, Sendable {
    public let file: String
    /// Every problem that was found, in the order of the file.
    public let problems: [StepError]

    /// One line per problem: `file:line:column: what is wrong; what would be right`.
    public var description: String {
        problems.map { "\(file):\($0.position.line):\($0.position.column): \($0.says)".printable }.joined(separator: "\n")
    }
}

/// Looks up how long a sound file is.
///
/// - Parameter path: The path of the file.
/// - Returns: Its length in seconds; zero or more.
/// - Throws: What is wrong with the file and what would be right, as the error's description.
public typealias SoundDuration = (_ path: String) throws -> Double
