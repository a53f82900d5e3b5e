import Foundation
import Scratch
import SessionExploration
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

/// Other programs under the suite: one that is right, one that is nearly right, and many that are not even programs.
struct ConformanceProgramTests {
    private let scratch = Scratch()

    /// A shell that answers each line with the next line of a file.
    private func player(of replies: String) throws -> String {
        let file = scratch.fresh("replies.jsonl")
        try replies.write(toFile: file, atomically: true, encoding: .utf8)
        return
            "while read -r step; do read -r reply <&3 || exit 9; printf '%s\\n' \"$reply\"; done 3<'\(file)'"
    }

    /// The replies of this emulator's own oracle to the lines that a program under the suite is given.
    private static func replies(to scenario: Scenario) -> String {
        let set = scenario.book.switched.map { "\"\($0.name)\": \($0.value.json)" }.joined(separator: ", ")
        let version = scenario.expectsEventsOfVersion5 ? ", \"version\": 5" : ""
        let rules = "{\"do\": \"rules\", \"to\": \"\(scenario.book.name)\", \"set\": {\(set)}\(version)}"
        let lines = ([rules] + scenario.steps.map(\.json)).joined(separator: "\n") + "\n"
        var stream = OracleStream()
        var output = ByteBuffer()
        Array(lines.utf8).withUnsafeBytes { stream.answer($0, into: &output) }
        return output.text
    }

    private static func verdict(
        on scenario: Scenario, _ command: String, _ patience: Patience = Patience(seconds: 60)
    ) throws -> CaseVerdict {
        var conformance = Conformance([scenario], command: command, patience: patience)
        try conformance.runNext()
        return try #require(conformance.verdicts.first)
    }

    private static let example = "conformance/ducking/from-activation-to-deactivation.yaml"

    @Test("Every case holds for a program that replies as the oracle does, steps being told as JSON")
    func rightAnswers() throws {
        for scenario in ConformanceSuite.cases {
            let lines = Self.replies(to: scenario).split(separator: "\n")
            #expect(lines.count == scenario.steps.count + 1)
            for (step, line) in zip(scenario.steps, lines.dropFirst()) {
                let failures = step.failures(of: try WrittenReply(line: Array(line.utf8)), in: scenario)
                #expect(failures.map { $0.text(file: scenario.file) } == [])
            }
        }
    }

    @Test("A program that replies as the oracle does passes through the pipes, too")
    func rightProgram() throws {
        let scenario = try ConformanceSuite.scenario(Self.example)
        let command = try player(of: Self.replies(to: scenario))
        let verdict = try Self.verdict(on: scenario, command)
        #expect(verdict.text == "")
        #expect(verdict.holds)
    }

    @Test("A program that ducks a little less fails, with the step, what was expected and what came")
    func nearlyRightProgram() throws {
        let scenario = try ConformanceSuite.scenario(Self.example)
        let replies = Self.replies(to: scenario).replacingOccurrences(of: "-20.0", with: "-18.0")
        let command = try player(of: replies)
        let verdict = try Self.verdict(on: scenario, command)
        #expect(!verdict.holds && verdict.breach == nil)
        #expect(verdict.text.contains("expected: ipod/song at -20 dB"))
        #expect(verdict.text.contains("actual:   ipod/song heard at -18 dB on builtInSpeaker"))
        #expect(verdict.text.contains("R-DK-1 (ipod): nav's session is active and ducks others"))
    }

    @Test(
        "What is wrong with a program that breaks the protocol is said in a line",
        arguments: [
            ("exit 3", "ended with status 3 before the reply"),
            ("kill -9 $$", "died of signal 9 before the reply"),
            ("no-such-program-anywhere 2>/dev/null", "ended with status 127 (the shell did not find the command)"),
            ("exec 0<&- 1>&-; exit 5", "ended with status 5 before the reply"),
            ("cat", "the reply lacks \"n\""),
            ("yes", "wrote what is no reply, column 1: this is not JSON"),
            ("echo '[]'", "a reply is an object; found a list"),
            ("echo '{\"n\": \"1\"}'", "\"n\" must be a number; found \"1\""),
            ("head -c 2000000 /dev/zero | tr '\\0' x", "wrote a line of more than 1048576 bytes"),
        ])
    func brokenPrograms(command: String, says: String) throws {
        let scenario = try ConformanceSuite.scenario(Self.example)
        let verdict = try Self.verdict(on: scenario, command)
        #expect(!verdict.holds)
        #expect(verdict.text.contains(says), "\(verdict.text)")
        #expect(verdict.text.split(separator: "\n").count == 1)
    }

    @Test("A program that hangs before its first reply is waited for as long as was said, and no longer")
    func hangsBeforeItsFirstReply() throws {
        // Ten seconds go by with each look at the clock.
        var now = 0.0
        let patience = Patience(seconds: 60) {
            now += 10
            return now
        }
        let verdict = try Self.verdict(on: try ConformanceSuite.scenario(Self.example), "cat >/dev/null", patience)
        #expect(verdict.text.contains("the program did not reply within 60.0 s"), "\(verdict.text)")
        #expect(verdict.breach?.hasReplied == false)
        // The deadline is told by one look; six more pass before it.
        #expect(now >= 70 && now <= 90)
    }

