import Foundation
import SessionPolicy
import SessionScenario
import SessionTable
import Testing

@testable import SessionPage

/// The page as files that need no server.
struct ExportTests {
    private static let policy = Array("\0asm".utf8) + [1, 0, 0, 0]

    @Test("Each module comes after those that it imports, and nothing is imported or exported any more")
    func order() throws {
        for (place, name) in PageExport.modules.enumerated() {
            let file = try #require(PageFiles.file(named: name))
            let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
            let imported = lines.filter { $0.hasPrefix("import ") }.compactMap {
                $0.split(separator: "'").dropFirst().first
            }
            for module in imported {
                let before = try #require(PageExport.modules.firstIndex { "./" + $0 == module })
                #expect(before < place, "\(name) imports \(module)")
            }
        }
        let lines = PageExport.script.split(separator: "\n")
        #expect(lines.count > 300)
        #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") })
    }

    @Test("Every file of the page stands in the program, as it is")
    func embedded() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Tools/CPageFiles/Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect((names + ["colours.css"]).sorted() == PageFiles.names)
        for name in names {
            let bytes = try Array(Data(contentsOf: folder.appending(path: name)))
            #expect(PageFiles.file(named: name)?.bytes == bytes, "\(name)")
        }
        let modules = names.filter { $0.hasSuffix(".js") && $0 != "parts.js" }
        #expect(modules.sorted() == PageExport.modules.sorted(), "the exported page has every module")
    }

    @Test("A story comes along as text, with its sounds, and its text is never markup")
    func story() throws {
        let text = "scenario: </script><b>\nsounds: {hum: {tone: 100}, tape: {file: a/b.wav}}\nsteps: []\n"
        let scenario = try Scenario(text: text, file: "story.yaml") { _ in 1.5 }
        let sounds = TestPage.sounds.with(["a/b.wav": PageSounds.File(samples: [0, 0.5, 0], seconds: 1.5)])
        let files = try PageExport(
            policy: Self.policy, book: .modern, sounds: sounds, story: PageExport.Story(scenario, text: text)
        ).files
        #expect(files["index.html"]?.contains("<b>") == false)
        let script = try #require(files["sounds.js"])
        #expect(script.contains(#"table.load = {"file": "story.yaml", "text": "scenario: <"#))
        #expect(script.contains(#""seconds": {"a/b.wav": 1.5}"#))
        for id in ["hum", "tape", "song"] { #expect(script.contains("\"\(id)\": \"data:audio/wav;base64,"), "\(id)") }
    }

    @Test("The files name nothing that is not among them, and have the policy and every sound in them")
    func files() throws {
        let sounds = TestPage.sounds
        let files = try PageExport(policy: Self.policy, book: .modern, sounds: sounds).files
        let index = try #require(files["index.html"])
        #expect(!index.contains(PageExport.moduleTag) && index.contains(#"{book: "modern"}"#))
        for part in index.components(separatedBy: #"src=""#).dropFirst()
            + index.components(separatedBy: #"stylesheet" href=""#).dropFirst()
        {
            #expect(files[String(part.prefix { $0 != "\"" })] != nil, "\(part.prefix(40))")
        }
        #expect(files["policy.js"]?.contains(Data(Self.policy).base64EncodedString()) == true)
        for sound in sounds.all {
            #expect(files["sounds.js"]?.contains("\"\(sound.id)\": \"data:audio/wav;base64,") == true)
        }
    }

    @Test("What is no policy, and a folder that cannot be, is told by name")
    func refusals() throws {
        #expect(throws: PageExport.Problem.self) {
            try PageExport(policy: Array("<html>".utf8), book: .modern, sounds: TestPage.sounds)
        }
        let export = try PageExport(policy: Self.policy, book: .modern, sounds: TestPage.sounds)
        #expect {
            try export.write(to: "/dev/null/table")
        } throws: { "\($0)".contains("/dev/null/table") }
    }
}
