import Foundation
import Scratch
import Testing

/// The manifest as it is read on a Mac, where tests of iOS apps are built.
struct ManifestTests {
    private let scratch = Scratch()

    @Test("On Apple's systems the package has what tests link, and needs neither another package nor a C library")
    func onApple() throws {
        let manifest = try manifest(platform: "apple")
        let products = try #require(manifest["products"] as? [[String: Any]]).compactMap { $0["name"] as? String }
        #expect(Set(products) == ["SessionPolicy", "SessionWorld", "SessionOracle", "SessionTesting"])
        #expect((manifest["dependencies"] as? [Any])?.isEmpty == true)
        let targets = try #require(manifest["targets"] as? [[String: Any]])
        let names = Set(targets.compactMap { $0["name"] as? String })
        #expect(
            names.subtracting(products) == [
                "SessionPolicyTests", "SessionOracleTests", "SessionTestingTests", "Randomness",
            ])
        for target in targets {
            #expect(["regular", "test"].contains(target["type"] as? String))
            for dependency in try #require(target["dependencies"] as? [[String: Any]]) {
                let name = try #require((dependency["byName"] as? [Any])?.first as? String)
                #expect(names.contains(name))
            }
        }
        let platforms = try #require(manifest["platforms"] as? [[String: Any]])
        #expect(
            Set(platforms.map { "\($0["platformName"] ?? "") \($0["version"] ?? "")" }) == ["ios 16.0", "macos 13.0"])
    }

    @Test("A package that tests a session compiles no sound, and none of the names that play")
    func onlySession() throws {
        let targets = try #require(try manifest(platform: nil)["targets"] as? [[String: Any]])
        var needed: Set = ["SessionTesting"]
        var count = 0
        while count < needed.count {
            count = needed.count
            for target in targets where needed.contains(target["name"] as? String ?? "") {
                for dependency in try #require(target["dependencies"] as? [[String: Any]]) {
                    if let name = (dependency["byName"] as? [Any])?.first as? String { needed.insert(name) }
                }
            }
        }
        #expect(
            needed == [
                "SessionTesting", "SessionOracle", "SessionWorld", "SessionPolicy", "AVFAudioSession", "AppleSession",
                "CoreAudioTypes", "CAppleDevice", "SystemSupport", "CSystemShims",
            ])
    }

    @Test("On Linux it has all rooms")
    func onLinux() throws {
        let targets = try #require(try manifest(platform: nil)["targets"] as? [[String: Any]])
        let names = Set(targets.compactMap { $0["name"] as? String })
        #expect(Set(Repository.rooms.map(\.room)).isSubset(of: names))
    }

    /// The manifest as the package manager reads it, in a folder of its own, because that of the package is in use
    /// while its tests run.
    private func manifest(platform: String?) throws -> [String: Any] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift", "package", "--scratch-path", scratch.file("build"), "dump-package"]
        process.currentDirectoryURL = Repository.root
        var environment = ProcessInfo.processInfo.environment
        environment["AUDIOSESSION_PLATFORM"] = platform
        // The package manager leaves its locks there.
        environment["TMPDIR"] = scratch.path
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    }
}
