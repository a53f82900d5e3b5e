import ArgumentParser
import CommandSupport
import SessionOracle
import SessionPolicy
import SessionWorld

/// Answers steps on standard input with replies on standard output.
struct Oracle: ParsableCommand {
    static let configuration = CommandConfiguration(
        .oracle,
        abstract: "Answers each step on standard input with a reply, as lines of JSON.",
        discussion: """
            It opens no device and reads no clock: the same input gives the same bytes. Each reply is written \
            immediately. Blank lines and lines that begin with # are skipped. The reply to an invalid line has the \
            problem, its column and the remedy; the device is unchanged. A step may also be a verb and the values of \
            its keys: ringSwitch silent.

            What is heard after the call?
              printf '%s\\n' '{"do": "launch", "app": "ipod", "kind": "system"}' \\
                '{"do": "play", "app": "ipod", "sound": "song"}' \\
                '{"at": 3, "do": "call", "phase": "incoming"}' \\
                '{"at": 9, "do": "call", "phase": "declined"}' | audiosession oracle

            The same on a phone of 2009: audiosession oracle --rules iPhoneOS3.
            """)

    @OptionGroup var bookOptions: BookOptions

    @Flag(help: "Exit with status 2 at the first line that is not a step.")
    var strict = false

    @Flag(help: ArgumentHelp("Judge a test that is disrupted, as Docs/Protocol.md tells.", visibility: .hidden))
    var disrupted = false

    /// The bytes that a pipe holds.
    private static let blockSize = 65_536

    func run() throws {
        Output.prepare()
        Output.widen()
        if disrupted { return try judge() }
        var stream = OracleStream(bookOptions.named, isStrict: strict)
        var replies = ByteBuffer()
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 1)
        defer { block.deallocate() }
        while !stream.hasStopped {
            let count = try Output.read(into: block)
            if count == 0 {
                stream.finish(into: &replies)
            } else {
                stream.answer(UnsafeRawBufferPointer(rebasing: block[..<count]), into: &replies)
            }
            // No reply waits for more input: one write answers all steps of one read.
            try replies.withBytes { bytes throws in try Output.write(bytes) }
            replies.removeAll()
            if count == 0 { break }
        }
        if stream.hasStopped { throw ExitCode.refused }
    }

    /// Answers the lines of a test that is disrupted.
    private func judge() throws {
        var oracle = DisruptedOracle(rules: bookOptions.named ?? .default)
        while let line = readLine() {
            try Output.write(styled: oracle.answer(line) + "\n")
        }
    }
}
