import SessionPolicy
import SessionScenario
import SessionWorld

/// The progress of a page, as counts of the messages that it has received, so that a slow page costs no more than a
/// fast one.
struct PageCursor: Sendable, Equatable {
    /// The tree that the page knows; 0 before the vocabulary was sent.
    var tree = 0
    var trials = 0
    /// The number of trials that the page knew when the present was last sent, or nil.
    var trialsShown: Int?
    var changes = 0

    init() {}

    enum Line {
        case vocabulary
        case trial(Int)
        /// The present, with the number of trials that the page knew when the present was last sent.
        case present(since: Int?)
    }

    /// Advances by one line: the vocabulary of a new tree, then each trial, then the present if it has changed.
    /// - Returns: The line, or nil if the page is up to date.
    mutating func advance(tree: Int, from first: Int, through last: Int, changes: Int) -> Line? {
        if self.tree != tree {
            self = PageCursor()
            (self.tree, trials) = (tree, first)
            return .vocabulary
        }
        if trials <= last {
            trials += 1
            return .trial(trials - 1)
        }
        guard self.changes != changes else { return nil }
        defer { (self.changes, trialsShown) = (changes, trials) }
        return .present(since: trialsShown)
    }
}

/// The conversation of pages with a trial: messages are answered, and each page fetches, line by line, what it has not
/// received yet. Used both by the server and in browsers. A value; the caller supplies the time.
struct PageConversation: Sendable {
    struct Outcome: Sendable {
        let answer: PageAnswer
        let hasChanged: Bool

        init(_ answer: PageAnswer, hasChanged: Bool = false) { (self.answer, self.hasChanged) = (answer, hasChanged) }
    }

    private(set) var tree: TrialTree
    private let own: [TrialSound]
    private var firstBook: RuleBook
    /// The file of the book, or nil for a built-in one.
    private var bookFile: String?
    /// The sounds of `own`, some replaced by a scenario's.
    private var sounds: [TrialSound]
    private var number = 1
    private var changes = 1

    /// Creates a conversation with a device in its initial state.
    /// - Parameters:
    ///   - bookFile: The file of the rules, or nil for a built-in book.
    ///   - now: The caller's clock.
    init(_ book: RuleBook, bookFile: String? = nil, sounds: [TrialSound], at now: Instant) {
        (own, self.sounds) = (sounds, sounds)
        (firstBook, self.bookFile) = (book, bookFile)
        tree = TrialTree(book, bookFile: bookFile, soundLengths: sounds.lengths, at: now)
    }

    /// Creates a conversation in which the steps of a scenario have been tried.
    /// - Parameters:
    ///   - bookFile: The file of the rules, or nil for a built-in book.
    ///   - sounds: The sounds that apps can play in addition to the scenario's.
    ///   - duration: Returns the length of a sound file, in seconds, by its path.
    ///   - now: The caller's clock.
    init(
        _ scenario: Scenario, bookFile: String? = nil, sounds: [TrialSound], duration: (String) -> Double?,
        at now: Instant
    ) {
        own = sounds
        (firstBook, self.bookFile) = (scenario.book, bookFile)
        let described = scenario.sounds.map { TrialSound($0, duration: duration) }
        self.sounds = sounds.filter { sound in !described.contains { $0.id == sound.id } } + described
        // A sound that the scenario plays without describing has no end there, even if a built-in sound has its name.
        let played = Set(scenario.steps.compactMap { $0.source["sound"]?.string })
        var lengths = sounds.lengths.filter { !played.contains($0.key) }
        for (id, seconds) in described.lengths { lengths[id] = seconds }
        tree = TrialTree(scenario, bookFile: bookFile, soundLengths: lengths, at: now)
    }

    // MARK: Rule books

    /// The books that a page can choose in addition to the built-in ones: the first one and the current one.
    private var ownBooks: [RuleBook] { [firstBook, tree.firstBook] }

    private var books: [String] {
        ownBooks.map { $0.title }.reduce(into: RuleBook.names) { names, title in
            if !names.contains(title) { names.append(title) }
        }
    }

    private func book(_ name: String) -> RuleBook? {
        ownBooks.first { $0.title == name } ?? RuleBook.named(name)
    }

    /// The file of a book, or nil for a built-in one.
    private func file(of book: RuleBook) -> String? { book.name == firstBook.name ? bookFile : nil }

    // MARK: Lines for pages

