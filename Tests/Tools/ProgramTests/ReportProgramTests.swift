import Foundation
import Testing

/// The files that `replay` and `check` write for people to look at.
struct ReportProgramTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let names = ["1-language-app", "2-game", "3-navigation", "4-blog"]

    @Test("The pictures of the documents are those that the program draws", arguments: names)
    func pictures(name: String) throws {
        let program = try TestProgram()
        // From the root, since a report names its file as it was given.
        let line = "here=$PWD; cd '\(Self.root.path)' && \"$0\" replay --quiet Scenarios/scenario-\(name).yaml"
        #expect(try program.run("\(line) --svg \"$here/drawn.svg\" 2>/dev/null").status == 0)
        let drawn = Drawing(String(decoding: try #require(program.bytes(of: "drawn.svg")), as: UTF8.self))
        let kept = Drawing(
            try String(contentsOf: Self.root.appending(path: "Docs/Pictures/scenario-\(name).svg"), encoding: .utf8))
        #expect(drawn.frame == kept.frame, "make pictures draws them anew")
        #expect(drawn.places.count == kept.places.count)
        // Machines without the same vector instructions round the last bits of the mix otherwise.
        #expect(zip(drawn.places, kept.places).allSatisfy { abs($0 - $1) <= 0.2 })
    }

    /// A picture: its drawing, and the places of the waves' corners apart from it.
    private struct Drawing {
        let frame: String
        let places: [Double]

        init(_ text: String) {
            var frame = ""
            var places: [Double] = []
            for (index, part) in text.components(separatedBy: "class=\"wave ").enumerated() {
                let head = index == 0 ? part[...] : part.prefix { $0 != "M" }
                let path = part.dropFirst(head.count).prefix { $0 != "\"" }
                places += path.split { "MLz ".contains($0) }.compactMap { Double($0) }
                frame += head + part.dropFirst(head.count + path.count)
            }
            (self.frame, self.places) = (frame, places)
        }
    }

    @Test("A replay in brief shows the drawing and the verdict of the whole one, and no step")
    func brief() throws {
        let program = try TestProgram()
        let replay = "\"$0\" replay '\(Self.root.path)/Scenarios/scenario-3-navigation.yaml'"
        #expect(try program.run("\(replay) --wav a.wav >whole; \(replay) --wav b.wav --brief >brief").status == 0)
        let (whole, brief) = (program.text(of: "whole"), program.text(of: "brief"))
        let heading = try #require(whole.range(of: "\n\n")).upperBound
        let end = try #require(whole.range(of: "\n\n", options: .backwards, range: heading..<whole.endIndex)).lowerBound
        let start = try #require(whole.range(of: "\n\n", options: .backwards, range: heading..<end)).upperBound
        #expect(brief == whole[..<heading] + whole[start...])
        #expect(brief.contains("▽") && brief.contains("holds: "))
        #expect(try program.run("\(replay) --brief --quiet 2>complaints").status == 64)
    }

    @Test("A page holds its sound and needs no network")
    func page() throws {
        let program = try TestProgram()
        let scenario = Self.root.appending(path: "Scenarios/scenario-4-blog.yaml").path
        #expect(try program.run("\"$0\" replay --quiet '\(scenario)' --report out.html").status == 0)
        let page = String(decoding: try #require(program.bytes(of: "out.html")), as: UTF8.self)
        let sound = try #require(page.components(separatedBy: "data:audio/flac;base64,").dropFirst().first)
        let bytes = try #require(Data(base64Encoded: String(sound.prefix { $0 != "\"" })))
        #expect(bytes.prefix(4) == Data("fLaC".utf8))
        let foreign = page.components(separatedBy: "http").dropFirst().filter {
            !$0.hasPrefix("://www.w3.org/2000/svg")
        }
        #expect(foreign.isEmpty)
    }

    @Test(
        "A report of a long story costs what happens in it: it has no sound, and says so",
        .timeLimit(.minutes(5)), arguments: ["3601", "86400", "1e9", "9e9"])
    func longStory(seconds: String) throws {
        let program = try TestProgram()
        try program.write(
            """
            scenario: A long story
            sounds: {hum: {tone: 100}}
            steps: [{at: 0, do: play, app: a, sound: hum}, {at: \(seconds), do: lock}]
            """, to: "long.yaml")
        let (status, complaints) = try program.run(
            "\"$0\" replay long.yaml --quiet --report a.html --svg a.svg 2>complaints >output")
        #expect(status == 0)
        #expect(
            complaints.contains(
                "long.yaml: the story lasts \(plain(seconds)) s, and a report has the sound of at most 3600 s"))
        #expect(program.text(of: "a.html").contains("<svg") && !program.text(of: "a.html").contains("<audio"))
        #expect(program.text(of: "a.svg").contains("\(plain(seconds)) s"))
    }

    private func plain(_ number: String) -> String { Double(number).map { "\(Int($0))" } ?? number }

    @Test("A report is never written over what it is made of, and not at all where one file cannot be")
    func wholeOrNot() throws {
        let program = try TestProgram()
        let text = "scenario: A lock\nsteps:\n  - {at: 0, do: lock}\n"
        try program.write(text, to: "story.yaml")
        let replay = "\"$0\" replay --quiet story.yaml"
        #expect(try program.run("\(replay) --svg story.yaml 2>complaints").status == 2)
        #expect(program.complaints.contains("story.yaml"))
        #expect(program.bytes(of: "story.yaml") == Data(text.utf8))
        #expect(try program.run("\(replay) --svg a.svg --report none/a.html 2>complaints").status == 2)
        #expect(program.complaints.contains("none/a.html"))
        #expect(program.bytes(of: "a.svg") == nil)
    }

    @Test("An index over many files says which fail, and leads to a page for each")
    func index() throws {
        let program = try TestProgram()
        try program.write(
            "scenario: Good\nsteps:\n  - {at: 0, do: lock, expect: {result: ok}}\n", to: "good.yaml")
        try program.write(
            "scenario: Bad <b>\nsteps:\n  - {at: 0, do: lock, expect: {result: badParam}}\n", to: "bad & worse.yaml")
        let line = "\"$0\" check --report out good.yaml 'bad & worse.yaml' >/dev/null 2>&1"
        #expect(try program.run(line).status == 1)
        let page = String(decoding: try #require(program.bytes(of: "out/index.html")), as: UTF8.self)
        #expect(page.contains("1 of 2 fail"))
        #expect(page.contains("Bad &lt;b&gt;") && !page.contains("Bad <b>"))
        #expect(page.contains("href=\"2-bad%20%26%20worse.html#step-1\""))
        for name in ["1-good.html", "2-bad & worse.html"] { #expect(program.bytes(of: "out/\(name)") != nil) }
    }
}
