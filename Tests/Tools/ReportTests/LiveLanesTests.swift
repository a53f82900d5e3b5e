import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import Report

/// The lanes of a terminal while a scenario plays.
struct LiveLanesTests {
    private let chart: Chart

    init() throws {
        let text = """
            scenario: Lanes
            rules: modern
            steps:
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 2, do: launch, app: nav, backgroundAudio: true}
              - {at: 3, do: setCategory, app: nav, category: playback, options: [duckOthers]}
              - {at: 4, do: play, app: nav, sound: "left\\u001b[2J\\n\\u5de6\\u5de6\\u5de6\\u5de6\\u5de6\\u5de6\\u5de6", seconds: 2}
              - {at: 8, do: setActive, app: nav, to: false}
              - {at: 9, do: call, phase: incoming}
              - {at: 10, do: call, phase: declined}
            """
        chart = Chart(ScenarioRun(try Scenario(text: text, file: "lanes.yaml", duration: nil)))
    }

    private func lanes(width: Int = 80, colours: Bool = false) -> LiveLanes {
        LiveLanes(chart, TextStyle(width: width, hasColours: colours))
    }

    @Test("At each moment a line says what the picture says, and none is wider than the terminal")
    func widths() {
        for width in [40, 60, 80, 200] {
            let lanes = lanes(width: width)
            for tenth in 0...100 {
                let lines = lanes.lines(at: Double(tenth) / 10, height: 16)
                #expect(lines.allSatisfy { $0.columns <= width }, "\(lines)")
                // Nothing of a name moves a cursor.
                #expect(lines.allSatisfy { line in line.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
            }
        }
    }

    @Test("Who is ducked, silenced or gone is told where it is so")
    func notes() {
        let lanes = lanes()
        func song(_ seconds: Double) -> String { lanes.lines(at: seconds, height: 16)[0] }
        #expect(song(1).hasSuffix("-6 dB"))
        #expect(song(5).hasSuffix("lowered to -20 dB"))
        #expect(song(8.5).hasSuffix("-6 dB"))
        #expect(song(9.5).hasSuffix("not heard: R-INT-2"))
        #expect(lanes.lines(at: 3, height: 16).count == 2)
        #expect(lanes.lines(at: 5, height: 16).count == 3)
        #expect(lanes.lines(at: 5, height: 2).count == 2)
        #expect(lanes.lines(at: 5, height: 2)[1].contains("1 more"))
    }

    @Test("The lane grows with the time and is the one that stands at the end")
    func growth() {
        let lanes = lanes()
        let ends = (0...10).map { second in
            lanes.lines(at: Double(second), height: 16)[0].prefix(55).reversed().drop { $0 == " " }
                .count
        }
        #expect(ends == ends.sorted())
        #expect(ends[0] < ends[10])
    }

    @Test("Colours are there where they are wanted, and nowhere else")
    func colours() {
        let coloured = lanes(colours: true).lines(at: 5, height: 16)
        #expect(coloured[0].contains("\u{1B}[38;5;\(TextStyle.Ink.ducked.number)m"))
        #expect(!lanes().lines(at: 5, height: 16).contains { $0.contains("\u{1B}") })
    }
}
