import SessionPolicy
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
            ("apps: [{mode: default}]", "apps.yaml:1:8: the row means no program; say one of program, application"),
            ("apps: [{program: mpv, kind: app}]", "apps.yaml:1:23: a row has no key \"kind\"; its keys are"),
            ("apps: [{program: []}]", "apps.yaml:1:18: \"program\" must be a name"),
            (
                "apps: [{role: game, category: ambient}]",
                "apps.yaml:1:31: \"category\" must be one of playback, playAndRecord"
            ),
            ("apps: [{role: game, mode: loud}]", "\"mode\" must be one of default,"),
            ("apps: [{role: game, options: duckOthers}]", "\"options\" must be a list such as [mixWithOthers]; found"),
            ("apps: [{role: game, options: [duck]}]", "\"options\" must be one of allowAirPlay,"),
            ("apps: [{role: game, interrupted: stop}]", "\"interrupted\" must be one of pause, leave; found \"stop\""),
            ("apps: [", "apps.yaml:"),
        ])
    func mistakes(text: String, says: String) throws {
        let error = #expect(throws: AppTableError.self) { try AppRow.read(yaml: text, file: "apps.yaml") }
        let sentence = try #require(error).description
        #expect(sentence.contains(says), "\(sentence)")
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
