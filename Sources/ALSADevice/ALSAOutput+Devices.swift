import CALSA
import Glibc

extension ALSAOutput {
    /// A PCM that the configuration offers for playing.
    public struct Device: Hashable, Sendable {
        /// What to open it by.
        public let name: String
        /// What the configuration says about it, in one line; may be empty.
        public let summary: String
    }

    /// The PCMs that may be opened for playing, in the order of the configuration; what `aplay -L` lists.
    ///
    /// Says nothing on whether opening succeeds. Not to be called from a real-time thread.
    public static func availablePCMs() -> [Device] {
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard alsa.snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { _ = alsa.snd_device_name_free_hint(hints) }
        var devices: [Device] = []
        var next = hints
        while let hint = next.pointee {
            next += 1
            guard let name = text("NAME", of: hint), text("IOID", of: hint) != "Input" else { continue }
            let summary = text("DESC", of: hint)?.split(separator: "\n").joined(separator: ", ") ?? ""
            devices.append(Device(name: name, summary: summary))
        }
        return devices
    }

    /// Whether a PCM, or one that it plays through, writes what it is given into a file, which opening it would empty.
    /// Opens nothing; not to be called from a real-time thread.
    ///
    /// - Parameter pcm: A name as `aplay -L` lists them.
    public static func writesFile(_ pcm: String) -> Bool {
        var top: OpaquePointer?
        guard alsa.snd_config_update_ref(&top) >= 0, let top else { return false }
        defer { alsa.snd_config_unref(top) }
        return writesFile(pcm, in: top, depth: 0)
    }

    /// - Parameter depth: How many PCMs stand in front of it; a configuration may lead in a circle.
    private static func writesFile(_ pcm: String, in top: OpaquePointer, depth: Int) -> Bool {
        var found: OpaquePointer?
        guard depth < 16, alsa.snd_config_search_definition(top, "pcm", pcm, &found) >= 0, let found else {
            return false
        }
        defer { _ = alsa.snd_config_delete(found) }
        return writesFile(found, in: top, depth: depth)
    }

    /// Follows the slaves of a definition, which are definitions themselves or the names of others.
    private static func writesFile(_ definition: OpaquePointer, in top: OpaquePointer, depth: Int) -> Bool {
        if string("type", of: definition) == "file" { return true }
        var slave: OpaquePointer?
        guard depth < 16, alsa.snd_config_search(definition, "slave.pcm", &slave) >= 0, let slave else { return false }
        if let name = string(slave) { return writesFile(name, in: top, depth: depth + 1) }
        return writesFile(slave, in: top, depth: depth + 1)
    }

    private static func string(_ key: String, of definition: OpaquePointer) -> String? {
        var node: OpaquePointer?
        guard alsa.snd_config_search(definition, key, &node) >= 0, let node else { return nil }
        return string(node)
    }

    private static func string(_ node: OpaquePointer) -> String? {
        var text: UnsafePointer<CChar>?
        guard alsa.snd_config_get_string(node, &text) >= 0, let text else { return nil }
        return String(cString: text)
    }

    private static func text(_ field: String, of hint: UnsafeMutableRawPointer) -> String? {
        guard let text = alsa.snd_device_name_get_hint(hint, field) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
