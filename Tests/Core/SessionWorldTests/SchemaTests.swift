import Foundation
import SessionPolicy
import SessionScenario
import Testing

@testable import SessionWorld

@Suite struct SchemaTests {
    /// The schemas as validators. Reading one takes longer than a case of most tests here.
    private static let stepValidator = Result { try SchemaValidator(.steps) }
    private static let replyValidator = Result { try SchemaValidator(.replies) }
    private static let closedReplyValidator = Result { try SchemaValidator(.replies, closesObjects: true) }

    /// `SCHEMA_REWRITE=1 swift test --filter SchemaTests` writes the two files again.
    @Test("The committed schemas are what the program prints", arguments: JSONSchema.allCases)
    func committed(schema: JSONSchema) throws {
        let name = schema == .steps ? "step" : "reply"
        let path = Repository.root.appending(path: "Docs/Schema/\(name).schema.json")
        if ProcessInfo.processInfo.environment["SCHEMA_REWRITE"] == "1" {
            try Data(schema.text.utf8).write(to: path)
        }
        let isEqual = try Data(contentsOf: path) == Data(schema.text.utf8)
        #expect(isEqual, "Docs/Schema/\(name).schema.json is stale; SCHEMA_REWRITE=1 swift test writes it anew")
    }

    @Test("Every step of every scenario, and every reply to it, is as the schemas say", arguments: Repository.scenarios)
    func scenario(file: String) throws {
        let steps = try Self.stepValidator.get()
        let replies = try Self.closedReplyValidator.get()
        let text = try String(contentsOf: Repository.root.appending(path: file), encoding: .utf8)
        let scenario = try PositionedValue(yaml: text)
        let items = try #require(scenario["steps"]?.items)
        #expect(!items.isEmpty)
        let names =
            scenario["rules"].map { $0.string.map { [$0] } ?? $0.items.compactMap(\.string) } ?? [RuleBook.defaultName]
        #expect(!names.isEmpty)
        for name in names {
            let book: RuleBook = try #require(RuleBook.named(name))
            var world = World(book)
            for (index, step) in items.enumerated() {
                #expect(steps.problem(of: step) == nil, "step \(index + 1)")
                var line = ByteBuffer()
                line.append(world.apply(step))
                #expect(replies.problem(of: try value(line.text)) == nil, "reply \(index + 1)")
            }
        }
    }

    @Test("The schema of a step accepts what the reader reads, and nothing else", arguments: VocabularyTests.rightSteps)
    func verdicts(line: String) throws {
        let schema = try Self.stepValidator.get()
        let step = try value(line)
        #expect(schema.problem(of: step) == nil)
        var wrong = 0
        for variant in try Self.variants(of: step) {
            var names = NameTable()
            let isRead: Bool
            do {
                _ = try StepReader().read(variant, names: &names)
                isRead = true
            } catch {
                isRead = false
                wrong += 1
            }
            let isAccepted = schema.problem(of: variant) == nil
            #expect(isAccepted == isRead, "\(variant.text)")
        }
        #expect(wrong > 20)
    }

    @Test("The schema of a reply refuses what is no reply")
    func wrongReplies() throws {
        let schema = try Self.replyValidator.get()
        let step = #"{"do": "play", "app": "a", "sound": "s"}"#
        let ask = #"{"do": "ask", "app": "a", "for": "outputVolume"}"#
        for (line, right, wrong) in [
            (step, #""n": 1"#, #""n": 0"#), (step, #""result": "ok""#, #""result": "fine""#),
            (step, #""vibrated": false"#, #""vibrated": 0"#), (step, #""sound": "s", "as""#, #""as""#),
            (step, #""as": "sound""#, #""as": "alert""#), (step, #""on": ["builtInSpeaker"]"#, #""on": ["ear"]"#),
            (step, #""gainDB": -6.0"#, #""gainDB": 6.0"#), (step, #""phase": "active""#, #""phase": "up""#),
            (step, #""rule": "R-"#, #""rule": "Q-"#), (step, #""foreground": "a""#, #""foreground": true"#),
            (step, #", "meanwhile": []"#, ""), (step, #""result": "ok""#, #""result": "ok", "answer": 1"#),
            (ask, #", "answer": 0.5"#, ""), (ask, #""answer": 0.5"#, #""answer": 1.5"#),
            (#"{"do": 1}"#, #""line": 1, "#, ""), (#"{"do": "unlock", "at": []}"#, #""code": null"#, #""code": -50"#),
            (#"{"do": "unplug", "port": "hdmi"}"#, #""code": -50"#, #""code": -51"#),
        ] {
            let reply = try #require(replies(to: line).first)
            #expect(schema.problem(of: try value(reply)) == nil)
            let changed = reply.replacingOccurrences(of: right, with: wrong)
            #expect(changed != reply, "\(right) stands nowhere in \(reply)")
            #expect(schema.problem(of: try value(changed)) != nil, "\(wrong) in place of \(right)")
        }
    }

    /// A step with each of its keys left out, each of its values replaced, and each key of the vocabulary added.
    private static func variants(of step: PositionedValue) throws -> [PositionedValue] {
        guard case .object(let members) = step.content else { return [] }
        let values = try [
            "null", "true", "0", "1", "2", "-1", "0.5", "9000000000", "9000000001", #""""#, #""ring""#, #""push""#,
            #""alertSounds""#, #""headset""#, #""ios 18.2""#, #""IPHONE OS3""#, #""17.""#, #""iOS2""#, "17", "2.9",
            "100", #""speaker""#, "[]", #"["duckOthers", "duckOthers"]"#, #"["ring"]"#, "{}",
        ].map { try value($0) }
        var variants: [[PositionedValue.Member]] = members.indices.map { place in
            members.enumerated().filter { $0.offset != place }.map(\.element)
        }
        let own = (step["do"]?.string.flatMap { VerbRule.row($0) }?.keys ?? []).map(\.key.text) + ["do", "at"]
        for key in StepKey.allCases.map(\.text) + ["do", "at", "expect", "note", "hard"] {
            let others = members.filter { $0.key != key }
            // To a key that the verb does not have, the value does not matter.
            let tried = own.contains(key) ? values : Array(values.prefix(2))
            variants += tried.map { others + [.init(key: key, keyPosition: step.position, value: $0)] }
        }
        for verb in Verb.allCases {
            let name = PositionedValue(.string(verb.name), at: step.position)
            variants.append(
                members.map { $0.key == "do" ? .init(key: "do", keyPosition: $0.keyPosition, value: name) : $0 })
        }
        return variants.map { PositionedValue(.object($0), at: step.position) } + values
    }
}

/// The files of the repository that these tests read.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Every scenario under `Scenarios`, at any depth, in order of path.
    static let scenarios: [String] = files(under: "Scenarios").filter { $0.hasSuffix(".yaml") }

    /// The files in a folder, at any depth, as sorted paths from the root.
    static func files(under folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.allObjects ?? []
        return names.compactMap { ($0 as? String).map { "\(folder)/\($0)" } }.sorted()
    }
}
