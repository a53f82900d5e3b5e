import ArgumentParser
import SessionDesktop
import SessionPolicy
import SessionWire

/// Lists the programs of the desktop that the running host governs.
struct Apps: ParsableCommand {
    static let configuration = CommandConfiguration(
        .apps,
        abstract: "Lists the players, streams and programs that the host governs, and what gives each its session.",
        discussion: """
            A line has the app's name, whether it is heard, its session, and the row: a file and a line of it, or "built in". \
            A program that has joined the host says its session itself: its line has the way by which it has joined. The host \
            reads ~/.config/audiosession/apps.yaml, then /etc/audiosession/apps.yaml, when it starts; the first row that means a \
            program counts:

              apps:
                - {player: spotify, mode: spokenAudio}
                - {program: aplay, options: [mixWithOthers, duckOthers]}
                - {role: game, interrupted: leave}

            Exit status: 0, or 3 where no host with --desktop is on the session bus.
            """)

    @Flag(help: "Print an object of JSON for each app, one a line.")
    var json = false

    func run() throws {
        Output.prepare()
        let (apps, heard, ducked) = try ask()
        if json {
            for (name, app) in apps.sorted(by: { $0.key < $1.key }) {
                let texts = ["Kind", "Row", "Category", "Mode", "Interrupted"].map { key in
                    (key.lowercased(), JSONText(app[key]?.text))
                }
                let line = JSONText.fields(
                    [
                        ("app", .string(name)), ("heard", .bool(heard.contains(name))),
                        ("ducked", .bool(ducked.contains(name))),
                    ] + texts + [("options", .array(Self.texts(app["Options"]).map { .string($0) }))])
                try Output.write("\(line.written(depth: 0))\n")
            }
            return
        }
        let rows = apps.sorted { $0.key < $1.key }.map { name, app in
            let state = ducked.contains(name) ? "lowered" : heard.contains(name) ? "heard" : "not heard"
            let words = [app["Category"]?.text, app["Mode"]?.text.flatMap { $0 == "default" ? nil : $0 }]
            let session = (words.compactMap(\.self) + Self.texts(app["Options"])).joined(separator: " ")
            return [name, state, session, "\(app["Kind"]?.text ?? ""), \(app["Row"]?.text ?? "")"]
        }
        guard !rows.isEmpty else {
            return try Output.write("The host governs no player, no stream and no program now.\n")
        }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            try Output.write((cells + [row[3]]).joined(separator: "  ") + "\n")
        }
    }

    /// Asks the host.
    private func ask() throws -> (apps: [String: [String: BusValue]], heard: [String], ducked: [String]) {
        var answers: [String: BusValue] = [:]
        do {
            let loop = try EventLoop()
            let bus = try SessionBus(on: loop)
            bus.whenGone = { _ in loop.stop() }
            var left = 2
            func ask(_ method: String, _ body: [BusValue], as name: String) {
                bus.call(HostObject.name, HostObject.path, method, body) { answer in
                    answers[name] = (try? answer.get())?.first
                    left -= 1
                    if left == 0 { loop.stop() }
                }
            }
            ask("\(HostObject.name).Apps", [], as: "apps")
            ask("org.freedesktop.DBus.Properties.GetAll", [.text(HostObject.name)], as: "state")
            loop.run()
            bus.close()
        } catch {
            Output.complain("audiosession: \(error)")
            throw ExitCode.noHost
        }
        guard let apps = answers["apps"]?.dictionary, let state = answers["state"]?.dictionary else {
            Output.complain(
                "audiosession: no host with --desktop is on the session bus; start one with audiosession host --desktop"
            )
            throw ExitCode.noHost
        }
        return (apps.compactMapValues(\.dictionary), Self.texts(state["Heard"]), Self.texts(state["Ducked"]))
    }

    private static func texts(_ value: BusValue?) -> [String] {
        if case .texts(let texts)? = value { texts } else { [] }
    }
}
