import Glibc

enum ProgramName {
    /// Returns the names of a program: its executable, the same without a wrapper's suffix, the name it was started
    /// under, and the script it runs.
    /// - Parameters:
    ///   - file: The name of its executable, or nil if unknown.
    ///   - process: The process identifier, or nil if the process is not on this machine.
    static func all(of file: String?, process: pid_t?) -> [String] {
        let words = process.map { self.words(of: $0) } ?? []
        var names = [file, words.first.map { base($0) }].compactMap(\.self)
        if let interpreter = names.last, interpreters.contains(where: { isVersion(interpreter, of: $0) }),
            let script = words.dropFirst().first(where: { !$0.hasPrefix("-") })
        {
            names.append(base(script))
        }
        var all: [String] = []
        for name in names.flatMap({ [$0, unwrapped($0)] }) where !name.isEmpty && !all.contains(name) {
            all.append(name)
        }
        return all
    }

    /// The suffixes that wrappers add to the executable they start (Debian's mpg123, Nix, browsers).
    private static let endings = [".bin", "-bin", ".real", "-real", ".wrapped", "-wrapped", ".orig"]

    private static func unwrapped(_ name: String) -> String {
        var name = name
        while let ending = endings.first(where: { name.hasSuffix($0) && name.count > $0.count }) {
            name.removeLast(ending.count)
        }
        // Nix hides the executable behind a dot.
        return name.hasPrefix(".") ? String(name.dropFirst()) : name
    }

    private static let interpreters = ["python", "perl", "ruby", "node", "gjs", "bash", "dash", "sh"]

    /// Whether a name is an interpreter's, with or without a version, such as `python3.11`.
    private static func isVersion(_ name: String, of interpreter: String) -> Bool {
        name.hasPrefix(interpreter) && name.dropFirst(interpreter.count).allSatisfy { $0.isNumber || $0 == "." }
    }

    private static func base(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The beginning of a process's command line, or an empty array if it is gone or another user's.
    private static func words(of process: pid_t) -> [String] {
        ProcessFamily.content(of: "cmdline", process).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
