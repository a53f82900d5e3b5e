import Foundation
import Scratch
import Testing

/// Docs/AppleNames.md says of each symbol how it stands; this asks the compiler whether it is so.
struct NamesDocumentTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Docs/AppleNames.md")

    /// The code of the first column of a table.
    private static func symbols(below title: String) throws -> [String] {
        let text = try String(contentsOf: document, encoding: .utf8)
        guard let section = text.components(separatedBy: "\n## ").first(where: { $0.hasPrefix(title) }) else {
            return []
        }
        return section.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            // A name that is a word of the language stands in backquotes of its own.
            return line.dropFirst(3).components(separatedBy: "` |").first
        }
    }

    @Test("Every symbol that is said to be there compiles")
    func present() throws {
        let symbols = try Self.symbols(below: "Symbols")
        #expect(symbols.count > 300)
        let errors = try Compiler.errors(in: symbols)
        #expect(errors.isEmpty, "\(errors.map { symbols[$0] })")
    }

    @Test("No symbol that is said to be absent compiles")
    func absent() throws {
        let symbols = try Self.symbols(below: "Deliberately absent")
        #expect(symbols.count > 15)
        let errors = Set(try Compiler.errors(in: symbols))
        let found = symbols.indices.filter { !errors.contains($0) }
        #expect(found.isEmpty, "\(found.map { symbols[$0] })")
    }
}

/// The compiler, with nothing but the folder of the modules.
enum Compiler {
    /// Which of some expressions do not compile, each in a line of its own.
    static func errors(in expressions: [String]) throws -> [Int] {
        let scratch = Scratch()
        let file = scratch.url.appending(path: "names.swift")
        let lines = expressions.enumerated().map { "func f\($0.offset)() { _ = \($0.element) }" }
        try ("import MediaPlayer\n" + lines.joined(separator: "\n")).write(to: file, atomically: true, encoding: .utf8)
        let (status, text) = try typecheck(file, mode: "5")
        let numbers = text.split(separator: "\n").compactMap { line -> Int? in
            guard line.hasPrefix(file.path), line.contains(": error:") else { return nil }
            return line.dropFirst(file.path.count + 1).split(separator: ":").first.flatMap { Int($0) }
        }
        let errors = Set(numbers).sorted().map { $0 - 2 }
        // Where it cannot load the modules it says nothing of what is in the lines.
        guard status == 0 ? errors.isEmpty : errors.first.map({ $0 >= 0 }) == true else { throw Failure(text: text) }
        return errors
    }

    struct Failure: Error { let text: String }

    /// What it says of a file.
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
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        withExtendedLifetime(scratch) {}
        return (compiler.terminationStatus, text)
    }
}
