import Foundation

/// The properties of the machine on which the figures depend.
enum BenchmarkMachine {
    /// One line for the table's head.
    static var summary: String { "\(processor), \(ProcessInfo.processInfo.processorCount) cores" }

    /// Name and value, for the document.
    static func facts() throws -> [(name: String, value: String)] {
        let pkgConfig = try Tool.need("pkg-config")
        let versions = try ["SDL2_mixer", "openal", "sndfile", "soxr"].map {
            "\($0) \(try Child.output(of: pkgConfig, ["--modversion", $0]))"
        }
        return [
            ("processor", summary),
            ("system", "\(system), Linux \(try Child.output(of: Tool.need("uname"), ["-r"]).prefix { $0 != "-" })"),
            ("Swift", try firstLine(of: "swiftc", "--version")),
            (
                "compiler of the C programs",
                try firstLine(of: try Peer.compiler(), "--version").prefix { $0 != "(" }.description
            ),
            ("libraries", versions.joined(separator: ", ")),
        ]
    }

    /// The number of programs that wanted a core in the last minute, on average: a figure measured beside others is
    /// worse.
    static var load: Double {
        let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
        return text.split(separator: " ").first.flatMap { Double($0) } ?? .nan
    }

    private static func firstLine(of name: String, _ argument: String) throws -> String {
        let path = name.contains("/") ? name : try Tool.need(name)
        return try Child.output(of: path, [argument]).split(separator: "\n").first.map(String.init) ?? ""
    }

    /// The name of the processor. If a hypervisor gives them all one name, family and model tell generations apart.
    private static var processor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        func value(_ name: String) -> String? {
            lines.lazy.map { $0.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) } }
                .first { $0.count == 2 && $0[0] == name }?[1]
        }
        guard let name = value("model name") else { return "unknown processor" }
        guard let family = value("cpu family"), let model = value("model") else { return name }
        return "\(name), family \(family), model \(model)"
    }

    private static var system: String {
        let name = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?.split(separator: "\n")
            .first { $0.hasPrefix("PRETTY_NAME=") }?.split(separator: "\"").last
        return name.map(String.init) ?? "unknown system"
    }
}
