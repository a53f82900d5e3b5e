import Foundation
import FoundationXML
import Randomness
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import Report

/// The drawing agrees with the decisions, and nothing from outside becomes markup.
struct ReportTests {
    /// A scenario with names that try to be markup, and one expectation that fails.
    static let hostile = """
        scenario: "<script>alert('&')</script> \\e[31m ]]> --> \\u0007"
        source: "</title><b>\\"quoted\\"</b>"
        sounds:
          "<b>song": {tone: 440, seconds: 2, dB: -12}
        steps:
          - {at: 0, do: launch, app: "<script>evil", kind: system}
          - {at: 0, do: play, app: "<script>evil", sound: "<b>song"}
          - {at: 1, do: call, phase: incoming, expect: {heard: ["<script>evil/<b>song"]}}
          - {at: 3, do: call, phase: declined}
          - {at: 5, do: lock}
        """

    private func chart(_ text: String, peaks: [String: [Float]] = [:]) throws -> Chart {
        Chart(ScenarioRun(try Scenario(text: text, file: "hostile.yaml", duration: nil)), peaks: peaks)
    }

    @Test("Names, titles and sources stay text in the picture and the page")
    func hostileNames() throws {
        let chart = try chart(Self.hostile)
        let picture = try XMLDocument(xmlString: chart.svg)
        #expect(picture.elementNames.isDisjoint(with: ["script", "b"]))
        #expect(picture.texts.contains("<b>song"))
        let page = chart.page()
        #expect(!page.contains("<script>evil"))
        #expect(!page.contains("<script>alert"))
        #expect(page.components(separatedBy: "</script>").count == 3, "a script with its values, and no more")
    }

    @Test("Whatever a text holds, escaped it is well-formed, and holds nothing that cannot be printed")
    func escaping() throws {
        var random = SplitMix()
        for _ in 0..<500 {
            let text = random.hostileText()
            let markup: Markup = "<a b=\"\(text)\">\(text)</a>"
            let document = try XMLDocument(xmlString: markup.text)
            #expect(document.elementNames == ["a"], "\(random)")
            #expect(SplitMix.unprintable(in: markup.text) == [], "\(random)")
        }
    }

    @Test("Whatever names hold, picture and page hold nothing that cannot be printed")
    func unprintableNames() throws {
        var random = SplitMix()
        for _ in 0..<20 {
            let (title, app) = (random.hostileText().quoted, (random.hostileText() + "x").quoted)
            let text = """
                scenario: \(title)
                source: \(title)
                sounds: {\(app): {tone: 440, seconds: 2, dB: -12}}
                steps:
                  - {at: 0, do: launch, app: \(app), kind: system}
                  - {at: 0, do: play, app: \(app), sound: \(app)}
                  - {at: 1, do: call, phase: incoming, expect: {heard: [\((app + "/" + app).quoted)]}}
                """
            let chart = try chart(text)
            for written in [chart.svg, chart.page(), ReportIndex.page([.init(chart, address: "a.html")])] {
                #expect(SplitMix.unprintable(in: written) == [], "\(random)")
            }
        }
    }

    @Test("A failed expectation stands in the picture and the page, with what was expected and what was")
    func failures() throws {
        let chart = try chart(Self.hostile)
        let failed = try #require(chart.steps.first { !$0.failures.isEmpty })
        #expect(failed.number == 3)
        #expect(chart.svg.contains("class=\"step failed\""))
        #expect(chart.svg.contains("✗ step 3, heard: expected"))
        #expect(chart.page().contains("What did not hold"))
        #expect(!chart.run.verdict.hasPrefix("holds"))
    }

    @Test("A failure is a card with its step, its place in the file, and the words that differ marked")
    func cards() throws {
        let page = try chart(Self.hostile).page()
        #expect(page.contains("<a href=\"#step-3\">Step\u{A0}3</a> · 1\u{A0}s</strong>"))
        #expect(page.contains("hostile.yaml:8:49</p>"))
        #expect(page.contains("<dd><mark>&lt;script&gt;evil/&lt;b&gt;song</mark></dd>"))
        #expect(page.contains("✗ 1 of 1 expectation failed, in 1 of 5 steps"))
    }

