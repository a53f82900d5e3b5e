import Foundation
import Testing

/// Programs as they stand in public sources, each in the style of one idiom: they must compile as they are.
struct CompileTests {
    private static let clients = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients")

    static let files: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: clients.path)) ?? []).filter { $0.hasSuffix(".swift") }
        .sorted()

    @Test("A client compiles against the modules, in Swift 5 and in Swift 6", arguments: ["5", "6"])
    func compiles(mode: String) throws {
        #expect(Self.files.count >= 7, "the clients were not found")
        for file in Self.files {
            // What iOS itself accepts in Swift 5 only says so in its name.
            if mode == "6", file.hasSuffix("5.swift") { continue }
            let (status, errors) = try Self.typecheck(file, mode: mode)
            #expect(status == 0, "\(file) in Swift \(mode):\n\(errors)")
        }
    }

    /// Asks the compiler, with nothing but the folder of the modules.
    private static func typecheck(_ file: String, mode: String) throws -> (status: Int32, errors: String) {
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-typecheck", "-parse-as-library", "-suppress-warnings", "-swift-version", mode, "-I",
            Bundle.main.bundleURL.appending(path: "Modules").path, clients.appending(path: file).path,
        ]
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        return (compiler.terminationStatus, text)
    }
}
