public import SessionPolicy
public import SessionWorld

/// A scenario: steps, the sounds behind their ids, and expectations.
public struct Scenario: Sendable {
    /// The path of its file, as it was given.
    public let file: String
    /// The title; the name of the file if there is none.
    public let title: String
    /// The source of the story.
    public let source: String?
    /// The test of another project with the same contents, or nil for a case of our own.
    public let test: ForeignTest?
    /// The rules cited under `rule`; empty if there are none.
    public let rules: [RuleID]
    /// The rule books under which it holds, at least one, in the order of the file.
    public private(set) var books: [RuleBook]
    /// The book under which it runs.
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

    /// The scenario under each of its rule books, in order.
    public var tellings: [Scenario] {
        books.map { book in
            var telling = self
            telling.book = book
            return telling
        }
    }

    /// Returns the scenario with changes to its rule books; a first step that chooses a book takes precedence.
    ///
    /// - Parameter changes: In the order in which they are made.
    public func with(_ changes: [RuleBook.Change]) -> Scenario {
        var scenario = self
        scenario.books = books.map { $0.with(changes) }
        scenario.book = book.with(changes)
        return scenario
    }

    /// Returns the scenario under another book.
    public func under(_ book: RuleBook) -> Scenario {
        var scenario = self
        scenario.books = [book]
        scenario.book = book
        return scenario
    }

    /// The name of the rule book, if the file names several.
    package var bookName: String? { books.count > 1 ? book.name : nil }

    /// The file's name without folders and extension, such as `navigation`.
    public var shortName: String { Self.shortName(of: file) }

    static func shortName(of file: String) -> String {
        let name = file.split(separator: "/").last ?? file[...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}

/// A test of another project that a scenario reproduces in its own words.
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
    /// The id as a name of the policy.
    public let name: Name
    public let sound: SoundSource
    public let position: SourcePosition
}

/// The source of a sound's samples.
public enum SoundSource: Hashable, Sendable {
    /// A sound file; the path is relative like the scenario's own.
    case file(path: String, loops: Bool)
    /// A sine on both channels, starting at phase 0; endless without `seconds`.
    case tone(hertz: Double, seconds: Double?, decibels: Double)
    /// Noise; endless without `seconds`.
    case noise(NoiseColour, seconds: Double?, decibels: Double)
    case silence(seconds: Double)
}

/// The spectral distribution of a noise.
public enum NoiseColour: String, CaseIterable, Hashable, Sendable { case white, pink }

/// A step of a scenario with its expectations.
public struct ScenarioStep: Sendable {
    /// The number of the step, from 1.
    public let number: Int
    public let step: TimedStep
    public let note: String?
    public let expectations: [Expectation]
    /// The object from which it was read.
    public let source: PositionedValue
    /// The step in words, such as `setActive nav to true`.
    public var text: String { source.stepText }
}

/// Why a scenario file was refused; none of it was played.
public struct ScenarioError: Error, CustomStringConvertible, Sendable {
    public let file: String
    /// The problems, in the order of the file; at most a hundred.
    public let problems: [StepError]
    /// The number of further problems.
    public var others = 0

    /// One line per problem: `file:line:column: what is wrong; what would be right`.
    public var description: String { problems.lines(in: file, others: others) }
}

/// Looks up the length of a sound file.
///
/// - Parameter path: The path of the file.
/// - Returns: Its length in seconds; zero or more.
/// - Throws: The problem with the file and its remedy.
public typealias SoundDuration = (_ path: String) throws(SoundDurationError) -> Double

/// Why the length of a sound file is unknown.
public struct SoundDurationError: Error, CustomStringConvertible, Sendable {
    /// The problem with the file and its remedy.
    public let description: String

    /// Creates the error from its message.
    public init(_ description: String) { self.description = description }
}
