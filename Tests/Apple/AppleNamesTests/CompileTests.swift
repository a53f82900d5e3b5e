import Foundation
import Testing

/// Programs as they are in public sources, each in the style of one idiom: they must compile as they are.
struct CompileTests {
    private static let clients = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients")

    /// The clients, and the examples, which are programs for iOS as well.
    private static let examples = clients.appending(path: "../../../../Docs/Examples/apple")

    static let files: [URL] = [clients, examples].flatMap { folder in
        ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
            .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    }

    @Test("A client compiles against the modules, in Swift 5 and in Swift 6", arguments: ["5", "6"])
    func compiles(mode: String) throws {
        #expect(Self.files.count >= 12, "the clients were not found")
        for file in Self.files {
            // What iOS itself accepts in Swift 5 only says so in its name.
            if mode == "6", file.path.hasSuffix("5.swift") { continue }
            let (status, errors) = try Compiler.typecheck(file, mode: mode)
            #expect(status == 0, "\(file.lastPathComponent) in Swift \(mode):\n\(errors)")
        }
    }
}
