import CLinux
import Glibc

/// The file of the program that this process executes.
package enum ProgramFile {
    /// Its path, to be opened or resolved: `/proc/self/exe`, or, where `/proc` is not mounted, the path that was executed.
    /// Empty where the system tells neither.
    package static var path: String {
        let link = "/proc/self/exe"
        guard access(link, F_OK) != 0 else { return link }
        return clinux_executed_path().map { String(cString: $0) } ?? ""
    }

    /// The folder in which the program stands, links resolved and without a slash at its end; "." where the system does not
    /// tell it.
    package static var folder: String {
        guard let path = realpath(path, nil) else { return "." }
        defer { free(path) }
        let text = String(cString: path)
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }
}
