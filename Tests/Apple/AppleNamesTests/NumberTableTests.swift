import AVFAudioSession
import Foundation
import Scratch
import SessionDevice
import Testing

extension OnePhone {
    /// Every name of the public interface that takes a number gets numbers that no program means, and none ends the program.
    @Suite
    struct NumberTableTests {
        init() throws {
            try ProcessPhone.reset()
            try ProcessPhone.session.setCategory(.playAndRecord)
        }

        /// Names that take a number and are not drawn, each with the reason.
        private static let exceptions = [
            "AUAudioUnitBusArray.subscript(_:)": "an index outside ends the program, as an array's does",
            "AVAudioPlayerNode.scheduleSegment(_:startingFrame:frameCount:at:)":
                "waits until the segment has been played; the same with a completion is drawn",
            "AudioBuffer.init(_:numberOfChannels:)": "describes memory that the program has",
            "AudioBufferList.allocate(maximumBuffers:)": "allocates what the program asks for",
            "AudioBufferList.sizeInBytes(maximumBuffers:)":
                "ends the program for less than one buffer, with a sentence",
            "UnsafeMutableAudioBufferListPointer.count": "describes memory that the program has",
            "UnsafeMutableAudioBufferListPointer.subscript(_:)": "describes memory that the program has",
            "memcpy(_:_:_:)": "describes memory that the program has",
            "memmove(_:_:_:)": "describes memory that the program has",
            "memset(_:_:_:)": "describes memory that the program has",
        ]

        @Test("No number that is handed to a name ends the program, and what is answered afterwards is a number")
        func draws() async throws {
            let draws = try ObjectDraws.all() + FunctionDraws.all()
            for number in DrawnNumber.all {
                for draw in draws { await draw.draw(number) }
                try ProcessPhone.device.advance(by: 0.01)
            }
        }

        @Test("Every name of the public interface that takes a number is drawn, or has a reason not to be")
        func interface() throws {
            let wanted = try Set(PublicInterface().takingNumbers)
            let drawn = try (ObjectDraws.all() + FunctionDraws.all()).map(\.symbol)
            #expect(Set(drawn).count == drawn.count, "a name stands twice")
            let known = Set(drawn).union(Self.exceptions.keys)
            #expect(wanted.subtracting(known).sorted() == [], "draw these, or name a reason not to")
            #expect(known.subtracting(wanted).sorted() == [], "these are no names that take a number")
            #expect(Set(drawn).isDisjoint(with: Self.exceptions.keys))
        }
    }
}

/// The public declarations of the modules with Apple's names, as the compiler writes them into symbol graphs.
struct PublicInterface {
    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { let identifier: String }
            struct Fragment: Decodable { let spelling: String }

            let kind: Kind
            let pathComponents: [String]
            let declarationFragments: [Fragment]?

