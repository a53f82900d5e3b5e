import Foundation
import FoundationXML
import Testing

/// `run --disrupt`: which programs are reported, and what is said of those that cannot be disrupted.
@Suite(.timeLimit(.minutes(5))) struct DisruptedProgramTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    private func disrupt(_ fault: String, _ options: String) throws -> (status: Int32, seen: String, complaints: String)
    {
        let path = try Guest.path(program, "disrupted")
        let run = try program.run("\"$0\" run --disrupt \(options) -- '\(path)' \(fault) >seen 2>complaints")
        return (run.status, program.text(of: "seen"), run.complaints)
    }

    @Test("A program that behaves well is reported by nothing")
    func mended() throws {
        let run = try disrupt("none", "--by declinedCall --by unplug --by mediaServices")
        #expect(run.status == 0 && run.complaints.isEmpty)
        #expect(
            run.seen.hasPrefix("✓ ") && run.seen.hasSuffix("disrupted keeps to every row: 5 calls, 15 disrupted runs\n")
        )
    }

    @Test(
        "Each planted fault is found by its row, with a short story and its source",
        arguments: [
            ("stays-silent", "declinedCall", "resumes", "it did not play again"),
            ("resumes-what-was-paused", "missedCall", "leavesPausedWhatWasPaused", "person's last act was a pause"),
            ("goes-on-aloud", "unplug", "pausesAtUnplug", "it played on aloud"),
            ("forgets-its-category", "mediaServices", "startsAnewAfterReset", "it did not set its category again"),
            ("silences-others-for-good", "music", "givesTheSessionBack", "without notifyOthersOnDeactivation"),
        ])
    func planted(fault: String, disruption: String, row: String, says: String) throws {
        let run = try disrupt(fault, "--by \(disruption) --junit junit.xml")
        #expect(run.status == 1 && run.complaints.isEmpty)
        #expect(run.seen.hasPrefix("In the gap after call "), "\(run.seen)")
        #expect(run.seen.contains(says) && run.seen.contains("(Response.\(row))"), "\(run.seen)")
        #expect(run.seen.components(separatedBy: "(Response.").count == 2, "one row: \(run.seen)")
        let steps = run.seen.split(separator: "\n").count { $0.contains(#/^  [ !] \d+\. /#) }
        #expect((1...8).contains(steps), "\(run.seen)")
        let root = try #require(try XMLDocument(xmlString: program.text(of: "junit.xml")).rootElement())
        #expect(root.attribute(forName: "tests")?.stringValue == "10")
        let failure = try #require(try root.nodes(forXPath: "//failure").first?.stringValue)
        #expect(failure.contains(says) && failure.contains("as its reaction") == (row == "leavesPausedWhatWasPaused"))
        guard row == "resumes" else { return }
        #expect(try disrupt(fault, "--by \(disruption) --without \(row) --quiet").seen.isEmpty)
    }

    @Test("A program that crashes or hangs under a disruption is reported with the place")
    func endings() throws {
        let crashed = try disrupt("crashes", "--by declinedCall")
        #expect(crashed.status == 1)
        #expect(
            crashed.seen.contains(
                #/In the gap after call 2, a call came in and was declined: .*disrupted was ended by signal 11/#),
            "\(crashed.seen)")
        let hanging = try disrupt("hangs", "--by declinedCall --limit 3 --json")
        #expect(hanging.status == 1)
        #expect(
            hanging.complaints.contains(
                "after call 2, a call came in and was declined: the program had not ended after 3 s"))
        let object = try JSONSerialization.jsonObject(with: Data(hanging.seen.utf8)) as? [String: Any]
        #expect(object?["passed"] as? Int == 9 && object?["failed"] as? Int == 1)
    }

    @Test(
        "A program that cannot be disrupted is refused with a sentence",
        arguments: [
            ("fails", "ends with status 3 undisturbed; before it is disrupted, it must end with status 0"),
            ("aborts", "undisturbed: "), ("sleeps", "has not ended after 1 s undisturbed"),
            ("joins-nobody", "has not joined the device"), ("calls-nobody", "has made no call"),
        ])
    func refused(fault: String, says: String) throws {
        let run = try disrupt(fault, "--limit 1")
        #expect(run.status == 2 && run.seen.isEmpty)
        #expect(run.complaints.hasPrefix("audiosession: ") && run.complaints.contains(says), "\(run.complaints)")
    }

    @Test("What belongs to --disrupt is refused without it, and an unknown word with those that there are")
    func options() throws {
        for (options, says) in [
            ("--by unplug", "need --disrupt"), ("--junit out.xml", "need --disrupt"),
            ("--disrupt --drive", "leave out --drive"), ("--disrupt --by rain", "there are call, declinedCall"),
            ("--disrupt --without rows", "there are staysSilentWhenInterrupted"),
            ("--disrupt --limit 0", "--limit must be"),
        ] {
            let run = try program.run("\"$0\" run \(options) -- true 2>complaints")
            #expect(run.status == 64 && run.complaints.contains(says), "\(run.complaints)")
        }
        #expect(try program.run("\"$0\" run --disrupt -- ./none 2>complaints").status == 127)
    }
}
