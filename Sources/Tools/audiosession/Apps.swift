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
        if json {
            for program in apps.programs {
                let texts = GovernedApps.keys.map { $0.lowercased() }.map { ($0, JSONText(program.value[$0]?.string)) }
                let line = JSONText.fields(
                    [
                        ("app", .string(program.key)), ("heard", .bool(apps.heard.contains(program.key))),
                        ("ducked", .bool(apps.ducked.contains(program.key))),
                    ] + texts + [("options", .array((program.value["options"]?.strings ?? []).map { .string($0) }))])
                try Output.write("\(line.written(depth: 0))\n")
            }
            return
        }
        let rows = apps.programs.map { program in
            let (name, value) = (program.key, program.value)
            let state = apps.ducked.contains(name) ? "lowered" : apps.heard.contains(name) ? "heard" : "not heard"
            let words = ["category", "mode"].compactMap { value[$0]?.string }.filter { $0 != "default" }
            let session = (words + (value["options"]?.strings ?? [])).joined(separator: " ")
            return [name, state, session, "\(value["kind"]?.string ?? ""), \(value["row"]?.string ?? "")"]
        }
        if rows.isEmpty { try Output.write("The host governs no player, no stream and no program now.\n") }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            try Output.write((cells + [row[3]]).joined(separator: "  ") + "\n")
        }
        try writeIdleRows(apps.programs.compactMap { $0.value["row"]?.string })
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
