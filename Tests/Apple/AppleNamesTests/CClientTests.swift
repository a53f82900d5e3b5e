import Foundation
import Scratch
import Testing

/// Programs in C and C++, compiled against the headers as they are and run with the library as it was built.
struct CClientTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
    private static let built = Bundle.main.bundleURL

    private static func run(
        _ program: String, _ arguments: [String], temporary: String? = nil
    ) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["LD_LIBRARY_PATH"] = built.path
        if let temporary { environment["TMPDIR"] = temporary }
        process.environment = environment
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    private static let examples = root.appending(path: "Docs/Examples/apple")
    private static let clients = root.appending(path: "Tests/Apple/AppleNamesTests/Clients")

    /// Compiles a program, and says where it is.
    private static func compile(
        _ compiler: [String], _ source: String, in folder: URL = examples
    ) throws -> String {
        let program = Scratch.shared.fresh("client")
        let (status, text) = try run(
            compiler[0],
            compiler.dropFirst() + [
                "-Wall", "-Wextra", "-Werror", "-pedantic",
                "-I\(root.appending(path: "Sources/Apple/AudioToolboxC/include").path)",
                folder.appending(path: source).path, "-o", program, "-L\(built.path)", "-laudiotoolbox", "-lpthread",
            ])
        #expect(status == 0, "\(source):\n\(text)")
        return program
    }

    @Test("A player of 2009 in C compiles, and finds its session as the old interface describes it")
    func oldSession() throws {
        let program = try Self.compile(["cc", "-std=c99"], "old_session.c")
        defer { try? FileManager.default.removeItem(atPath: program) }
        let (status, text) = try Self.run(program, [])
        #expect(status == 0)
        #expect(text == "others 0, volume 0.50, rate 48000, route Speaker\n")
    }

    @Test("A C++ program says which file is no system sound")
    func systemSound() throws {
        let program = try Self.compile(["c++", "-std=c++17"], "system_sound.cpp")
        defer { try? FileManager.default.removeItem(atPath: program) }
        let (status, text) = try Self.run(program, ["/no/such/file.wav"])
        #expect(status == 1)
        #expect(text == "/no/such/file.wav is no system sound: -1500\n")
    }

    @Test("Calls that come too early, with wrong sizes, with NULL and from many threads have Apple's codes")
    func misuse() throws {
        let program = try Self.compile(["cc", "-std=c99"], "misuse.c", in: Self.clients)
        defer { try? FileManager.default.removeItem(atPath: program) }
        let (status, text) = try Self.run(program, [])
        #expect(status == 0 && text.isEmpty, "\(text)")
    }

    @Test("A file that may grow no more is an error, and no signal that ends the program")
    func tooLarge() throws {
        let program = try Self.compile(["cc", "-std=c99"], "too_large.c", in: Self.clients)
        defer { try? FileManager.default.removeItem(atPath: program) }
        let scratch = Scratch()
        let (status, text) = try Self.run(program, [scratch.path + "/large.wav"], temporary: scratch.path)
        // Other libraries may have something to say about their own files.
        #expect(status == 0, "\(text)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["large.wav"])
    }

    @Test(
        "Queues, units and files do in C and in C++ what they do in Swift",
        arguments: ["queues.c", "files.c", "route.c"])
    func services(client: String) throws {
        for compiler in [["cc", "-std=c99"], ["c++", "-std=c++11", "-xc++", "-Wno-missing-field-initializers"]] {
            let program = try Self.compile(compiler, client, in: Self.clients)
            defer { try? FileManager.default.removeItem(atPath: program) }
            let (status, text) = try Self.run(program, [])
            #expect(status == 0, "\(text)")
            // What is wrong with sound on this machine is told, and once.
            let lines = text.split(separator: "\n")
            #expect(lines.allSatisfy { $0.hasPrefix("audiosession: ") } && Set(lines).count == lines.count, "\(text)")
        }
    }
}
