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
}
