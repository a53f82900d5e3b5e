import Glibc

/// The files that `make install` places near the running program.
public enum Installation {
    /// Resolves the path of a scenario file or folder: the name itself if it exists or is absolute, otherwise the file
    /// of that name in the installed `share/audiosession`, if any.
    ///
    /// The examples in the help therefore work both in a clone and after an installation.
    public static func scenario(_ name: String) -> String {
        guard !name.isEmpty, !name.hasPrefix("/"), access(name, F_OK) != 0 else { return name }
        return file(name) ?? name
    }

    /// An installed file of `share/audiosession`, or nil if it does not exist.
    package static func file(_ name: String) -> String? {
        let prefix = ProgramFile.folder.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        return existing("\(prefix)/share/audiosession/\(name)")
    }

    /// A file that `make` has built in the clone that contains the running program, or nil if it does not exist.
    package static func built(_ name: String) -> String? {
        let folders = ProgramFile.folder.split(separator: "/")
        guard let last = folders.lastIndex(of: ".build") else { return nil }
        return existing(folders[...last].map { "/" + $0 }.joined() + "/" + name)
    }

    private static func existing(_ path: String) -> String? { access(path, F_OK) == 0 ? path : nil }
}