    @Test("Of an expected text the missing words are marked, and of the actual one those in their place")
    func differences() {
        func marked(_ expected: String, _ actual: String) -> [String] {
            let sides = FailureCards.marked(expected, actual)
            return [sides.expected, sides.actual].map {
                $0.text.replacing("<mark>", with: "<").replacing("</mark>", with: ">")
            }
        }
        #expect(
            marked("ipod/song at -12 dB", "ipod/song heard at -20 dB on builtInSpeaker")
                == ["ipod/song at <-12> dB", "ipod/song heard at <-20> dB on builtInSpeaker"])
        #expect(
            marked("{to: a, reason: new}, {to: b}", "{to: a, reason: old}, {to: b}")
                == ["{to: a, reason: <new>}, {to: b}", "{to: a, reason: <old>}, {to: b}"])
        #expect(marked("same", "same") == ["same", "same"])
        #expect(marked("", "all new") == ["", "<all new>"])
        #expect(marked("a", "a b") == ["a", "a< b>"])
        // Too many words to be compared one by one.
        let (long, other) = (String(repeating: "a ", count: 2_000), String(repeating: "b ", count: 2_000))
        #expect(marked(long, other) == [long, other])
    }

    @Test("The stretches of a lane follow each other without overlap, and lie within the story", arguments: 1...4)
    func stretches(number: Int) throws {
        let run = ScenarioRun(try Self.documented(number))
        let chart = Chart(run)
        #expect(!chart.groups.isEmpty)
        for lane in chart.groups.flatMap(\.lanes) {
            for span in lane.spans { #expect(span.from < span.to && span.to <= chart.seconds, "\(lane.label)") }
            for (one, next) in zip(lane.spans, lane.spans.dropFirst()) { #expect(one.to <= next.from, "\(lane.label)") }
        }
        for moment in run.moments {
            let at = moment.at.seconds
            let later = run.moments.last { $0.at.seconds == at }
            guard let later, at < chart.seconds else { continue }
            let drawn = chart.groups.flatMap(\.lanes).flatMap(\.spans).count {
                if case .unheard = $0.value { false } else { $0.from <= at && at < $0.to }
            }
            #expect(drawn == later.heard.count, "at \(at) s")
        }
        #expect(try XMLDocument(xmlString: chart.svg).elementNames.contains("svg"))
    }

    @Test("A number stands at each time at which a rule changed what is heard, and its rule is told once, below")
    func causes() throws {
        let chart = try chart(
            """
            scenario: Prompts
            steps:
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 1, do: setCategory, app: nav, category: playback, options: [duckOthers]}
              - {at: 2, do: setActive, app: nav, to: true}
              - {at: 4, do: setActive, app: nav, to: false}
              - {at: 6, do: setActive, app: nav, to: true}
              - {at: 7, do: plug, port: headphones}
              - {at: 8, do: wait}
            """)
        let notes = Causes(chart, limit: 14)
        #expect(notes.notes.prefix(2).map(\.rule) == ["R-DK-1", "R-DK-1"])
        #expect(notes.notes[0].words == "ipod/song is lowered to -20 dB: nav's session is active and ducks others")
        #expect(notes.notes[0].times == [2, 6] && notes.notes[1].times == [4])
        #expect(notes.marks.map(\.at) == [2, 4, 6, 7])
        let texts = try XMLDocument(xmlString: chart.svg).texts
        #expect(texts.count { $0 == "1" } == 3, "two times, and once below")
        #expect(texts.contains { $0 == "2, 6\u{A0}s" } && texts.contains("R-DK-1"))
        #expect(texts.contains("headphones") && !texts.contains { $0.contains("…") })
        #expect(chart.svg.contains("<rect class=\"active\"") && chart.svg.contains("<rect class=\"inactive\""))
        // Fewer numbers than causes: the rest is counted.
        #expect(Causes(chart, limit: 1).omitted == notes.notes.count - 1)
    }

    @Test("The type of the picture has at least 13 pixels at the width of a README")
    func type() throws {
        let sizes = Style.picture.matches(of: /(\d+)px (?:system|ui)|font-size:(\d+)/).compactMap {
            ($0.output.1 ?? $0.output.2).flatMap { Int($0) }
        }
        #expect(sizes.count > 1 && sizes.allSatisfy { $0 >= 13 })
        #expect(try chart(Self.hostile).svg.contains("viewBox=\"0 0 838 "))
    }

    @Test("What was rendered gives a lane its shape")
    func peaks() throws {
        let label = "<script>evil/<b>song"
        let flat = try chart(Self.hostile).svg
        let shaped = try chart(Self.hostile, peaks: [label: [0.5, 0.1, 0.5, 0, 0]]).svg
        // A rectangle has sides; an outline has lines from point to point.
        let outline = /<path class="wave heard" d="M[^"h]*l/
        #expect(flat.contains("<path class=\"wave heard\"") && !flat.contains(outline))
        #expect(shaped.contains(outline))
    }

    @Test(
        "An axis has five to twelve round ticks, from the start to the end", arguments: [0.001, 0.4, 7, 53, 600, 9e9])
    func ticks(seconds: Double) {
        let ticks = Report.ticks(in: seconds, apart: seconds / 12)
        #expect(ticks.first == 0)
        #expect(ticks.allSatisfy { $0 <= seconds })
        #expect(ticks.count <= 13)
        if seconds > 0.01 { #expect(ticks.count >= 5) }
    }

    private static func documented(_ number: Int) throws -> Scenario {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Scenarios").path
        let name = try FileManager.default.contentsOfDirectory(atPath: folder).first {
            $0.hasPrefix("scenario-\(number)-")
        }
        return try Scenario(file: "\(folder)/\(#require(name))") { _ in 3 }
    }
}

extension XMLDocument {
    /// The names of all elements.
    fileprivate var elementNames: Set<String> { Set(all.compactMap { $0.kind == .element ? $0.name : nil }) }
    /// The texts between tags.
    fileprivate var texts: [String] { all.compactMap { $0.kind == .text ? $0.stringValue : nil } }

    private var all: [XMLNode] {
        var nodes: [XMLNode] = [self]
        var place = 0
        while place < nodes.count {
            nodes += nodes[place].children ?? []
            place += 1
        }
        return nodes
    }
}
