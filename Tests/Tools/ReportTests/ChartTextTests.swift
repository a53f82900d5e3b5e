import Foundation
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import Report

/// A replay as a terminal shows it.
struct ChartTextTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func navigation() throws -> Chart {
        let path = Self.root.appending(path: "Scenarios/scenario-3-navigation.yaml").path
        let lengths = ["nav-left.flac": 2.5, "nav-exit.flac": 3, "nav-arrived.flac": 2.5]
        return Chart(
            ScenarioRun(
                try Scenario(file: path) { file in
                    lengths.first { file.hasSuffix($0.key) }?.value ?? 600
                }))
    }

    private func text(_ chart: Chart, _ style: TextStyle) -> String {
        let text = ChartText(chart, style)
        return text.heading + chart.moments.map { text.lines(of: $0) }.joined() + "\n" + text.drawing
    }

    private func chart(_ steps: String) throws -> Chart {
        Chart(ScenarioRun(try Scenario(text: "scenario: X\nsteps:\n\(steps)", file: "x.yaml", duration: nil)))
    }

    @Test("No line is wider than the terminal, with colours or without", arguments: [40, 60, 76, 80, 100, 200])
    func widths(width: Int) throws {
        let lines = text(try navigation(), TextStyle(width: width, hasColours: false)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width }, "\(lines.filter { $0.count > width })")
        let coloured = text(try navigation(), TextStyle(width: width, hasColours: true))
        let bare = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
        #expect(bare.allSatisfy { $0.count <= width })
        #expect(coloured.contains("\u{1B}[38;5;"))
    }

    @Test("The third scenario takes at most ninety lines of eighty columns")
    func length() throws {
        let lines = text(try navigation(), TextStyle(width: 80, hasColours: false)).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 90)
        #expect(lines.count > 60)
    }

    @Test("Each change stands in a line with the rule that decided it, and what stays is not told again")
    func changes() throws {
        let chart = try chart(
            """
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 1, do: setCategory, app: nav, category: playback, options: [duckOthers]}
              - {at: 4, do: play, app: nav, sound: prompt, seconds: 1}
              - {at: 6, do: setActive, app: nav, to: false}
              - {at: 7, do: plug, port: headphones}
              - {at: 8, do: call, phase: incoming}
              - {at: 9, do: call, phase: declined}
              - {at: 10, do: wait}
              - {at: 11, do: unplug, port: lineOut}
              - {at: 12, do: stop, app: ipod, expect: {heard: [ipod/song]}}
            """)
        let text = ChartText(chart, TextStyle(width: 100, hasColours: false))
        func line(_ at: Double) -> [String] {
            chart.moments.filter { $0.at == at }.flatMap { text.lines(of: $0).split(separator: "\n").map(String.init) }
        }
        func ends(_ line: String, _ rule: String) -> Bool { line.hasSuffix(rule) && line.count == 100 }
        #expect(line(4).contains { $0.contains("─ ipod/song") && $0.contains("lowered") && ends($0, "R-DK-1") })
        #expect(line(5).contains { $0.contains("■ nav/prompt") && $0.hasSuffix("ends") })
        #expect(line(6).contains { $0.contains("━ ipod/song") && ends($0, "R-DK-1") })
        #expect(line(7).contains { $0.contains("headphones") && $0.contains("R-RTE-") })
        #expect(line(8).contains { $0.contains("┄ ipod/song") && ends($0, "R-INT-2") })
        #expect(line(9).contains { $0.contains("━ ipod/song") && ends($0, "R-INT-6") })
        #expect(line(10) == [])
        #expect(line(11).count == 1 && line(11)[0].contains("→ badParam"))
        #expect(line(12).contains { $0.contains("✗ heard: expected ipod/song, was nothing") })
    }

    @Test("The drawing has an axis, what of the device changed, a lane for each sound, and the marks that occur")
    func drawing() throws {
        let chart = try chart(
            """
              - {at: 0, do: play, app: a, sound: song}
              - {at: 20, do: plug, port: headphones}
              - {at: 40, do: unplug, port: headphones}
              - {at: 100, do: stop, app: a}
            """)
        let lines = ChartText(chart, TextStyle(width: 60, hasColours: false)).drawing.split(separator: "\n").map(
            String.init)
        #expect(lines.count == 4)
        let (axis, route, song) = (Array(lines[0]), Array(lines[1]), Array(lines[2]))
        #expect(lines[1].hasPrefix("route") && lines[1].contains("[headphones") == (route.count > 30))
        #expect(lines[2].hasPrefix("a/song") && song.filter { $0 == "▶" }.count == 1)
        // A sound that begins at 20 s stands below the 20 of the axis.
        let place = try #require(lines[0].range(of: "20")).lowerBound
        #expect(route.firstIndex(of: "[") == lines[0].distance(from: lines[0].startIndex, to: place))
        #expect(axis.count <= 60 && lines[3].contains("▶ starts") && !lines[3].contains("duck"))
    }

    @Test("Every colour is legible on black and on white")
    func contrast() {
        for ink in TextStyle.Ink.allCases {
            let luminance = Self.luminance(ink.number)
            #expect(1.05 / (luminance + 0.05) >= 3, "\(ink) on white")
            #expect((luminance + 0.05) / 0.05 >= 3, "\(ink) on black")
        }
    }

    /// The relative luminance of a colour among the 256 of terminals, as WCAG defines it.
    private static func luminance(_ number: Int) -> Double {
        let steps = [0.0, 95, 135, 175, 215, 255]
        let parts =
            number >= 232
            ? Array(repeating: Double(8 + (number - 232) * 10), count: 3)
            : [steps[(number - 16) / 36], steps[(number - 16) / 6 % 6], steps[(number - 16) % 6]]
        let linear = parts.map { part in
            let level = part / 255
            return level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    @Test("Names with markup of terminals in them move no cursor")
    func names() throws {
        let chart = try chart(
            """
              - {at: 0, do: play, app: "a\\u001b[2J", sound: "s\\n\\u5de6\\u5de6"}
              - {at: 2, do: unplug, port: headphones}
            """)
        let text = text(chart, TextStyle(width: 80, hasColours: false))
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
        #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= 80 })
    }
}
