import Foundation
import Randomness
import Scratch
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import Page

/// The texts of a table: a scenario, a test in Swift, a test in Python.
struct TrialTextTests {
    private static func table(_ steps: [String], _ book: RuleBook = .modern) throws -> TrialTree {
        var table = TrialTree(book, at: .zero)
        for step in steps {
            _ = table.attempt(try PositionedValue(json: step.utf8, line: 1), at: Instant(seconds: 1))
        }
        #expect(table.trials.count == steps.count + 1)
        return table
    }

    @Test("Whatever names hold, what is copied is printable and means them: in Swift, in Python and as a scenario")
    func names() throws {
        var random = SplitMix()
        var names = ["\"#\\(x)##", "\u{7F}", "\u{202E}x", "\u{9B}", "\u{2028}", "\u{1B}[31m", "a'b\"\"\"c", "\u{FFFF}"]
        for _ in 0..<60 { names.append(random.hostileText() + "x") }
        var (functions, told) = ("", [String]())
        for (place, name) in names.enumerated() {
            let table = try Self.table([
                #"{"do": "play", "app": \#(name.quoted), "sound": \#(name.quoted)}"#,
                #"{"do": "plug", "port": "headphones", "uid": \#(name.quoted)}"#,
            ])
            for form in TrialText.allCases {
                #expect(SplitMix.unprintable(in: table.text(as: form)) == [], "\(form), \(random)")
            }
            let again = try Scenario(text: table.text(as: .scenario), file: "tried.yaml", duration: nil)
            #expect(ScenarioRun(again).holds, "\(random)")
            #expect(again.steps.first?.source["app"]?.string?.hasBytes(of: name) == true, "\(random)")
            functions += "func tried\(place)" + table.text(as: .swift).split(separator: "func triedOnTheTable")[1]
            // The first step is a call, the second one needs what the call does not accept. Nothing else is heard after it.
            told += [name, name]
            told += try #require(table.trials[1].reply).moment.heard.map {
                table.trials[1].reply!.text(of: $0.reference)
            }
            told.append(try #require(table.trials[2].step).json)
        }
        #expect(try Self.read(functions, count: names.count) == told, "\(random)")
    }

    /// The calls to a device in copied tests, as Swift reads them.
    private static func read(_ functions: String, count: Int) throws -> [String] {
        let program = """
            func tell(_ text: String) { print(text.utf8.map { String($0) }.joined(separator: " ")) }
            enum Rules { case modern }
            struct Device {
                init(rules: Rules) {}
                mutating func step(_ text: String) throws { tell(text) }
                mutating func play(_ app: String, _ sound: String) { tell(app); tell(sound) }
                mutating func advance(by length: Duration) {}
                func expect(heard: [String] = [], ducked: [String] = []) throws { for name in heard + ducked { tell(name) } }
            }
            \(functions)
            \((0..<count).map { "try tried\($0)()" }.joined(separator: "\n"))
            """
        let scratch = Scratch()
        try program.write(toFile: scratch.file("main.swift"), atomically: true, encoding: .utf8)
        let output = try run(
            "swiftc \(scratch.file("main.swift")) -o \(scratch.file("tried")) && \(scratch.file("tried"))")
        return output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            String(decoding: line.split(separator: " ").compactMap { UInt8($0) }, as: UTF8.self)
        }
    }

    private static func run(_ line: String) throws -> String {
        let (shell, output, scratch) = (Process(), Pipe(), Scratch())
        shell.executableURL = URL(filePath: "/bin/sh")
        // The compiler leaves an empty folder there each time.
        shell.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
        shell.arguments = ["-c", line]
        shell.standardOutput = output
        try shell.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        withExtendedLifetime(scratch) {}
        #expect(shell.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("What a scenario sets is set in the tests that are copied of it, too")
    func settings() throws {
        let text = """
            rules: modern
            set: {C3: headphones, alertDucksMedia: true}
            steps: [{at: 0, do: launch, app: x}]
            """
        let scenario = try Scenario(text: text, file: "a.yaml", duration: nil)
        let table = TrialTree(scenario, soundLengths: [:], at: .zero)
        let step = #"{"do": "rules", "to": "modern", "set": {"C3": "headphones", "alertDucksMedia": true}}"#
        #expect(table.text(as: .swift).contains("    try phone.step(#\"\(step)\"#)\n    phone.launch(\"x\")\n"))
        var world = World(.modern)
        #expect(
            world.apply(try PositionedValue(json: step.utf8, line: 1)).outcome.name == "ok" && world.book == table.book)
        // A step that does so itself is enough.
        let told = try Scenario(text: "steps: [\(step), {do: lock}]", file: "b.yaml", duration: nil)
        let other = TrialTree(told, soundLengths: [:], at: .zero)
        #expect(other.text(as: .swift).components(separatedBy: #""rules""#).count == 2)
    }
}
