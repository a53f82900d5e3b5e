import CLinux

package enum ProgramFile {
    /// The folder of the executable, with links resolved and without a trailing slash, or "." if unknown.
    package static var folder: String {
        guard let path = clinux_program_path(), let text = FilePath.real(String(cString: path)) else { return "." }
        return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
    }
}
