import CommandSupport
import Foundation
import SessionPolicy
import SessionScenario
import Testing

@testable import Page

/// The page as files that need no server.
struct ExportTests {
    private static let policy = Array("\0asm".utf8) + [1, 0, 0, 0]

    @Test("The program embeds every file of the page unchanged, and its scripts as one")
    func embedded() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Tools/CPageFiles/Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let scripts = names.filter { $0.hasSuffix(".js") }
        let others = names.filter { !$0.hasSuffix(".js") }
        #expect(PageFiles.texts.keys.sorted() == (others + ["colours.css", "page.js"]).sorted())
        for name in others {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(PageFiles.texts[name] == text, "\(name)")
        }
        let script = try #require(PageFiles.texts["page.js"])
        for name in scripts {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(script.contains(PageFiles.withoutComments(text)), "\(name)")
        }
    }

    @Test("A story comes along as text, with its sounds, and its text is never markup")
    func story() throws {
        let text = "scenario: </script><b>\nsounds: {hum: {tone: 100}, tape: {file: a/b.wav}}\nsteps: []\n"
        let scenario = try Scenario(text: text, file: "story.yaml") { _ in 1.5 }
        let offered = TestPage.sounds.with(["a/b.wav": PageSounds.File(samples: [0, 0.5, 0], seconds: 1.5)])
        let files = try PageExport(
            policy: Self.policy, book: .modern, sounds: offered, story: PageExport.Story(scenario, text: text)
        ).files
        #expect(!content("index.html", of: files).contains("<b>"))
        let script = content("table.js", of: files)
        #expect(script.contains(#"table.load = {"file": "story.yaml", "text": "scenario: <"#))
        #expect(script.contains(#""seconds": {"a/b.wav": 1.5}"#))
        let sounds = content("sounds.js", of: files)
        for id in ["tape", "song"] { #expect(sounds.contains("\"\(id)\": \"T2dnU"), "\(id)") }
        // The page makes tones itself.
        #expect(!sounds.contains("\"hum\":"))
    }

    @Test("The files name nothing that is not among them, and have the policy and every sound in them")
    func files() throws {
        let sounds = TestPage.sounds
        let files = try PageExport(policy: Self.policy, book: .modern, sounds: sounds).files
        let index = content("index.html", of: files)
        #expect(index.contains(PageExport.scriptTag))
        #expect(content("table.js", of: files).hasPrefix(#"globalThis.table = {"book": "modern""#))
        for part in index.components(separatedBy: #"src=""#).dropFirst()
            + index.components(separatedBy: #"stylesheet" href=""#).dropFirst()
        {
            #expect(files[String(part.prefix { $0 != "\"" })] != nil, "\(part.prefix(40))")
        }
        // From a server, and from a disk.
        #expect(files["policy.wasm"] == Self.policy)
        #expect(content("policy.js", of: files).contains(Data(Self.policy).base64EncodedString()))
        for sound in sounds.all {
            let name = try #require(
                content("table.js", of: files).components(separatedBy: "\"\(sound.id)\": \"").dropFirst().first?.prefix
                {
                    $0 != "\""
                })
            let bytes = try #require(files[String(name)])
            #expect(bytes.starts(with: Array("OggS".utf8)), "\(sound.id)")
            #expect(content("sounds.js", of: files).contains(Data(bytes).base64EncodedString()))
            // A second of it takes 10 KB at most.
            #expect(Double(bytes.count) < 4_000 + 10_000 * sound.seconds, "\(sound.id)")
        }
    }

    private func content(_ name: String, of files: [String: [UInt8]]) -> String {
        String(decoding: files[name] ?? [], as: UTF8.self)
    }

    @Test("What is no policy, and a folder that cannot be, is told by name")
    func refusals() throws {
        #expect(throws: CommandFailure.self) {
            try PageExport(policy: Array("<html>".utf8), book: .modern, sounds: TestPage.sounds)
        }
        let export = try PageExport(policy: Self.policy, book: .modern, sounds: TestPage.sounds)
        #expect {
            try export.write(to: "/dev/null/table")
        } throws: { "\($0)".contains("/dev/null/table") }
    }
}
