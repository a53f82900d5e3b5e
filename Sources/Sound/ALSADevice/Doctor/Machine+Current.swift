import CALSA
import CLinux
import Glibc

extension Machine {
    /// Examines this machine. Opens its PCMs briefly, and plays nothing.
    public static func current() -> Machine {
        var machine = Machine()
        machine.survey = .current()
        machine.kernelCards = kernelCards
        machine.nodes = SystemFile.names(in: "/dev/snd")?.filter { $0.hasPrefix("pcm") || $0.hasPrefix("control") }
        machine.forbiddenNodes = (machine.nodes ?? []).filter { access("/dev/snd/\($0)", R_OK | W_OK) != 0 }
        // Opening a PCM that writes a file would truncate it.
        if !ALSAOutput.writesFile("default") {
            do throws(ALSAError) { _ = try ALSAOutput(acceptsOtherRate: true) } catch { machine.defaultError = error }
        }
        machine.servers = servers
        machine.plugins = plugins
        machine.mayRunInRealTime = RealTimeThread.isWithinLimits
        return machine
    }

    /// The lines ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`, from the last word on.
    private static var kernelCards: [String] {
        (SystemFile.text("/proc/asound/cards") ?? "").split(separator: "\n").compactMap { line in
            guard line.contains("]: ") else { return nil }
            return line.split(separator: "-").last.map { String($0.drop { $0 == " " }) }
        }
    }

    /// The sound servers that run here or that the user's configuration asks for.
    private static var servers: [Server] {
        let folder = environment("XDG_RUNTIME_DIR")
        let asked = environment("PULSE_SERVER").map { $0.hasPrefix("unix:") ? String($0.dropFirst(5)) : $0 }
        let native = environment("PULSE_RUNTIME_PATH").map { $0 + "/native" } ?? folder.map { $0 + "/pulse/native" }
        let pipe = (environment("PIPEWIRE_RUNTIME_DIR") ?? folder).map { $0 + "/pipewire-0" }
        var servers: [Server] = []
        // A server on another machine is not ours to examine.
        if let path = asked ?? native, path.hasPrefix("/"), let state = state(of: path, isAsked: asked != nil) {
            servers.append(Server(kind: .pulseAudio, socket: path, state: state))
        }
        if let pipe, let state = state(of: pipe, isAsked: false) {
            servers.append(Server(kind: .pipeWire, socket: pipe, state: state))
        }
        return servers
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func state(of path: String, isAsked: Bool) -> Server.State? {
        let missing: Server.State? = isAsked ? .missing : nil
        guard path.utf8.count <= Int(CLINUX_LONGEST_PATH) else { return missing }
        let socket = clinux_stream_socket()
        defer { close(socket) }
        if clinux_connect(socket, path) == 0 { return .answers }
        return errno == ENOENT ? missing : .refuses
    }

    private static var plugins: Set<String> {
        let usual = [
            "/usr/lib/x86_64-linux-gnu/alsa-lib", "/usr/lib/aarch64-linux-gnu/alsa-lib", "/usr/lib64/alsa-lib",
            "/usr/lib/alsa-lib",
        ]
        let folders = environment("ALSA_PLUGIN_DIR").map { [$0] } ?? usual
        let (prefix, suffix) = ("libasound_module_pcm_", ".so")
        return Set(
            folders.flatMap { SystemFile.names(in: $0) ?? [] }.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
                .map { String($0.dropFirst(prefix.count).dropLast(suffix.count)) })
    }
}
