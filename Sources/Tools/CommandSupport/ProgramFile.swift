import CLinux
import Glibc

/// The file of the program that this process executes.
package enum ProgramFile {
    /// The folder in which the program stands, links resolved and without a slash at its end; "." where the system does not
    /// tell it.
    package static var folder: String {
        guard let path = clinux_program_path().flatMap({ realpath($0, nil) }) else { return "." }
        defer { free(path) }
        let text = String(cString: path)
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }
}