            var name: String { pathComponents.joined(separator: ".") }
            var parent: String { pathComponents.dropLast().joined(separator: ".") }
            var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }
        }

        let symbols: [Symbol]
    }

    private static let modules = [
        "AVFAudio", "AVFAudioSession", "AVFoundation", "AVKit", "AudioToolbox", "CallKit", "CoreAudioTypes",
        "CoreMedia", "MediaPlayer", "Speech",
    ]
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    private let symbols: [Graph.Symbol]

    init() throws {
        symbols = try Self.modules.flatMap { module in
            let scratch = Scratch()
            try Self.extract(module, into: scratch)
            let files = try FileManager.default.contentsOfDirectory(at: scratch.url, includingPropertiesForKeys: nil)
            let graphs = try files.filter { $0.lastPathComponent.hasSuffix(".symbols.json") }.map {
                try JSONDecoder().decode(Graph.self, from: try Data(contentsOf: $0))
            }
            try #require(!graphs.isEmpty, "\(module)")
            return graphs.flatMap(\.symbols)
        }
    }

    private static func extract(_ module: String, into scratch: Scratch) throws {
        #if arch(arm64)
            let machine = "aarch64"
        #else
            let machine = "x86_64"
        #endif
        let extractor = Process()
        extractor.executableURL = URL(filePath: "/usr/bin/env")
        extractor.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
        extractor.arguments = [
            "swift", "symbolgraph-extract", "-module-name", module, "-I",
            Bundle.main.bundleURL.appending(path: "Modules").path, "-target", "\(machine)-unknown-linux-gnu",
            "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", scratch.path,
        ]
        for parts in ["CAudioToolboxParts", "CAVFoundationParts"] {
            let map = root.appending(path: "Sources/Apple/Shims/\(parts)/include/module.modulemap").standardizedFileURL
                .path
            extractor.arguments? += ["-Xcc", "-fmodule-map-file=\(map)"]
        }
        extractor.arguments? += ["-I", root.appending(path: "Sources/System/CSystemShims").standardizedFileURL.path]
        let complaints = Pipe()
        (extractor.standardError, extractor.standardOutput) = (complaints, FileHandle.nullDevice)
        try extractor.run()
        let said = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        extractor.waitUntilExit()
        try #require(extractor.terminationStatus == 0, "\(said)")
    }

    /// The types of numbers, with the names that the modules give them.
    private var numberTypes: Set<Substring> {
        var types: Set<Substring> = [
            "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
            "Float32", "Float64", "CGFloat", "TimeInterval", "NSNumber",
        ]
        let aliases = symbols.filter { $0.kind.identifier == "swift.typealias" }.compactMap { symbol in
            symbol.declaration.firstMatch(of: /typealias (\w+) = (\w+)$/)?.output
        }
        while true {
            let more = aliases.filter { types.contains($0.2) && !types.contains($0.1) }
            if more.isEmpty { return types }
            types.formUnion(more.map(\.1))
        }
    }

    /// The names that Tests/Apple/AbsentNames.txt declares, which keep what they are set to, have one value or do nothing.
    private static var absent: Set<String> {
        get throws {
            let list = root.appending(path: "Tests/Apple/AbsentNames.txt")
            var (type, names) = ("", Set<String>())
            for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
                if let match = line.firstMatch(of: /^(?:class|extension) (\w+)/) { type = String(match.1) }
                if let match = line.firstMatch(of: /^( *)(?:kept|is|func) (?:static |class |async )*(\w+)/) {
                    names.insert((match.1.isEmpty ? "" : type + ".") + match.2)
                }
            }
            return names
        }
    }

    /// The functions, initializers and settable properties that take a number. Protocols are the program's to conform
    /// to; a struct keeps what is stored in it, and so does its initializer from its members; a raw value is that of a
    /// case, or kept.
    var takingNumbers: [String] {
        get throws {
            let (numbers, absent) = (numberTypes, try Self.absent)
            let kinds = Dictionary(symbols.map { ($0.name, $0.kind.identifier) }) { first, _ in first }
            var members: [String: Set<Substring>] = [:]
            for symbol in symbols where symbol.kind.identifier == "swift.property" {
                members[symbol.parent, default: []].insert(Substring(symbol.pathComponents.last ?? ""))
            }
            return symbols.filter { symbol in
                let name = symbol.name
                let isStruct = kinds[symbol.parent] == "swift.struct"
                guard kinds[symbol.parent] != "swift.protocol", !name.hasSuffix("init(rawValue:)"),
                    !absent.contains(String(name.prefix { $0 != "(" }))
                else { return false }
                switch symbol.kind.identifier {
                case "swift.method", "swift.type.method", "swift.func", "swift.init", "swift.subscript":
                    let labels = name.split(separator: "(").last?.dropLast().split(separator: ":") ?? []
                    if symbol.kind.identifier == "swift.init", isStruct,
                        Set(labels).isSubset(of: members[symbol.parent] ?? [])
                    {
                        return false
                    }
                    return Self.parameters(of: symbol.declaration).matches(of: /: *(?:inout |\[)?(\w+)/)
                        .contains { numbers.contains($0.1) }
                case "swift.property", "swift.type.property", "swift.var":
                    let declaration = symbol.declaration
                    guard let type = declaration.firstMatch(of: /\bvar .*?: *\[?(\w+)/)?.1, numbers.contains(type)
                    else {
                        return false
                    }
                    return declaration.contains("{") ? declaration.contains(" set ") : !isStruct
                default: return false
                }
            }.map(\.name)
        }
    }

    /// The part of a declaration between the parentheses of its parameters.
    private static func parameters(of declaration: String) -> Substring {
        guard let start = declaration.firstIndex(of: "(") else { return "" }
        var depth = 0
        for index in declaration.indices[start...] {
            switch declaration[index] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: break
            }
            if depth == 0 { return declaration[start...index] }
        }
        return declaration[start...]
    }
}
