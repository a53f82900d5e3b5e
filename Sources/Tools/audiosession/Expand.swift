import ArgumentParser
import CommandSupport
import SessionExploration
import SessionWorld

struct Expand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .expand,
        abstract: "Reads states of a slice as lines, and writes their successors and violations.",
        discussion: """
            For explorations on several machines: a state is a line, and the program that collects the lines finds \
            equal states by their fingerprints. Docs/Examples/cluster has such a program.

              audiosession expand --slice floor/playback+ambient --first
              audiosession expand --slice floor/playback+ambient --first | audiosession expand --slice floor/playback+ambient
            """)

    @Option(help: ArgumentHelp("The slice, one of those that `explore --list` names.", valueName: "name"))
    var slice: String

    @Flag(help: "Print the line of the first state, and read no input.")
    var first = false

    @OptionGroup var bookOptions: BookOptions

    func run() throws {
        Output.prepare()
        let book = bookOptions.book
        let slices = Slice.named(slice, under: book)
        guard let slice = slices.first, slices.count == 1 else {
            throw ValidationError(
                slices.isEmpty
                    ? "there is no slice \(slice); `audiosession explore --list` names them"
                    : "\(slice) has \(slices.count) slices; name one of them, such as \(slices[0].name)")
        }
        let expansion = LineExpansion(of: slice.exploration(under: book))
        if first { return try Output.write(expansion.first + "\n") }
        var lines = LineBuffer(limit: Self.lineLimit)
        var number = 0
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
        defer { block.deallocate() }
        while true {
            let count = try Output.read(into: block)
            let read = UnsafeRawBufferPointer(rebasing: block[..<count])
            for line in count > 0 ? lines.append(read) : [lines.finish()].compactMap({ $0 }) {
                number += 1
                guard case .text(let bytes) = line else { throw Self.tooLong(number) }
                let next: [String]
                do throws(LineExpansion.LineError) {
                    next = try expansion.expand(String(decoding: bytes, as: UTF8.self))
                } catch {
                    throw Self.refusal(number, error.says)
                }
                try Output.write(next.joined(separator: "\n") + "\n")
            }
            // Not read to its end, which may never come.
            if lines.isTooLong { throw Self.tooLong(number + 1) }
            if count == 0 { return }
        }
    }

    /// The longest line, in bytes: enough for a state a hundred thousand steps deep.
    private static let lineLimit = 1 << 20

    private static func tooLong(_ number: Int) -> CommandFailure {
        refusal(number, "it is longer than \(lineLimit) bytes; put one state on one line")
    }

    /// Describes the problem with a line, counted from 1.
    private static func refusal(_ number: Int, _ says: String) -> CommandFailure {
        CommandFailure("line \(number): \(says)")
    }
}
