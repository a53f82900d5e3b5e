import Foundation

/// A C program that the driver compiles to compare with.
struct Peer: Sendable {
    /// The name by which people call it.
    let name: String
    /// Its files in the folder of peers.
    let sources: [String]
    /// The names of its libraries for pkg-config.
    var libraries: [String] = []
    var flags: [String] = []
    /// A header without which it is left out, if it is one that the system may lack.
    var header: String?

    static let limit = Peer(name: "C limit", sources: ["client.c", "limit.c"], flags: [avx2])
    static let sdl = Peer(
        name: "SDL2_mixer", sources: ["client.c", "sdl_mixer.c"], libraries: ["SDL2_mixer"], flags: ["-rdynamic"])
    static let openAL = Peer(name: "OpenAL Soft", sources: ["client.c", "openal.c"], libraries: ["openal"])
    /// One header, which Debian packages from release 13 on; `MINIAUDIO` names its folder elsewhere.
    static let miniaudio = Peer(
        name: "miniaudio", sources: ["client.c", "miniaudio.c"],
        flags: (ProcessInfo.processInfo.environment["MINIAUDIO"].map { ["-I", $0] } ?? []) + ["-pthread", avx2],
        header: "miniaudio.h")

    private static let avx2 = "-march=x86-64-v3"

    /// The two programs beside a hold, with libaudiosession in them.
    static func hold() throws -> Peer {
        let library = "Sources/Phone/CAudioSession"
        let files = try FileManager.default.contentsOfDirectory(atPath: library).filter { $0.hasSuffix(".c") }
        return Peer(
            name: "hold", sources: ["hold.c"] + files.map { "../../../\(library)/\($0)" },
            flags: ["-I", library + "/include", "-pthread"])
    }

    /// The compiler: the one that comes with Swift, so that both sides have the same back end.
    static func compiler() throws -> String { try Tool.path(of: "clang") ?? Tool.need("cc") }

    /// Whether this machine has what it is compiled from.
    var isAvailable: Bool {
        guard let header else { return true }
        let folders =
            zip(flags, flags.dropFirst()).filter { $0.0 == "-I" }.map(\.1) + ["/usr/include", "/usr/local/include"]
        return folders.contains { FileManager.default.fileExists(atPath: "\($0)/\(header)") }
    }

    /// Compiles it, unless that has been done.
    func build(_ setup: Setup) throws -> String {
        let target = "\(setup.scratch)/\(name.filter { $0.isLetter || $0.isNumber })"
        guard !FileManager.default.fileExists(atPath: target) else { return target }
        var linked: [Substring] = []
        if !libraries.isEmpty {
            let text = try Child.output(of: Tool.need("pkg-config"), ["--cflags", "--libs"] + libraries)
            linked = text.split(separator: " ")
        }
        try Child.run(
            Peer.compiler(),
            ["-O3"] + flags + sources.map { "\(setup.peers)/\($0)" }
                + linked.map(String.init) + ["-lm", "-o", target])
        return target
    }
}
