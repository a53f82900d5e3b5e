import CommandSupport
import Glibc

enum Folder {
    /// Creates a folder if it does not exist.
    /// - Parameters:
    ///   - purpose: A noun for error messages.
    /// - Returns: Whether the folder was created.
    static func make(_ path: String, for purpose: String) throws(CommandFailure) -> Bool {
        guard !path.isEmpty else {
            throw CommandFailure("the folder for \(purpose) needs a name, and this one is empty; name one")
        }
        if mkdir(path, 0o777) == 0 { return true }
        guard errno != EEXIST else { return false }
        let reason = String(cString: strerror(errno))
        let remedy =
            switch errno {
            case ENOENT: "make the folder that it is to be in"
            case ENAMETOOLONG: "choose a shorter name"
            default: "choose another"
            }
        throw CommandFailure("cannot make the folder \(path) for \(purpose): \(reason); \(remedy)")
    }
}