    /// Returns the next line for a page, a JSON object: the vocabulary, then each trial, then the present.
    /// - Parameters:
    ///   - cursor: The progress of the page, updated by this call.
    ///   - now: The caller's clock.
    /// - Returns: The line, or nil if the page is up to date.
    func line(after cursor: inout PageCursor, at now: Instant) -> String? {
        switch cursor.advance(tree: number, from: 0, through: tree.trials.count - 1, changes: changes) {
        case .vocabulary:
            return Vocabulary.message(
                of: tree.book.vocabulary, book: tree.book.title, books: books, sounds: sounds, isHost: false)
        case .trial(let number): return tree.message(ofTrial: number)
        case .present(let since):
            // The sounds that have started since the last line; none for a new page.
            let started = since.map { tree.trials[$0...].flatMap { $0.started } } ?? []
            return tree.messageOfPresent(at: now, started: started)
        case nil: return nil
        }
    }

    /// Makes the present available again after time has passed and something was due.
    mutating func passTime() { changes += 1 }

    /// Replaces this conversation; pages receive all of it.
    private mutating func become(_ other: PageConversation) {
        let (number, book, file) = (number, firstBook, bookFile)
        self = other
        (self.number, firstBook, bookFile) = (number + 1, book, file)
    }

    // MARK: Messages

    /// Handles a message of a page.
    /// - Parameters:
    ///   - message: A JSON object; `Docs/Page.md` lists them.
    ///   - now: The caller's clock.
    mutating func follow(_ message: [UInt8], at now: Instant) -> Outcome {
        let value: PositionedValue
        do {
            value = try PositionedValue(json: message, line: 1)
        } catch {
            return Outcome(PageAnswer(refused: 400, "This message is no JSON: \(error.says)."))
        }
        guard case .object(let members) = value.content, members.count == 1, let member = members.first else {
            return Outcome(PageAnswer(refused: 400, Self.wanted))
        }
        switch (member.key, member.value.content) {
        case ("step", _): return attempt(member.value, at: now)
        case ("go", .number(let number)): return go(to: Int(exactly: number), at: now)
        case ("undo", _): return go(to: tree.previous, at: now)
        case ("redo", _): return go(to: tree.next, at: now)
        case ("begin", .string(let name)): return begin(name, at: now)
        case ("rules", .string(let name)): return decide(under: name, at: now)
        case ("compare", _): return compare()
        case ("text", .string(let name)): return text(name)
        case ("load", .object): return load(member.value, at: now)
        default: return Outcome(PageAnswer(refused: 400, Self.wanted))
        }
    }

    private static let wanted =
        #"A message is an object with one of the keys step, go, undo, redo, begin, rules, compare, text and load, such "#
        + #"as {"step": {"do": "lock"}}."#

