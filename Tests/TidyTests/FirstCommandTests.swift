import Foundation
import Scratch
import Testing

/// The messages of the first commands on a machine where something is missing.
struct FirstCommandTests {
    private let scratch = Scratch()

    @Test("make alone names every target that is not there for others, as make help does")
    func targets() throws {
        let makefile = Repository.text(of: "Makefile").replacingOccurrences(of: "\\\n", with: " ")
        let phony = try #require(makefile.split(separator: "\n").first { $0.hasPrefix(".PHONY:") })
        let expected = phony.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init)
            .filter { $0 != "help" && !$0.hasSuffix("-deps") }
        let (status, text) = try run("make", [], path: Self.system)
        #expect(status == 0)
        let lines = text.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(lines.allSatisfy { $0.first == "make" && $0.count > 3 })
        #expect(Set(lines.map { String($0[1]) }) == Set(expected))
        #expect(try run("make", ["help"], path: Self.system).text == text)
    }

    @Test("Without Swift a build says where it comes from, and tries nothing else")
    func withoutSwift() throws {
        let (status, text) = try run("make", ["demo"], path: try folder(of: ["bash", "cat", "env"]))
        #expect(status == 2)
        for word in ["swift.org", "swiftly", "Debian", "Ubuntu", "Fedora", "Arch"] { #expect(text.contains(word)) }
        #expect(!text.contains("libasound") && !text.contains("Building"))
    }

    @Test(
        "Without apt-get the missing packages are named as the machine's own tool takes them",
        arguments: [
            ("dnf", "dnf install pkgconf-pkg-config alsa-lib-devel libsndfile-devel soxr-devel libyaml-devel sox"),
            ("pacman", "pacman -S --needed pkgconf alsa-lib libsndfile libsoxr libyaml sox"),
        ])
    func packages(tool: String, command: String) throws {
        let path = try folder(of: ["bash", "env"], empty: [tool])
        let (status, text) = try run("bash", [".ci/install-deps", "sox"], path: path)
        #expect(status == 1)
        #expect(text.contains("as root, run: \(command)\n"), "\(text)")
        #expect(!text.contains("libasound2-dev"))
    }

    /// The folders of a Debian's programs; no Swift is among them.
    private static let system = "/usr/bin:/bin"

    /// A folder with these programs of the system, and with others that do nothing.
    private func folder(of programs: [String], empty: [String] = []) throws -> String {
        for name in programs {
            let place = Self.system.split(separator: ":").map { "\($0)/\(name)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
            try FileManager.default.createSymbolicLink(
                atPath: scratch.file(name), withDestinationPath: try #require(place))
        }
        for name in empty {
            try Data("#!/bin/sh\n".utf8).write(to: scratch.url.appending(path: name))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.file(name))
        }
        return scratch.path
    }

    /// Runs a program of the system in the repository, with a path of its own.
    private func run(_ program: String, _ arguments: [String], path: String) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        process.environment = ["PATH": path]
        process.currentDirectoryURL = Repository.root
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
