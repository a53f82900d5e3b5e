public import SessionPolicy
public import SessionWorld

/// A scenario: steps, the sounds behind their ids, and what must come out.
public struct Scenario: Sendable {
    /// The path of its file, as it was given.
    public let file: String
    /// The title; the name of the file if there is none.
    public let title: String
    /// The source of the story.
    public let source: String?
    /// Whose test says the same of another system, or nil for a case of our own.
    public let test: ForeignTest?
    /// The rules that it shows, as cited under `rule`; empty where it cites none.
    public let rules: [RuleID]
    /// The rule books under which it holds, at least one, in the order of the file.
    public private(set) var books: [RuleBook]
    /// The one under which it is told.
    public private(set) var book: RuleBook
    /// The sounds behind the ids, in the order of the file.
    public let sounds: [SoundEntry]
    /// The path of the sound file that recordings hear in place of a microphone, as that of a sound; nil without one.
    public let microphone: String?
    public let steps: [ScenarioStep]
    /// The texts behind the names in the steps.
    public let names: NameTable

    init(
        file: String, title: String, source: String?, test: ForeignTest?, rules: [RuleID], books: [RuleBook],
        sounds: [SoundEntry], microphone: String?, steps: [ScenarioStep], names: NameTable
    ) {
        (self.file, self.title, self.source, self.test) = (file, title, source, test)
        (self.rules, self.books, book) = (rules, books, books[0])
        (self.sounds, self.microphone, self.steps, self.names) = (sounds, microphone, steps, names)
    }

    /// The scenario under each of its rule books, in their order.
    public var tellings: [Scenario] {
        books.map { book in
            var telling = self
            telling.book = book
            return telling
        }
    }

    /// Returns the scenario with some changes of its rule books; a first step that chooses a book has the last word.
    ///
    /// - Parameter changes: In the order in which they are made.
    public func with(_ changes: [RuleBook.Change]) -> Scenario {
        var scenario = self
        scenario.books = books.map { $0.with(changes) }
        scenario.book = book.with(changes)
        return scenario
    }

    /// Returns the scenario told under one book in place of its own.
    public func under(_ book: RuleBook) -> Scenario {
        var scenario = self
        scenario.books = [book]
        scenario.book = book
        return scenario
    }

    /// The name of the rule book, where the file names several.
    package var bookName: String? { books.count > 1 ? book.name : nil }

    /// The file's name without folders and ending, such as `navigation`.
    public var shortName: String { Self.shortName(of: file) }

    static func shortName(of file: String) -> String {
        let name = file.split(separator: "/").last ?? file[...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}

/// A test in another project's repository that a scenario tells in its own words.
public struct ForeignTest: Hashable, Sendable {
    /// Such as `chromium/chromium`.
    public let repository: String
    /// The path of the file in it.
    public let file: String
    /// The name of the test in that file.
    public let name: String

    /// Names a test.
    public init(repository: String, file: String, name: String) {
        (self.repository, self.file, self.name) = (repository, file, name)
    }
}

/// One entry under `sounds`.
public struct SoundEntry: Sendable {
    /// The id that steps use, or the kind of a device's own sound, such as `ringtone`.
    public let id: String
    /// The id as the policy knows it.
    public let name: Name
    public let sound: SoundSource
    public let position: SourcePosition
}

/// The source of a sound's samples.
public enum SoundSource: Hashable, Sendable {
    /// A sound file; the path stands relative to where the scenario's own path does.
    case file(path: String, loops: Bool)
    /// A sine on both channels, starting at phase 0; without `seconds` it has no end.
    case tone(hertz: Double, seconds: Double?, decibels: Double)
    /// Without `seconds` it has no end.
    case noise(NoiseColour, seconds: Double?, decibels: Double)
    case silence(seconds: Double)
}

/// The distribution of a noise's energy over the frequencies.
public enum NoiseColour: String, CaseIterable, Hashable, Sendable { case white, pink }

/// One step of a scenario with what must come out.
public struct ScenarioStep: Sendable {
    /// The number of the step, from 1.
    public let number: Int
    public let step: TimedStep
    public let note: String?
    public let expectations: [Expectation]
    /// The object that it was read from.
    public let source: PositionedValue
    /// The step as a person would say it, such as `setActive nav to true`.
    public var text: String { source.stepText }
}

/// The reasons for which a scenario file was refused; nothing of it was played.
public struct ScenarioError: Error, CustomStringConvertible, Sendable {
    public let file: String
    /// The problems that were found, in the order of the file; at most a hundred.
    public let problems: [StepError]
    /// The number of further problems.
    public var others = 0

    /// One line per problem: `file:line:column: what is wrong; what would be right`.
    public var description: String { problems.lines(in: file, others: others) }
}

/// Looks up how long a sound file is.
///
/// - Parameter path: The path of the file.
/// - Returns: Its length in seconds; zero or more.
/// - Throws: What is wrong with the file and what would be right.
public typealias SoundDuration = (_ path: String) throws(SoundDurationError) -> Double

/// The reason for which the length of a sound file is not known.
public struct SoundDurationError: Error, CustomStringConvertible, Sendable {
    /// A sentence that says what is wrong with the file and what would be right.
    public let description: String

    /// Says why.
    public init(_ description: String) { self.description = description }
}
