import Foundation
import SessionPolicy
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
