import Foundation
import Testing

/// The version, the address and the licences of a release: one place each, and a line in every file that is copied out of
/// the repository.
struct ReleaseTests {
    /// The version, from its one place.
    private static let version: String? = Repository.text(of: "Sources/Phone/CAudioSession/include/audiosession.h")
        .firstMatch(of: #/#define AUDIOSESSION_VERSION "(.*)"/#).map { String($0.output.1) }

    /// All that is text and ours.
    private static let texts = Repository.files { path in
        ![".png", ".flac", ".resolved"].contains(where: path.hasSuffix) && !Repository.text(of: path).isEmpty
    }

    @Test("The changelog's newest release is the version, with its date")
    func changelog() throws {
        let version = try #require(Self.version)
        let releases = Repository.text(of: "CHANGELOG.md").matches(of: #/(?m)^## (\d\S*)(.*)$/#)
        #expect(releases.first?.output.1 == Substring(version))
        for release in releases { #expect(release.output.2.wholeMatch(of: #/ - \d{4}-\d\d-\d\d/#) != nil) }
    }

    @Test("No file that is built or packaged holds the version but the library's header")
    func oneVersion() throws {
        let version = try #require(Self.version)
        let folders = ["Sources/", "Install/", ".ci/", "Makefile", "Package.swift", "action.yml"]
        let holders = Self.texts.filter { path in
            folders.contains(where: path.hasPrefix) && !path.contains(".docc/")
                && Repository.text(of: path).contains("\"\(version)\"")
        }
        #expect(holders == ["Sources/Phone/CAudioSession/include/audiosession.h"])
    }

    @Test("Documents tell of this version wherever they name a release")
    func documentedVersion() throws {
        let version = try #require(Self.version)
        let forms = #/(?:upToNextMinor\(from: "|audiosession@v?|audiosession-|audiosession_|download/)(\d+\.\d+\.\d+)/#
        var count = 0
        for path in Self.texts where path != "CHANGELOG.md" && !path.hasPrefix("Tests/") {
            for match in Repository.text(of: path).matches(of: forms) {
                count += 1
                #expect(match.output.1 == Substring(version), "\(path): \(match.output.0)")
            }
        }
        #expect(count > 3)
    }

    @Test(
        "The address of the repository is spelled as Install/repository has it, and explained where it is first given")
    func address() {
        let address = Repository.text(of: "Install/repository").trimmingCharacters(in: .newlines)
        let expected = address.split(separator: "/").suffix(2).joined(separator: "/")
        var count = 0
        for path in Self.texts {
            for match in Repository.text(of: path).matches(of: #/github\.com/([\w.-]+/audiosession)(?![\w-])/#) {
                count += 1
                #expect(String(match.output.1) == expected, "\(path): \(match.output.0)")
            }
        }
        #expect(count > 3)
        let explained = Repository.documents.filter { Repository.text(of: $0).contains("`OWNER`") }
        #expect(explained == (address.contains("OWNER") ? ["README.md"] : []))
    }

    @Test("Every source that is installed, packaged or made to be copied names its licence")
    func licences() throws {
        let folders = [
            "Install/", "Sources/Phone/CAudioSession/", "Sources/Phone/CALSAPlugin/",
            "Sources/Apple/AudioToolboxC/include/",
            "Docs/Examples/c/", "Docs/Examples/languages/",
        ]
        // What Debian's tools read, and what holds no code.
        let others = [
            ".md", ".map", ".install", ".links", "/not-installed", "/control", "/copyright", "/py.typed", "/repository",
        ]
        let sources = Self.texts.filter { path in
            folders.contains(where: path.hasPrefix) && !others.contains(where: path.hasSuffix)
                && !path.hasSuffix(".mod")
        }
        #expect(sources.count > 90)
        for path in sources + ["action.yml"] {
            let head = Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).prefix(3)
            #expect(head.contains { $0.contains("SPDX-License-Identifier: Apache-2.0") }, "\(path)")
        }
    }

    @Test("What is installed out of the sources is among the files that name their licence")
    func installed() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["Install/install", "--sources"]
        process.currentDirectoryURL = Repository.root
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let paths = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(
            separator: "\n")
        process.waitUntilExit()
        let sources = paths.filter { !$0.hasPrefix(".build/") && !$0.hasPrefix("Scenarios/") && $0 != "LICENSE" }
        #expect(sources.count > 30)
        for path in sources {
            #expect(Repository.text(of: String(path)).prefix(200).contains("SPDX-License-Identifier"), "\(path)")
        }
    }
}
