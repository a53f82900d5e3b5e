package import Glibc
package import SessionPolicy

/// The session that a program of the desktop has, which knows nothing of sessions itself.
package struct AppTerms: Hashable, Sendable {
    /// The fate of the program while the policy halts its sound.
    package enum Interruption: String, CaseIterable, Sendable {
        /// A media player is paused, and a stream is muted.
        case pause
        /// The program plays on, lowered as far as the rule book lowers others.
        case lower
        /// The program plays on, as loud as it is.
        case leave
    }

    package var category = Category.playback
    package var mode = Mode.default
    package var options: CategoryOptions = []
    package var interruption = Interruption.pause
    /// The time that a media player seeks back when it is played again after an interruption; 0 to a minute.
    package var back = Length.milliseconds(0)
    /// Whether the program's sound is a call: the policy has it as a call of the app, which no other app lowers or interrupts.
    package var isCall = false
    /// Whether the row means streams that record: then the program counts as heard while it records.
    package var records = false

    /// Describes the session of a program.
    package init(
        _ category: Category = .playback, mode: Mode = .default, options: CategoryOptions = [],
        interruption: Interruption = .pause, back: Length = .milliseconds(0)
    ) {
        (self.category, self.mode, self.options, self.interruption) = (category, mode, options, interruption)
        self.back = back
    }
}

/// A row of the table that gives programs their sessions: which programs it means, and the session.
package struct AppRow: Hashable, Sendable {
    /// The marks by which a program is known; if there are several, all must be the program's.
    package var program: String?
    package var application: String?
    package var player: String?
    package var role: String?
    package var terms: AppTerms
    /// The place of the row, as it is told to people: a file and a line, or words for a row that is built in.
    package var origin: String

    /// Describes a row.
    package init(
        program: String? = nil, application: String? = nil, player: String? = nil, role: String? = nil,
        _ terms: AppTerms, origin: String
    ) {
        (self.program, self.application, self.player, self.role) = (program, application, player, role)
        (self.terms, self.origin) = (terms, origin)
    }

    /// Whether no file has the row.
    package var isBuiltIn: Bool { Self.builtIn.contains { $0.origin == origin } }

    /// The marks as they are written in a file.
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

    /// The first of some rows that means a program while it records, or nil if none does.
    static func recording(of rows: [AppRow], for program: AppMarks) -> AppRow? {
        rows.first { $0.terms.records && $0.means(program) }
    }

    static func first(of rows: [AppRow], for program: AppMarks) -> AppRow {
        // The last row that is built in means all programs.
        rows.first { !$0.terms.records && $0.means(program) } ?? builtIn[builtIn.count - 1]
    }

    /// The rows behind those of files. The roles are those of PulseAudio and of PipeWire.
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
            // As Ambient they would be suspended in the background, where a desktop lets them play.
            (["event", "notification", "game", "animation", "production", "test"], AppTerms(options: mixes)),
        ]
        let rows = roles.flatMap { names, terms in
            names.map { AppRow(role: $0, terms, origin: "built in: role \($0)") }
        }
        // A media player that tells of itself on the session bus behaves as one; of any other program nothing is known.
        return rows + [
            AppRow(player: AppMarks.anyPlayer, AppTerms(), origin: "built in: a media player"),
            AppRow(AppTerms(options: mixes), origin: "built in: a program without a role"),
        ]
    }()
}

/// The marks by which a program is known.
package struct AppMarks: Hashable, Sendable {
    /// The names by which its process is known: that of its file first.
    package var programs: [String]
    /// Its application's id.
    package var application: String?
    /// Its name as a media player.
    package var player: String?
    /// The role of its sound.
    package var role: String?

    static let rolesOfCalls = ["phone", "communication"]
    /// In a row: any media player.
    package static let anyPlayer = "*"

    /// Describes a program.
    /// - Parameters:
    ///   - program: The file name of its process.
    ///   - process: The number of its process, or nil if that is not on this machine.
    ///   - application: Its application's id.
    ///   - player: Its name as a media player.
    ///   - role: The role of its sound.
    package init(
        program: String? = nil, process: pid_t? = nil, application: String? = nil, player: String? = nil,
        role: String? = nil
    ) {
        (self.application, self.player, self.role) = (application, player, role)
        programs = ProgramName.all(of: program, process: process)
    }
}
