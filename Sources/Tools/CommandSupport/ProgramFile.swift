import CLinux
import Glibc

package enum ProgramFile {
    /// The folder of the executable, with links resolved and without a trailing slash, or "." if unknown.
    package static var folder: String {
        guard let path = clinux_program_path().flatMap({ realpath($0, nil) }) else { return "." }
        defer { free(path) }
        let text = String(cString: path)
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }
}
