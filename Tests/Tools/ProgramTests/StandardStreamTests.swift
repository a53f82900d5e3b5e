import Testing

/// The program started by a shell with standard streams that are closed or full.
@Suite(.timeLimit(.minutes(5))) struct StandardStreamTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    /// Its number must not become that of the first file that is opened, into which no step is ever written.
    @Test("A closed input is told", arguments: ["oracle", "live --config ports.yaml"]) func aClosedInputIsSaid(
        command: String
    ) throws {
        let (status, complaints) = try program.run("exec \"$0\" \(command) <&- >/dev/null 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains("cannot read the input"))
    }

    @Test("A recording outlives the reader of the replies")
    func recordingOutlivesReader() throws {
        let step = #"{"do": "lock"}"#
        let (status, complaints) = try program.run(
            "echo '\(step)' | \"$0\" live --config ports.yaml --record-to kept.wav >/dev/full 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains("cannot write the output"))
        #expect(program.bytes(of: "kept.wav") != nil)
    }
}
