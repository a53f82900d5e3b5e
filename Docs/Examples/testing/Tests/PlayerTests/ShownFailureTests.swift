import Foundation
import Player
import SessionTesting
import Testing

/// The one failure of the test, as it is printed.
private final class Failure: @unchecked Sendable { var text = "" }

@Test("A player that forgets to resume fails the first test as README.md shows")
func shownFailure() throws {
    func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../../").standardizedFileURL
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
    let failure = Failure()
    try withKnownIssue {
        // As `declinedCall` has it, but for the fault.
        let phone = TestPhone()
        let player = try Player(
            session: phone.session, sound: phone.player("song"), center: phone.notificationCenter,
            faults: .forgetsToResume)
        player.pressButton()
        phone.device.ring()
        #expect(!player.isPlaying)
        phone.device.decline()
        phone.expect(heard: ["app/song"])
    } matching: { issue in
        // As Swift Testing prints the comment of an issue.
        let comment = issue.comments.map(\.rawValue).joined(separator: "\n")
        failure.text = "↳ " + comment.replacingOccurrences(of: "\n", with: "\n  ") + "\n"
        return true
    }
    let file = try text("Docs/Examples/testing/Tests/PlayerTests/DeclinedCallTests.swift")
    let line = try #require(file.components(separatedBy: "\n").firstIndex { $0.contains("phone.expect") }) + 1
    let shown = try text("README.md").components(separatedBy: "\n```\n").first { $0.contains("was []") }
    let lines = try #require(shown).components(separatedBy: "\n").filter { !$0.isEmpty }
    #expect(
        lines.first
            == "✘ Test \"A call pauses the song, and the song resumes when the call is declined\" recorded an issue at DeclinedCallTests.swift:\(line):17: Issue recorded"
    )
    // An ellipsis stands for lines that README.md leaves out.
    var rest = failure.text[...]
    for part in lines.dropFirst().split(separator: "…").map({ $0.joined(separator: "\n") + "\n" }) {
        let range = try #require(rest.range(of: part), "\(part)\nis not in what is printed:\n\(failure.text)")
        rest = rest[range.upperBound...]
    }
    #expect(rest.isEmpty)
}
