import Foundation
import Scratch
import Testing

/// The public declarations of the products, as the files under `Tests/API` list them.
struct PublicInterfaceTests {
    /// The modules of the Swift products; `SessionPolicy` comes with `SessionDevice`. Apple's names have
    /// `Tests/Apple/AppleNames.txt`.
    static let modules = [
        "SessionPolicy", "SessionWorld", "SessionScenario", "SessionOracle", "SessionTesting",
        "SessionTestingAVFoundation", "SessionDevice",
    ]

    private static let header = "Sources/Phone/CAudioSession/include/audiosession.h"

    /// `API_REWRITE=1 swift test --filter PublicInterfaceTests` writes the list anew.
    @Test("The public declarations of a module are those that Tests/API lists", arguments: modules)
    func declarations(module: String) throws {
        let declarations = try Self.declarations(of: module)
        #expect(declarations.count > 5)
        try compare(declarations, module)
    }

    @Test("The declarations of the C library are those that Tests/API lists")
    func header() throws {
        let declarations = Self.declarations(inHeader: Repository.text(of: Self.header))
        #expect(declarations.contains { $0.hasPrefix("int audiosession_open(") })
        try compare(declarations, "libaudiosession")
    }

    @Test("A comment and a line end are no part of a declaration in C")
    func declarationsInC() {
        let header = """
            #define A 1 /* one */
            /* two
               lines */
            int f(int a,
                  int b);
            enum {
                X = 1, /* x */
            };
            """
        #expect(Self.declarations(inHeader: header) == ["#define A 1", "int f(int a, int b);", "enum { X = 1, };"])
    }

    private func compare(_ declarations: [String], _ name: String) throws {
        let file = Repository.root.appending(path: "Tests/API/\(name).txt")
        if ProcessInfo.processInfo.environment["API_REWRITE"] == "1" {
            try (declarations.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
        }
        let listed = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        let changes = declarations.difference(from: listed).map { change in
            switch change {
            case .insert(_, let line, _): "+ \(line)"
            case .remove(_, let line, _): "- \(line)"
            }
        }
        expectNone(
            changes.map { "\(name): \($0); keep what Docs/API.md promises, and write the list anew with API_REWRITE=1" }
        )
    }

    /// The declarations of a module, as the compiler writes them into symbol graphs: one for the module, and one for each
    /// module whose types it extends.
    private static func declarations(of module: String) throws -> [String] {
        let scratch = Scratch()
        try extract(module, into: scratch)
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        let lines = try files.filter { $0.hasSuffix(".symbols.json") }.flatMap { name in
            let data = try Data(contentsOf: scratch.url.appending(path: name))
            return try JSONDecoder().decode(SymbolGraph.self, from: data).symbols.map(\.line)
        }
        withExtendedLifetime(scratch) {}
        return Set(lines).sorted()
    }

    private static func extract(_ module: String, into scratch: Scratch) throws {
        let build = Bundle.main.bundleURL
        let folders =
            [Repository.root.appending(path: "Sources/System/CSystemShims")]
            + ["CAVCodec", "CMixKernels"].map { build.appending(path: "\($0).build") }
        let maps = folders.map { $0.appending(path: "module.modulemap").path }
        let extractor = Process()
        extractor.executableURL = URL(filePath: "/usr/bin/env")
        extractor.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
        #if arch(arm64)
            let machine = "aarch64"
        #else
            let machine = "x86_64"
        #endif
        extractor.arguments = [
            "swift", "symbolgraph-extract", "-module-name", module, "-I", build.appending(path: "Modules").path,
            "-target", "\(machine)-unknown-linux-gnu", "-minimum-access-level", "public", "-skip-synthesized-members",
            "-output-dir", scratch.path,
        ]
        extractor.arguments? += maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
        let complaints = Pipe()
        extractor.standardError = complaints
        extractor.standardOutput = FileHandle.nullDevice
        try extractor.run()
        let said = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        extractor.waitUntilExit()
        try #require(extractor.terminationStatus == 0, "\(said)")
    }

    /// The declarations of a header without its comments, each on one line.
    private static func declarations(inHeader text: String) -> [String] {
        var rest = text[...]
        var code = ""
        while let start = rest.range(of: "/*") {
            code += rest[..<start.lowerBound]
            rest = rest.range(of: "*/").map { rest[$0.upperBound...] } ?? ""
        }
        code += rest
        var declarations: [String] = []
        var open = ""
        for line in code.split(separator: "\n") {
            let line = (line.range(of: "//").map { line[..<$0.lowerBound] } ?? line)
                .split(separator: " ").joined(separator: " ")
            guard !line.isEmpty, line != "extern \"C\" {", line != "}" else { continue }
            open += open.isEmpty ? line : " " + line
            let (begins, ends) = (open.count { $0 == "{" }, open.count { $0 == "}" })
            if open.hasPrefix("#") || open.hasSuffix(";") && begins == ends {
                declarations.append(open)
                open = ""
            }
        }
        return declarations + (open.isEmpty ? [] : [open])
    }
}

/// The part of a symbol graph that tells the declarations.
private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Fragment: Decodable { let spelling: String }

        let pathComponents: [String]
        let declarationFragments: [Fragment]?

        var line: String {
            let words = (declarationFragments ?? []).map(\.spelling).joined().split { $0 == " " || $0 == "\n" }
            return pathComponents.joined(separator: ".") + " | " + words.joined(separator: " ")
        }
    }

    let symbols: [Symbol]
}
