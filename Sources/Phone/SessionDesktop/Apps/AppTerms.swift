package import Glibc
package import SessionPolicy

/// The session of a desktop program, which knows nothing of sessions itself.
package struct AppTerms: Hashable, Sendable {
    /// The treatment of the program while the policy halts its sound.
    package enum Interruption: String, CaseIterable, Sendable {
        /// A media player is paused, and a stream is muted.
        case pause
        /// The program continues to play, lowered as far as the rule book ducks others.
        case lower
        /// The program continues to play at its own level.
        case leave
    }

    package var category = Category.playback
    package var mode = Mode.default
    package var options: CategoryOptions = []
    package var interruption = Interruption.pause
    /// How far a media player seeks back when it resumes after an interruption, 0 to one minute.
    package var back = Length.milliseconds(0)
    /// Whether the program's sound is a call of the app, which no other app lowers or interrupts.
    package var isCall = false
    /// Whether the row applies to recording streams: the program then counts as playing while it records.
    package var records = false

    /// Creates the session of a program.
    package init(
        _ category: Category = .playback, mode: Mode = .default, options: CategoryOptions = [],
        interruption: Interruption = .pause, back: Length = .milliseconds(0)
    ) {
        (self.category, self.mode, self.options, self.interruption) = (category, mode, options, interruption)
        self.back = back
    }
}

/// A row of the table that assigns sessions to programs.
package struct AppRow: Hashable, Sendable {
    /// The marks that identify a program; all that are set must match.
    package var program: String?
    package var application: String?
    package var player: String?
    package var role: String?
    package var terms: AppTerms
    /// Where the row was defined, for messages: a file and a line, or a description of a built-in row.
    package var origin: String

    package init(
        program: String? = nil, application: String? = nil, player: String? = nil, role: String? = nil,
        _ terms: AppTerms, origin: String
    ) {
        (self.program, self.application, self.player, self.role) = (program, application, player, role)
        (self.terms, self.origin) = (terms, origin)
    }

    package var isBuiltIn: Bool { Self.builtIn.contains { $0.origin == origin } }

    /// The marks as a file would write them.
    package var marks: String {
        let marks = [("program", program), ("application", application), ("player", player), ("role", role)]
        return "{" + marks.compactMap { name, mark in mark.map { "\(name): \($0)" } }.joined(separator: ", ") + "}"
    }

    private func means(_ program: AppMarks) -> Bool {
        func fits(_ wanted: String?, _ given: [String?]) -> Bool {
            guard let wanted else { return true }
            return given.contains { $0?.lowercased() == wanted.lowercased() }
        }
        let isAnyPlayer = player == AppMarks.anyPlayer && program.player != nil
        return fits(self.program, program.programs) && fits(application, [program.application])
            && (isAnyPlayer || fits(player, [program.player])) && fits(role, [program.role])
    }

    /// Returns the first row that applies to a program while it records, or nil.
    static func recording(of rows: [AppRow], for program: AppMarks) -> AppRow? {
        rows.first { $0.terms.records && $0.means(program) }
    }

    static func first(of rows: [AppRow], for program: AppMarks) -> AppRow {
        // The last built-in row matches every program.
        rows.first { !$0.terms.records && $0.means(program) } ?? builtIn[builtIn.count - 1]
    }

    /// The built-in rows, which follow those of files. The roles are PulseAudio's and PipeWire's.
    package static let builtIn: [AppRow] = {
        let mixes = CategoryOptions.mixWithOthers
        let speech = AppTerms(options: [.mixWithOthers, .duckOthers])
        var call = AppTerms(.playAndRecord, mode: .voiceChat)
        call.isCall = true
        let roles: [(names: [String], terms: AppTerms)] = [
            (AppMarks.rolesOfCalls, call),
            (["music"], AppTerms()),
            (["video", "movie"], AppTerms(mode: .moviePlayback)),
            (["a11y", "accessibility", "assistant", "announcement", "navigation"], speech),
            // As Ambient they would be suspended in the background.
            (["event", "notification", "game", "animation", "production", "test"], AppTerms(options: mixes)),
        ]
        let rows = roles.flatMap { names, terms in
            names.map { AppRow(role: $0, terms, origin: "built in: role \($0)") }
        }
        // A program with a media player's interface behaves as one; nothing is known about any other program.
        return rows + [
            AppRow(player: AppMarks.anyPlayer, AppTerms(), origin: "built in: a media player"),
            AppRow(AppTerms(options: mixes), origin: "built in: a program without a role"),
        ]
    }()
}

/// The marks that identify a program.
package struct AppMarks: Hashable, Sendable {
    /// The names of its process, the executable's first.
    package var programs: [String]
    package var application: String?
    /// Its name as a media player.
    package var player: String?
    package var role: String?

    static let rolesOfCalls = ["phone", "communication"]
    /// In a row: any media player.
    package static let anyPlayer = "*"

    /// Creates the marks of a program.
    /// - Parameter process: The process identifier, or nil if the process is not on this machine.
    package init(
        program: String? = nil, process: pid_t? = nil, application: String? = nil, player: String? = nil,
        role: String? = nil
    ) {
        (self.application, self.player, self.role) = (application, player, role)
        programs = ProgramName.all(of: program, process: process)
    }
}
