import Foundation
import FoundationXML
import Randomness
import SessionScenario
import Testing

@testable import Report

/// Details that are too many to be shown one by one are all there: nothing is lost when stretches, steps and facts
/// share a place.
struct DensityTests {
    @Test("A path read back goes through the points that it was made of", arguments: 0..<50)
    func outline(last: Int) {
        var random = SplitMix()
        let points = (0...last).map { _ in
            SVGPath.Point(.random(in: -1300...1300, using: &random), .random(in: -50...50, using: &random))
        }
        let path = SVGPath.path(through: points).text
        let numbers = path.matches(of: /-?(?:\d+(?:\.\d)?|\.\d)/).map { (Double(String($0.output)) ?? .nan) * 10 }
        #expect(numbers.count == 2 * points.count, "\(path)")
        var (x, y) = (0.0, 0.0)
        for (place, point) in points.enumerated() {
            (x, y) = (x + numbers[2 * place], y + numbers[2 * place + 1])
            #expect(abs(x - Double(point.x)) < 0.01 && abs(y - Double(point.y)) < 0.01, "\(path)")
        }
    }

    @Test("Every value is in exactly one crowd, in order, and none in a crowd that it does not belong to")
    func crowds() {
        var random = SplitMix()
        for _ in 0..<100 {
            let values = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                Int.random(in: 0...40, using: &random)
            }.sorted()
            let crowds = Cluster.gathered(values) { $0 - $1 < 3 }
            #expect(crowds.flatMap(Array.init) == values, "\(values)")
            for crowd in crowds { #expect(crowd.last! - crowd.first! < 3, "\(values)") }
            for (one, next) in zip(crowds, crowds.dropFirst()) { #expect(next.first! - one.first! >= 3) }
        }
    }

    @Test("What holds for many alike is said once, with every name; a name within another is no name")
    func likeness() {
        let facts = ["a1", "a15", "a", "b"].map { Chart.Snapshot.Fact(about: $0, sentence: "\($0): a wish of \($0)'s") }
        #expect(FactGrouping.lines(of: facts) == ["a1: a wish of a1's; likewise a15, b", "a: a wish of a's"])
        #expect(
            FactGrouping.lines(of: [
                .init(about: "a1", sentence: "a1 and a15"), .init(about: "a15", sentence: "a15 and a15"),
            ]) == ["a1 and a15", "a15 and a15"])
    }

    @Test("A lowered sound takes half a lane, and what is hatched at one height of a part is one path with one pattern")
    func forms() throws {
        let text = """
            scenario: Forms
            steps:
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 1, do: setCategory, app: nav, category: playback, options: [duckOthers]}
              - {at: 2, do: setActive, app: nav, to: true}
              - {at: 4, do: call, phase: incoming}
              - {at: 5, do: call, phase: declined}
              - {at: 6, do: call, phase: incoming}
              - {at: 8, do: wait}
            """
        let svg = Chart(ScenarioRun(try Scenario(text: text, file: "forms.yaml", duration: nil))).svg
        func heights(_ style: String) -> Set<Double> {
            let boxes = svg.split(separator: "<path class=\"\(style)\" d=\"").dropFirst()
            let drawn = boxes.compactMap { $0.prefixMatch(of: /[^v"]*v([\d.]+)[^<]*<title>ipod/) }
            return Set(drawn.compactMap { Double($0.1) })
        }
        let heard = try #require(heights("heard").first)
        #expect(heights("heard").count == 1 && heights("unheard") == [heard])
        #expect(heights("ducked") == [heard * Style.Form.lowered])
        // Two calls in the lanes of the sound and of both sessions, and both samples of the legend.
        let hatched = svg.matches(of: /<path class="hatched (\w+)" d="([^"]*)"/)
        #expect(hatched.map { $0.1 } == ["lane", "bar", "bar", "sample", "bar"])
        #expect(hatched.map { $0.2.count { $0 == "M" } } == [2, 2, 2, 1, 1])
        // The page paints its lanes by the same numbers.
        #expect(Style.colours.contains("--lowered:\(Style.Form.lowered);--hatch-gap:\(Style.Form.hatchGap);"))
    }

    @Test("A picture too high for a sheet is a page's head and a drawing for each lane, each of which fits a sheet")
    func sheets() throws {
        func many(apps: Int) throws -> Chart {
            let steps = (0..<apps).flatMap { app in
                [
                    "{at: 0, do: setCategory, app: a\(app), category: playback, options: [mixWithOthers]}",
                    "{at: 0, do: play, app: a\(app), sound: s}",
                ]
            }
            let end = ["{at: 2, do: ringSwitch, to: silent}", "{at: 9, do: wait}"]
            let text = "scenario: Many\nsteps:\n" + (steps + end).map { "  - \($0)\n" }.joined()
            return Chart(ScenarioRun(try Scenario(text: text, file: "many.yaml", duration: nil)))
        }
        let chart = try many(apps: 20)
        let page = chart.page()
        let boxes = page.matches(of: /viewBox="0 (\d[\d.]*) 1120 ([\d.]+)"/).map { (Double($0.1)!, Double($0.2)!) }
        #expect(boxes.count > 2)
        // 186 mm of paper at 273 mm of width.
        #expect(boxes.allSatisfy { $0.1 <= 1120 * 186 / 273 }, "\(boxes)")
        // One head has the axis; paper repeats it on each sheet.
        #expect(page.components(separatedBy: "<div class=\"head\">").count == 2)
        #expect(page.components(separatedBy: ">8 s</text>").count == 2)
        #expect(page.components(separatedBy: "id=\"hatch\"").count == 2)
        for app in 0..<20 { #expect(page.components(separatedBy: "data-sound=\"a\(app)/s\"").count == 2) }
        #expect(chart.svg.components(separatedBy: "<svg").count == 2)
        // The other one is the overview of the viewer.
        #expect(try many(apps: 5).page().components(separatedBy: "<svg").count == 3)
    }

    @Test("Ten thousand steps: each stands in the page with its time, and the picture stays small")
    func manySteps() throws {
        var lines = ["scenario: Many", "steps:", "  - {at: 0, do: play, app: a, sound: s}"]
        for turn in 0..<9_999 {
            lines.append("  - {at: \(turn + 1), do: ringSwitch, to: \(turn.isMultiple(of: 2) ? "silent" : "ring")}")
        }
        let run = ScenarioRun(try Scenario(text: lines.joined(separator: "\n"), file: "many.yaml", duration: nil))
        let chart = Chart(run)
        let page = chart.page()
        for number in [1, 25, 26, 5_000, 10_000] {
            #expect(page.contains("<li id=\"step-\(number)\" data-at=\"\(number - 1)\" "))
        }
        #expect(page.components(separatedBy: "<li id=\"step-").count == 10_001)
        // Two thousand places are all that the picture's width can show apart.
        #expect(chart.svg.components(separatedBy: "<g class=\"step").count <= 2_001)
        #expect(chart.svg.utf8.count < 1_000_000)
        #expect(try XMLDocument(xmlString: chart.svg).childCount > 0)
    }
}
