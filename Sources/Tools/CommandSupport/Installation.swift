import Glibc

/// The files that `make install` puts near the running program.
public enum Installation {
    /// The path of a scenario file, or of a folder of them: the name itself where it leads to something or is absolute, else
    /// the file of that name in `share/audiosession` beside the program's folder, if it is there.
    ///
    /// The examples of the help therefore run in a clone and after an installation.
    public static func scenario(_ name: String) -> String {
        guard !name.isEmpty, !name.hasPrefix("/"), access(name, F_OK) != 0 else { return name }
        return file(name) ?? name
    }

    /// A file of `share/audiosession` beside the program's folder, or nil if it is not there.
    package static func file(_ name: String) -> String? {
        let prefix = ProgramFile.folder.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        return existing("\(prefix)/share/audiosession/\(name)")
    }

    /// A file that `make` has built in the clone in whose folder `.build` the program stands, or nil if it is not
    /// there.
    package static func built(_ name: String) -> String? {
        let folders = ProgramFile.folder.split(separator: "/")
        guard let last = folders.lastIndex(of: ".build") else { return nil }
        return existing(folders[...last].map { "/" + $0 }.joined() + "/" + name)
    }

    private static func existing(_ path: String) -> String? { access(path, F_OK) == 0 ? path : nil }
}
