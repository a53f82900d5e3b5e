import Foundation
import Scratch
import Testing

/// The standing of a symbol: one line of Tests/Apple/AppleNames.txt.
private struct NameLine {
    static let kinds: Set<String> = ["works", "kept", "constant", "refuses", "never told", "absent"]

    let symbol: String
    let kind: String
    let note: String
    /// The test of what works, as SUITE.FUNCTION or a client's file.
    let test: String

    /// The name itself, without its type and its labels; of an initializer, the name of its type.
    var name: Substring {
        let plain = symbol.prefix { $0 != "(" }
        return plain.split(separator: ".").last { $0 != "init" } ?? plain
    }

    static func all(in text: String) -> [NameLine] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            var parts = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            while parts.count < 4 { parts.append("") }
            return NameLine(symbol: parts[0], kind: parts[1], note: parts[2], test: parts[3])
        }
    }

    /// The line as the document has it.
    var row: String { "| `\(symbol)` | \(kind) |\(note.isEmpty ? "" : " \(note)") |" }
}

/// Tests/Apple/AppleNames.txt says of each symbol how it stands; this asks the compiler and the tests whether it is so.
struct NamesDocumentTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let table = folder.appending(path: "../../../Docs/Generated/AppleNames.md")
    private static let list = folder.appending(path: "../../../Tests/Apple/AppleNames.txt")

    private static func lines() throws -> [NameLine] {
        NameLine.all(in: try String(contentsOf: list, encoding: .utf8))
    }

    /// `NAMES_REWRITE=1 swift test --filter NamesDocumentTests` writes the table again.
    @Test("The table of the document is the list")
    func rows() throws {
        let text = try String(contentsOf: Self.table, encoding: .utf8)
        let head = "| symbol | kind | note |\n|---|---|---|\n"
        let start = try #require(text.range(of: head)).upperBound
        let end = text.index(before: text.endIndex)
        let wanted = try Self.lines().map(\.row).joined(separator: "\n")
        if ProcessInfo.processInfo.environment["NAMES_REWRITE"] == "1" {
            try text.replacingCharacters(in: start..<end, with: wanted)
                .write(to: Self.table, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start..<end] == wanted, "NAMES_REWRITE=1 swift test writes it anew")
        }
    }

    @Test("Each name has a kind, and each that works a test that speaks of it")
    func kinds() throws {
        for line in try Self.lines() {
            #expect(NameLine.kinds.contains(line.kind), "\(line.symbol): \(line.kind) is no kind")
            #expect(!line.symbol.hasSuffix(".self"), "\(line.symbol): a type is no line")
            guard line.kind == "works" else { continue }
            let body = try #require(Self.body(of: line.test), "\(line.symbol): there is no test \(line.test)")
            #expect(body.contains(line.name), "\(line.symbol): \(line.test) does not speak of it")
        }
    }

    /// The text of a test or of a client, or nil if there is none.
    private static func body(of test: String) -> String? {
        if test.hasPrefix("Clients/") { return try? String(contentsOf: folder.appending(path: test), encoding: .utf8) }
        let parts = test.split(separator: ".")
        guard parts.count == 2,
            let text = try? String(contentsOf: folder.appending(path: "\(parts[0]).swift"), encoding: .utf8),
            let start = text.range(of: "func \(parts[1])(")?.lowerBound
        else { return nil }
        return text[start...].components(separatedBy: "@Test(").first
    }

    @Test("Every symbol that is said to be there compiles")
    func present() throws {
        let symbols = try Self.lines().filter { $0.kind != "absent" }.map(\.symbol)
        #expect(symbols.count > 150)
        let errors = try Compiler.errors(in: symbols)
        #expect(errors.isEmpty, "\(errors.map { symbols[$0] })")
    }

    @Test("No symbol that is said to be absent compiles")
    func absent() throws {
        let symbols = try Self.lines().filter { $0.kind == "absent" }.map(\.symbol)
        #expect(symbols.count > 15)
        let errors = Set(try Compiler.errors(in: symbols))
        let found = symbols.indices.filter { !errors.contains($0) }
        #expect(found.isEmpty, "\(found.map { symbols[$0] })")
    }
}

/// The compiler, with nothing but the folder of the modules.
enum Compiler {
    /// Returns the lines of those expressions that do not compile, each of which is in a line of its own.
    static func errors(in expressions: [String]) throws -> [Int] {
        let scratch = Scratch()
        let file = scratch.url.appending(path: "names.swift")
        let lines = expressions.enumerated().map { "func f\($0.offset)() { _ = \($0.element) }" }
        let text = (["import CallKit; import MediaPlayer; import Speech"] + lines).joined(separator: "\n")
        try text.write(to: file, atomically: true, encoding: .utf8)
        let (status, said) = try typecheck(file, mode: "5")
        let numbers = said.split(separator: "\n").compactMap { line -> Int? in
            guard line.hasPrefix(file.path), line.contains(": error:") else { return nil }
            return line.dropFirst(file.path.count + 1).split(separator: ":").first.flatMap { Int($0) }
        }
        let errors = Set(numbers).sorted().map { $0 - 2 }
        // Where it cannot load the modules it says nothing of what is in the lines.
        guard status == 0 ? errors.isEmpty : errors.first.map({ $0 >= 0 }) == true else { throw Failure(text: said) }
        return errors
    }

    struct Failure: Error { let text: String }

    /// The part of the document about a file.
    static func typecheck(_ file: URL, mode: String) throws -> (status: Int32, errors: String) {
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        // It leaves an empty folder there each time.
        let scratch = Scratch()
        compiler.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
        compiler.arguments = [
            "swiftc", "-typecheck", "-parse-as-library", "-suppress-warnings", "-swift-version", mode, "-I",
            Bundle.main.bundleURL.appending(path: "Modules").path, file.path,
        ]
        // As a package gives them to a client.
        let rooms = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Apple/Shims")
        for parts in ["CAudioToolboxParts", "CAVFoundationParts"] {
            let map = rooms.appending(path: "\(parts)/include/module.modulemap").standardizedFileURL.path
            compiler.arguments? += ["-Xcc", "-fmodule-map-file=\(map)"]
        }
        compiler.arguments? += ["-I", rooms.appending(path: "../../System/CSystemShims").standardizedFileURL.path]
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        withExtendedLifetime(scratch) {}
        return (compiler.terminationStatus, text)
    }
}
