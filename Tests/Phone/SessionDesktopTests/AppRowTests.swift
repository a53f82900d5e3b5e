import Foundation
import Scratch
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import SessionDesktop

/// The table that gives programs of the desktop their sessions.
@Suite struct AppRowTests {
    @Test("The first row that means a program counts, and each of its marks must be the program's, whatever their case")
    func first() throws {
        let rows =
            try AppRow.read(
                yaml: """
                    apps:
                      - {program: mpv, role: video, mode: moviePlayback}
                      - {program: MPV, options: [mixWithOthers, duckOthers], interrupted: leave}
                      - {application: org.telegram.desktop, category: playAndRecord, mode: voiceChat}
                      - {player: spotify, mode: spokenAudio}
                    """, file: "apps.yaml") + AppRow.builtIn
        func row(_ marks: AppMarks) -> AppRow { AppRow.first(of: rows, for: marks) }
        #expect(row(AppMarks(program: "mpv", role: "Video")).terms == AppTerms(mode: .moviePlayback))
        let mixing = row(AppMarks(program: "mpv", role: "music"))
        #expect(mixing.terms == AppTerms(options: [.mixWithOthers, .duckOthers], interruption: .leave))
        #expect(mixing.origin == "apps.yaml:3")
        #expect(row(AppMarks(application: "org.telegram.desktop")).terms.mode == .voiceChat)
        #expect(row(AppMarks(player: "spotify")).terms.mode == .spokenAudio)
        #expect(row(AppMarks(player: "vlc")).origin == "built in: a media player")
        #expect(row(AppMarks(role: "phone")).origin == "built in: role phone")
        #expect(row(AppMarks(program: "aplay")).terms == AppTerms(options: .mixWithOthers))
    }

    @Test(
        "Each mistake of a table is told with its place and what would be right",
        arguments: [
            ("apps: 3", "apps.yaml:1:1: a table of apps has one key"),
            ("programs: []", "apps.yaml:1:1: a table of apps has one key"),
            ("apps: [mpv]", "apps.yaml:1:8: a row is an object with the keys program, application"),
            ("apps: [{mode: default}]", "apps.yaml:1:8: the row matches no program; add one of program, application"),
            ("apps: [{program: mpv, kind: app}]", "apps.yaml:1:23: a row has no key \"kind\"; its keys are"),
            ("apps: [{program: []}]", "apps.yaml:1:18: \"program\" must be a name"),
            (
                "apps: [{role: game, category: ambient}]",
                "apps.yaml:1:31: \"category\" must be one of playback, playAndRecord"
            ),
            ("apps: [{role: game, mode: loud}]", "\"mode\" must be one of default,"),
            ("apps: [{role: game, options: duckOthers}]", "\"options\" must be a list such as [mixWithOthers]; found"),
            ("apps: [{role: game, options: [duck]}]", "\"options\" must be one of allowAirPlay,"),
            (
                "apps: [{role: game, interrupted: stop}]",
                "\"interrupted\" must be one of pause, lower, leave; found \"stop\""
            ),
            (
                "apps: [{player: vlc, back: two}]",
                "apps.yaml:1:28: \"back\" must be a number of seconds, 0 to 60; found \"two\""
            ),
            ("apps: [{player: vlc, back: -1}]", "\"back\" must be a number of seconds, 0 to 60; found -1.0"),
            ("apps: [{player: vlc, back: 61}]", "\"back\" must be a number of seconds, 0 to 60; found 61.0"),
            ("apps: [{player: vlc, back: [2]}]", "\"back\" must be a number of seconds, 0 to 60; found a list"),
            ("apps: [{player: vlc, back: .nan}]", "\"back\" must be a number of seconds, 0 to 60; found"),
            ("apps: [{program: vlc, back: 2}]", "apps.yaml:1:29: only a media player seeks back: name it by player"),
            ("apps: [{player: vlc, back: 2, interrupted: lower}]", "a player that is not paused does not seek back"),
            ("apps: [", "apps.yaml:"),
        ])
    func mistakes(text: String, says: String) throws {
        let error = #expect(throws: AppTableError.self) { try AppRow.read(yaml: text, file: "apps.yaml") }
        let sentence = try #require(error).description
        #expect(sentence.contains(says), "\(sentence)")
    }

    @Test("A row says that a program is lowered while it is interrupted, or that a player seeks back when it resumes")
    func lowerAndBack() throws {
        let rows = try AppRow.read(
            yaml: "apps: [{program: mpg123, interrupted: lower}, {player: pod, back: 1.5}]", file: "apps.yaml")
        #expect(rows.map(\.terms) == [AppTerms(interruption: .lower), AppTerms(back: .milliseconds(1_500))])
        // Rows on one line are told apart.
        #expect(rows.map(\.origin) == ["apps.yaml:1:8", "apps.yaml:1:47"])
    }

    @Test(
        "A program is known by its file, without what a wrapper has added to the name",
        arguments: [
            ("mpg123.bin", "mpg123"), (".mpv-wrapped", "mpv"), ("firefox-bin", "firefox"), ("vlc.real", "vlc"),
            ("Spotify.BIN.real", "spotify.bin"), ("mpg123", "mpg123"), ("mpg123.bin", "mpg123.bin"),
        ])
    func wrappers(file: String, row: String) throws {
        let rows =
            try AppRow.read(yaml: "apps: [{program: \(row), mode: moviePlayback}]", file: "apps.yaml") + AppRow.builtIn
        #expect(AppRow.first(of: rows, for: AppMarks(program: file)).origin == "apps.yaml:1")
        #expect(
            AppRow.first(of: rows, for: AppMarks(program: file + "er")).origin == "built in: a program without a role")
    }

    @Test("A program is known by the name under which it was started, and by the script that it runs")
    func startedAs() throws {
        func started(_ words: [String]) throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = words
            process.standardInput = Pipe()
            process.standardOutput = Pipe()
            try process.run()
            // It has become what it is once it answers.
            let output = try #require(process.standardOutput as? Pipe)
            #expect(output.fileHandleForReading.availableData == Data("y\n".utf8))
            return process
        }
        let scratch = Scratch()
        try "echo y; read line".write(toFile: scratch.file("quodlibet"), atomically: false, encoding: .utf8)
        let renamed = try started(["-c", "exec -a /usr/lib/radio bash -c 'echo y; read line'"])
        let script = try started([scratch.file("quodlibet")])
        defer { for process in [renamed, script] { process.terminate() } }
        #expect(ProgramName.all(of: "bash", process: renamed.processIdentifier) == ["bash", "radio"])
        #expect(ProgramName.all(of: "bash", process: script.processIdentifier) == ["bash", "quodlibet"])
        #expect(ProgramName.all(of: nil, process: nil).isEmpty)
    }

    @Test("The person's table is read before the system's")
    func places() {
        #expect(
            AppRow.places { ["HOME": "/home/a"][$0] } == [
                "/home/a/.config/audiosession/apps.yaml", "/etc/audiosession/apps.yaml",
            ])
        #expect(AppRow.places { ["XDG_CONFIG_HOME": "/c", "HOME": "/h"][$0] }.first == "/c/audiosession/apps.yaml")
    }
}

extension AppRow {
    /// The rows of a table that is written as YAML.
    static func read(yaml text: String, file: String) throws(AppTableError) -> [AppRow] {
        try read(file) { () throws(StepError) in try PositionedValue(yaml: text) }
    }
}
