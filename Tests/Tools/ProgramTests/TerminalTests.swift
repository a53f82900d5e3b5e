import Foundation
import Testing

/// What moves on a terminal is seen on terminals only: a log holds whole lines.
@Suite(.timeLimit(.minutes(5))) struct TerminalTests {
    private let program: TestProgram

    init() throws {
        program = try TestProgram()
        try program.write("scenario: A lock\nsteps: [{at: 0, do: lock}]\n", to: "lock.yaml")
    }

    private func output(_ line: String) throws -> String {
        _ = try program.run(line)
        return String(decoding: program.bytes(of: "seen") ?? Data(), as: UTF8.self)
    }

    private static let work = "conform lock.yaml"

    @Test func aTerminalShowsHowFarItIs() throws {
        let seen = try output("env -u NO_COLOR TERM=xterm script -qec \"$0 \(Self.work)\" /dev/null </dev/null >seen")
        #expect(seen.contains("\u{1B}[2K[ "))
        #expect(seen.contains("passed"))
    }

    @Test(arguments: ["NO_COLOR=1 TERM=xterm", "TERM=dumb"])
    func whoWantsItPlainGetsItPlain(_ variables: String) throws {
        let seen = try output("env \(variables) script -qec \"$0 \(Self.work)\" /dev/null </dev/null >seen")
        #expect(!seen.contains("\u{1B}"))
        #expect(seen.contains("passed"))
    }

    @Test func aLogHoldsNoneOfIt() throws {
        let seen = try output("env -u NO_COLOR TERM=xterm $0 \(Self.work) >seen 2>&1")
        #expect(!seen.contains("\u{1B}") && !seen.contains("\r"))
        #expect(seen.contains("passed"))
    }
}