    private mutating func attempt(_ step: PositionedValue, at now: Instant) -> Outcome {
        switch tree.attempt(step, at: now) {
        case .unreadable(let error): return Outcome(PageAnswer(refused: 422, "This is no step: \(error.says)."))
        case .full:
            let says = "\(TrialTree.limit) steps have been tried; save them as a scenario and begin anew."
            return Outcome(PageAnswer(refused: 409, says))
        case .tried(let number):
            changes += 1
            let trial = tree.trials[number]
            let isTaken = trial.reply.map { $0.outcome.name == "ok" } ?? true
            return Outcome(PageAnswer(#"{"trial": \#(number), "taken": \#(isTaken)}"#), hasChanged: true)
        }
    }

    private mutating func go(to number: Int?, at now: Instant) -> Outcome {
        guard let number, tree.go(to: number, at: now) else {
            return Outcome(PageAnswer(refused: 409, "There is no such step in the tree; choose one that it shows."))
        }
        changes += 1
        return Outcome(PageAnswer(#"{"trial": \#(number)}"#), hasChanged: true)
    }

    private mutating func begin(_ name: String, at now: Instant) -> Outcome {
        guard let book = book(name) else { return Self.noBook(name) }
        become(PageConversation(book, bookFile: file(of: book), sounds: own, at: now))
        return Outcome(PageAnswer(), hasChanged: true)
    }

    private mutating func decide(under name: String, at now: Instant) -> Outcome {
        guard let book = book(name) else { return Self.noBook(name) }
        tree.decide(under: book, bookFile: file(of: book))
        number += 1
        changes += 1
        let differing = tree.path.count { $0.differs }
        return Outcome(
            PageAnswer(#"{"differing": \#(differing), "steps": \#(tree.path.count)}"#), hasChanged: true)
    }

    /// Counts the steps that come out differently under each other book.
    private func compare() -> Outcome {
        let rows = books.filter { $0 != tree.book.title }.compactMap { name -> String? in
            guard let book = book(name) else { return nil }
            let (differing, all) = tree.compared(under: book)
            return #"{"book": \#(name.quoted), "differing": \#(differing), "steps": \#(all)}"#
        }
        return Outcome(PageAnswer(#"{"books": [\#(rows.joined(separator: ", "))]}"#))
    }

    private func text(_ name: String) -> Outcome {
        guard let form = TrialText(rawValue: name) else {
            let forms = TrialText.allCases.map { $0.rawValue }.joined(separator: ", ")
            return Outcome(PageAnswer(refused: 400, "There is no form of that name; ask for one of \(forms)."))
        }
        return Outcome(PageAnswer(#"{"text": \#(tree.text(as: form, sounds: sounds.scenarios).quoted)}"#))
    }

    /// Reads a scenario that a person has opened, and runs it.
    private mutating func load(_ value: PositionedValue, at now: Instant) -> Outcome {
        guard let file = value["file"]?.string, let text = value["text"]?.string else {
            return Outcome(PageAnswer(refused: 400, #"Say {"load": {"file": NAME, "text": SCENARIO}}."#))
        }
        // A browser reveals the name of a file, but not its folder.
        func duration(_ path: String) -> Double? {
            let name = path.split(separator: "/").last.map { String($0) } ?? ""
            let known = value["seconds"]?[path] ?? value["seconds"]?[name]
            guard case .number(let seconds)? = known?.content, seconds >= 0 else { return nil }
            return seconds
        }
        // A file that was not opened may be one of the page's own; any other is replaced by a tone.
        let own = own
        func ownLength(_ path: String) -> Double? {
            let name = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
            return own.first { $0.id == name }?.seconds
        }
        var missing: [String] = []
        let scenario: Scenario
        do throws(ScenarioError) {
            scenario = try Scenario(text: text, file: file) { (path) throws(SoundDurationError) in
                if let seconds = duration(path) ?? ownLength(path) { return seconds }
                if !missing.contains(path) { missing.append(path) }
                return Self.endless
            }
        } catch {
            let lines = error.description.split(separator: "\n").map { String($0) }
            return Outcome(PageAnswer(unreadable: "\(file) is no scenario that can be opened.", lines))
        }
        guard scenario.steps.count < TrialTree.limit else {
            let says = "\(file) has \(scenario.steps.count) steps; a table holds less than \(TrialTree.limit)."
            return Outcome(PageAnswer(unreadable: says, []))
        }
        func table(_ tones: [String: Double]) -> PageConversation {
            PageConversation(
                scenario, sounds: own, duration: { duration($0) ?? ownLength($0) ?? tones[$0] ?? Self.endless }, at: now
            )
        }
        become(Self.withTones(for: missing, in: scenario, table))
        return Outcome(PageAnswer(tree.summary(of: scenario, without: missing)), hasChanged: true)
    }

    /// The length of an endless sound, in seconds: a day.
    private static let endless = 86_400.0
    /// The largest number of lengths that are tried for a tone.
    private static let mostLengths = 40

    /// Returns the tree in which each tone that replaces a missing file has the length that the scenario's expectations
    /// imply: of the times between two steps, the first one with the fewest failures; endless if none is better.
    private static func withTones(
        for missing: [String], in scenario: Scenario, _ table: ([String: Double]) -> PageConversation
    ) -> PageConversation {
        var (tones, best) = ([String: Double](), table([:]))
        var failures = best.tree.failures(of: scenario).count
        let times = best.tree.path.compactMap { $0.reply?.at }
        for path in missing where failures > 0 {
            let ids = scenario.sounds.filter { if case .file(path, _) = $0.sound { true } else { false } }.map { $0.id }
            let starts = scenario.steps.compactMap { step -> Double? in
                guard let sound = step.source["sound"]?.string, ids.contains(sound),
                    case .number(let at)? = step.source["at"]?.content
                else { return nil }
                return at
            }
            let lengths = starts.flatMap { start in
                zip(times, times.dropFirst()).filter { $0.1 > start && $0.0 < $0.1 }
                    .map { (max($0.0, start) + $0.1) / 2 - start }
            }
            for length in Set(lengths).sorted().prefix(mostLengths) where failures > 0 {
                var tried = tones
                tried[path] = length
                let other = table(tried)
                let count = other.tree.failures(of: scenario).count
                if count < failures { (tones, best, failures) = (tried, other, count) }
            }
        }
        return best
    }

    private static func noBook(_ name: String) -> Outcome {
        let says =
            "There is no rule book \(name.quoted); choose one, or a version that one covers: \(RuleBook.choices)."
        return Outcome(PageAnswer(refused: 400, says))
    }
}

extension TrialTree.Trial {
    fileprivate var started: [SoundReference] {
        reply.map { $0.meanwhile.flatMap { $0.started } + $0.moment.started } ?? []
    }
}
