import Foundation
import SessionScenario
import Testing

@testable import Report

/// The README's first picture, in two widths. A person has composed it, with arrows from cause to effect and words of its
/// own that no drawing of a report has; its times, levels and rules are those of a replay.
struct HeroPictureTests {
    private static let story = """
        scenario: Fifteen seconds on a phone
        rules: modern
        steps:
          - {at: 0, do: launch, app: ipod, kind: system}
          - {at: 0, do: play, app: ipod, sound: song}
          - {at: 3, do: launch, app: nav}
          - {at: 3, do: setCategory, app: nav, category: playback, options: [duckOthers]}
          - {at: 3, do: play, app: nav, sound: prompt, seconds: 3}
          - {at: 6, do: setActive, app: nav, to: false}
          - {at: 9, do: call, phase: incoming}
          - {at: 12, do: call, phase: declined}
          - {at: 15, do: wait}
        """

    private static func picture(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/Pictures")
        return try String(contentsOf: folder.appending(path: name).standardized, encoding: .utf8)
    }

    @Test(
        "The README's picture tells what a replay tells: the times, the level and the rules",
        arguments: [
            "hero.svg", "hero-narrow.svg",
        ])
    func facts(name: String) throws {
        let chart = Chart(ScenarioRun(try Scenario(text: Self.story, file: "hero.yaml", duration: nil)))
        let lanes = chart.groups.flatMap(\.lanes)
        let music = try #require(lanes.first { $0.label == "ipod/song" })
        #expect(music.spans.map(\.value.style) == ["heard", "ducked", "heard", "unheard", "heard"])
        let changes = chart.moments.flatMap(\.changes).filter { $0.sound == music.label }
        guard case .heard(let loud) = music.spans[0].value, case .ducked(let low) = music.spans[1].value else {
            Issue.record("the music is not lowered")
            return
        }
        let times = music.spans.map { number($0.from) }
        let (lowered, paused) = (try #require(changes[1].rule), try #require(changes[3].rule))
        let decibels = number(Double(loud - low) / 10)
        let words = """
            Fifteen seconds on a phone. Music plays. At \(times[1]) seconds Navigator speaks and the music is lowered by \(decibels) \
            dB, by rule \(lowered); at \(times[2]) seconds it is back. At \(times[3]) seconds a call rings and the music is paused, \
            by rule \(paused); when the call is declined at \(times[4]) seconds it resumes.
            """
        let picture = try Self.picture(name)
        #expect(picture.contains("aria-label=\"\(words)\""))
        let shown = picture.matches(of: #/<text class="[md]"[^>]*>([^<]*)</#).map { String($0.output.1) }
        #expect(shown == ["−\(decibels) dB", lowered, paused])
        // Every box begins and ends at its time.
        let boxes = picture.matches(of: #/<rect (?:class="[hd]g" )?x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/#).map {
            (from: Double($0.output.1)!, y: Double($0.output.2)!, width: Double($0.output.3)!)
        }
        let left = boxes[0].from
        let scale = (boxes[4].from - left) / music.spans[4].from
        func expect(_ box: (from: Double, y: Double, width: Double), _ from: Double, _ to: Double) {
            #expect(abs(box.from - left - from * scale) < 0.5)
            #expect(abs(box.from + box.width - left - to * scale) < 3)
        }
        for (box, span) in zip(boxes, music.spans) { expect(box, span.from, span.to) }
        for (box, label) in zip(boxes.dropFirst(5), ["nav/prompt", "ringtone"]) {
            let span = try #require(lanes.first { $0.label == label }?.spans.first)
            expect(box, span.from, span.to)
        }
        #expect(boxes.count == 7 && Set(boxes.map(\.y)).count == 4)
    }
}
