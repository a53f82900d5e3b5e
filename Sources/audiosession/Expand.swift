import ArgumentParser
import SessionExploration
import SessionPolicy

/// Expands states that come as lines.
struct Expand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .expand,
        abstract: "Reads states of a slice as lines, and writes the states next to them and what is violated.",
        discussion: """
            For explorations that others lead, on as many machines as there are: a state is a line, and who collects the \
            lines finds equal states by their fingerprints. Docs/Examples/cluster has such a leader.

              audiosession expand --slice floor/playback+ambient --first
              audiosession expand --slice floor/playback+ambient --first | audiosession expand --slice floor/playback+ambient
            """)

    @Option(help: ArgumentHelp("The slice, one of those that `explore --list` names.", valueName: "name"))
    var slice: String

    @Flag(help: "Print the line of the first state, and read nothing.")
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
        var number = 0
        while let line = readLine() {
            number += 1
            try Output.write(try expanded(line, number, by: expansion).joined(separator: "\n") + "\n")
        }
    }

    private func expanded(_ line: String, _ number: Int, by expansion: LineExpansion) throws -> [String] {
        do throws(LineExpansion.LineError) {
            return try expansion.expand(line)
        } catch {
            Output.complain("audiosession: line \(number): \(error.says)")
            throw ExitCode.refused
        }
    }
}
