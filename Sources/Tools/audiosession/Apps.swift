import ArgumentParser
import CommandSupport
import SessionDesktop
import SessionPolicy
import SessionScenario
import SessionWire
import SessionWorld
import SystemSupport

struct Apps: ParsableCommand {
    static let configuration = CommandConfiguration(
        .apps,
        abstract: "Lists the players, streams and programs that the host governs, and where their sessions come from.",
        discussion: """
            A line has the app's name, whether it is heard, its session, and the row that assigns it: a file and a \
            line, or "built in". A program that has joined the host sets its own session; its line says how it joined. \
            The host reads ~/.config/audiosession/apps.yaml, then /etc/audiosession/apps.yaml, when it starts; the \
            first row that matches a program counts:

              apps:
                - {player: spotify, mode: spokenAudio}
                - {program: aplay, options: [mixWithOthers, duckOthers]}
                - {role: game, interrupted: leave}
                - {player: podcasts, back: 2}

            A row matches a program by its file, also without a wrapper's suffix (mpg123.bin), by the name under which \
            it was started, or by the script that it runs. An interrupted player is paused and a stream muted \
            (interrupted: pause), lowered (lower) or unchanged (leave). A player seeks back by "back" seconds, 0 to \
            60, when it resumes. Rows that match no program now are listed last.

            Exit status: 0, or 3 if no host answers.
            """)

    @Flag(help: "Print a JSON object per app, one per line.")
    var json = false

    @Option(help: "The host's socket; by default AUDIOSESSION_SOCKET or the usual path.", transform: PlaceName.read)
    var socket: String?

    func run() throws {
        Output.prepare()
        let apps = try GovernedApps.ask(.named(socket))
        let programs = apps.programs.sorted { $0.key < $1.key }
        if json {
            for (name, program) in programs {
                let texts = GovernedApps.Program.keys.map { ($0.lowercased(), JSONText(program.texts[$0])) }
                let line = JSONText.fields(
                    [
                        ("app", .string(name)), ("heard", .bool(apps.heard.contains(name))),
                        ("ducked", .bool(apps.ducked.contains(name))),
                    ] + texts + [("options", .array(program.options.map { .string($0) }))])
                try Output.write("\(line.written(depth: 0))\n")
            }
            return
        }
        let rows = programs.map { name, program in
            let state = apps.ducked.contains(name) ? "lowered" : apps.heard.contains(name) ? "heard" : "not heard"
            let words = [program.texts["Category"], program.texts["Mode"].flatMap { $0 == "default" ? nil : $0 }]
            let session = (words.compactMap(\.self) + program.options).joined(separator: " ")
            return [name, state, session, "\(program.texts["Kind"] ?? ""), \(program.texts["Row"] ?? "")"]
        }
        if rows.isEmpty { try Output.write("The host governs no player, no stream and no program now.\n") }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            try Output.write((cells + [row[3]]).joined(separator: "  ") + "\n")
        }
        try writeIdleRows(programs.compactMap { $0.value.texts["Row"] })
    }

    /// Writes the file rows that no program matches now: a row with a misspelled name never matches.
    private func writeIdleRows(_ origins: [String]) throws {
        let rows: [AppRow]
        do { rows = try AppRow.ofThisProcess() } catch {
            // A host started now would report the same.
            return Output.complain("audiosession: \(error)")
        }
        for row in rows where !row.isBuiltIn && !origins.contains(row.origin) {
            try Output.write("\(row.origin): no program now fits this row, \(row.marks)\n")
        }
    }
}

extension AppRow {
    static func ofThisProcess() throws(AppTableError) -> [AppRow] {
        try ofThisProcess { (file) throws(StepError) in try PositionedValue(yamlFile: file, wanted: "a table of apps") }
    }
}
