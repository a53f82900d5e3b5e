package import ArgumentParser
import SessionPolicy

/// Why a command has failed: the lines for standard error, and the exit status.
package struct CommandFailure: Error {
    package let lines: [String]
    private let status: ExitCode
    /// Whether the lines are printable, and may have colours.
    private let isStyled: Bool

    /// A message, printed after the name of the program.
    package init(_ sentence: String, _ status: ExitCode = .refused) {
        self.init(lines: ["audiosession: \(sentence)".printable], status)
    }

    /// Lines that begin with their own location.
    package init(lines: [String], _ status: ExitCode = .refused) {
        (self.lines, self.status, isStyled) = (lines, status, false)
    }

    /// Printable lines, which may have colours.
    package init(styled lines: [String]) { (self.lines, status, isStyled) = (lines, .refused, true) }

    /// Prints the message and returns the exit status.
    package func say() -> ExitCode {
        for line in lines { isStyled ? Output.draw(line + "\n") : Output.complain(lines: line) }
        return status
    }
}

extension ExitCode {
    /// A file, a device or a step was refused.
    package static let refused = ExitCode(2)
    /// No host answers.
    package static let noHost = ExitCode(3)
}