    @Test("A program that hangs after its last reply has failed, and all that it said before counts")
    func hangsAfterItsLastReply() throws {
        let scenario = try ConformanceSuite.scenario(Self.example)
        let command = try player(of: Self.replies(to: scenario))
        let mark = scratch.file("said")
        // Time stands still until everything has been said; then ten seconds go by with each look at the clock.
        var now = 0.0
        let patience = Patience(seconds: 60) {
            if FileManager.default.fileExists(atPath: mark) { now += 10 }
            return now
        }
        let verdict = try Self.verdict(on: scenario, "\(command); : >'\(mark)'; tail -f /dev/null", patience)
        #expect(verdict.failures.isEmpty)
        #expect(verdict.breach?.hasReplied == true && verdict.breach?.step == nil, "\(verdict.text)")
        #expect(verdict.text.contains("did not end within 60.0 s of the end of its input"), "\(verdict.text)")
    }

    @Test("Too few replies, too many, and an unfriendly end are told apart")
    func countsOfReplies() throws {
        let scenario = try ConformanceSuite.scenario(Self.example)
        let replies = Self.replies(to: scenario).split(separator: "\n")
        let few = try player(of: replies.prefix(3).joined(separator: "\n") + "\n")
        let all = try player(of: replies.joined(separator: "\n") + "\n")
        let twice = try player(of: ([replies[0]] + replies).joined(separator: "\n") + "\n")
        #expect(try Self.verdict(on: scenario, few).text.contains("step 3"))
        #expect(try Self.verdict(on: scenario, few).text.contains("ended with status 9 before the reply"))
        #expect(try Self.verdict(on: scenario, "\(all); echo more").text.contains("wrote more lines than"))
        #expect(try Self.verdict(on: scenario, "\(all); exit 4").text.contains("status 4 at the end of its"))
        #expect(try Self.verdict(on: scenario, twice).text.contains("the number 1; it is number 2"))
    }

    @Test("A program without a single reply in three cases is not tried any more, and the rest has failed")
    func givingUp() throws {
        let cases = try ConformanceSuite.paths.prefix(5).map { try ConformanceSuite.scenario($0) }
        var conformance = Conformance(cases, command: "exit 1", timeout: 60)
        while conformance.next != nil { try conformance.runNext() }
        #expect(conformance.verdicts.map { $0.text.contains("not tried") } == [false, false, false, true, true])
        #expect(conformance.summary.total == ConformanceSummary.Count(passed: 0, failed: 5))
    }

    @Test("The summary counts a case under each rule that it cites")
    func summary() throws {
        let scenario = try ConformanceSuite.scenario(Self.example)
        var conformance = Conformance([scenario])
        try conformance.runNext()
        #expect(conformance.next == nil)
        let rule = "{\"passed\": 1, \"failed\": 0}"
        #expect(
            conformance.summary.json
                == "{\"passed\": 1, \"failed\": 0, \"byRule\": {\"R-DK-1\": \(rule), \"R-DK-6\": \(rule)}}\n")
        #expect(conformance.summary.text.contains("R-DK-1          1       0"))
    }

    @Test("The summary counts others' tests by their repository")
    func sources() throws {
        let paths = ConformanceSuite.paths.filter { $0.contains("/others/webrtc/") }
        let cases = try paths.map { try ConformanceSuite.scenario($0) }
        var conformance = Conformance(cases)
        while conformance.next != nil { try conformance.runNext() }
        let summary = conformance.summary
        #expect(summary.bySource.map(\.repository) == ["GetStream/webrtc"])
        #expect(summary.bySource.first?.count == ConformanceSummary.Count(passed: cases.count))
        #expect(summary.text.contains("others' tests    passed  failed\nGetStream/webrtc"))
        let count = "{\"passed\": \(cases.count), \"failed\": 0}"
        #expect(summary.json.hasSuffix("\"bySource\": {\"GetStream/webrtc\": \(count)}}\n"))
    }

    @Test("Another program is told the book of a case whose first step asks for a version and names none")
    func versions() throws {
        let text = "rules: iOS6\nset: {C3: headphones}\nsteps: [{at: 2, do: rules, version: 3, set: {duckGain: 0.1}}]"
        let scenario = try Scenario(text: text, file: "case.yaml", duration: nil)
        let seen = scratch.url.appending(path: "steps")
        _ = try Self.verdict(on: scenario, "head -n 1 > '\(seen.path)'")
        let step =
            #"{"do": "rules", "to": "iOS6", "at": 2.0, "version": 3, "set": {"C3": "headphones", "duckGain": 0.1}}"#
        #expect(try String(contentsOf: seen, encoding: .utf8) == step + "\n")
    }

    @Test("Another program is told what a case has otherwise in its rule book")
    func switches() throws {
        let scenario = try ConformanceSuite.scenario(Self.example)
            .with([RuleBook.Change("C3", .word("headphones")), RuleBook.Change("duckGain", .number(0.1))])
        let seen = scratch.url.appending(path: "steps")
        _ = try Self.verdict(on: scenario, "head -n 1 > '\(seen.path)'")
        let step = try String(contentsOf: seen, encoding: .utf8)
        #expect(
            step == #"{"do": "rules", "to": "iPhoneOS3", "set": {"C3": "headphones", "duckGain": 0.1}}"# + "\n")
    }
}
