import Foundation
import Testing

/// Moving output is written to terminals only: a log holds whole lines.
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

    @Test("A terminal shows how far it is")
    func aTerminalShowsHowFarItIs() throws {
        let seen = try output("env -u NO_COLOR TERM=xterm script -qec \"$0 \(Self.work)\" /dev/null </dev/null >seen")
        #expect(seen.contains("\u{1B}[2K0 %  0 of 1"))
        #expect(seen.contains("hold"))
    }

    @Test("A terminal without a cursor shows whole lines only")
    func dumb() throws {
        let seen = try output("env TERM=dumb script -qec \"$0 \(Self.work)\" /dev/null </dev/null >seen")
        #expect(!seen.contains("\u{1B}"))
        #expect(seen.contains("hold"))
    }

    @Test("NO_COLOR takes colour away, and nothing else")
    func noColour() throws {
        func seen(_ variables: String, _ command: String) throws -> String {
            try output(
                "env -u NO_COLOR \(variables) TERM=xterm script -qec \"$0 \(command)\" /dev/null </dev/null >seen")
        }
        #expect(try seen("NO_COLOR=1", Self.work).contains("\u{1B}[2K0 %  0 of 1"))
        let coloured = try seen("A=1", "check lock.yaml")
        #expect(coloured.contains("\u{1B}[38;5;28m✓"))
        let plain = try seen("NO_COLOR=1", "check lock.yaml")
        #expect(plain == coloured.replacing(/\u{1B}\[[0-9;]*m/, with: ""))
    }

    @Test("A text goes by the width of the terminal, and by 100 columns where there is none", arguments: [60, 80, 120])
    func widths(columns: Int) throws {
        let command = "stty cols \(columns) rows 500; $0 rules R-DK-1; $0 check lock.yaml; $0 devices; $0 doctor"
        let seen = try output("env NO_COLOR=1 TERM=xterm script -qec \"\(command)\" /dev/null </dev/null >seen")
        let lines = seen.split(whereSeparator: \.isNewline)
        #expect(lines.allSatisfy { $0.count <= columns })
        #expect(lines.contains { $0.count == columns && $0.hasSuffix("expectations") })
        let piped = try output("$0 check lock.yaml >seen")
        #expect(piped.count == 100 + 1)
    }

    @Test("A log holds none of it")
    func aLogHoldsNoneOfIt() throws {
        let seen = try output("env -u NO_COLOR TERM=xterm $0 \(Self.work) >seen 2>&1")
        #expect(!seen.contains("\u{1B}") && !seen.contains("\r"))
        #expect(seen.contains("hold"))
    }
}
