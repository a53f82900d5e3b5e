import CALSA
import Glibc

extension ALSAOutput {
    /// A playback PCM listed in ALSA's configuration.
    public struct OfferedPCM: Hashable, Sendable {
        /// The name by which it is opened.
        public let name: String
        /// Its description in the configuration, as one line; may be empty.
        public let summary: String
    }

    /// The playback PCMs that `aplay -L` lists, in the order of the configuration.
    ///
    /// Opening one may still fail. Do not call from a real-time thread.
    public static func availablePCMs() -> [OfferedPCM] {
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard alsa.snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { _ = alsa.snd_device_name_free_hint(hints) }
        var devices: [OfferedPCM] = []
        var next = hints
        while let hint = next.pointee {
            next += 1
            guard let name = text("NAME", of: hint), text("IOID", of: hint) != "Input" else { continue }
            let summary = text("DESC", of: hint)?.split(separator: "\n").joined(separator: ", ") ?? ""
            devices.append(OfferedPCM(name: name, summary: summary))
        }
        return devices
    }

    /// Whether opening a PCM would truncate a file, because it or a slave of it writes into one. Opens nothing. Do not
    /// call from a real-time thread.
    ///
    /// - Parameter pcm: A name from `aplay -L`.
    public static func writesFile(_ pcm: String) -> Bool {
        var top: OpaquePointer?
        guard alsa.snd_config_update_ref(&top) >= 0, let top else { return false }
        defer { alsa.snd_config_unref(top) }
        return writesFile(pcm, in: top)
    }

    /// Whether a PCM writes into a file, according to the caller's configuration.
    /// - Parameter depth: The number of PCMs in front of it; a configuration may be cyclic.
    package static func writesFile(_ pcm: String, in top: OpaquePointer, depth: Int = 0) -> Bool {
        guard depth < 16 else { return false }
        return withDefinition("pcm", pcm, in: top) { writesFile($0, in: top, depth: depth) }
    }

    /// Follows the slaves of a definition: one, one for each direction (`asym`) or many (`multi`).
    private static func writesFile(_ definition: OpaquePointer, in top: OpaquePointer, depth: Int) -> Bool {
        if string("type", of: definition) == "file" { return true }
        guard depth < 16 else { return false }
        let slaves = ["slave", "playback", "capture"].compactMap { node($0, of: definition) }
        return (slaves + (node("slaves", of: definition).map(children) ?? [])).contains { slave in
            // A slave is given by name or by its definition.
            guard let name = string(slave) else { return slaveWritesFile(slave, in: top, depth: depth) }
            return withDefinition("pcm_slave", name, in: top) { slaveWritesFile($0, in: top, depth: depth) }
        }
    }

    /// Follows a slave's PCM, which is a definition itself or the name of one.
    private static func slaveWritesFile(_ slave: OpaquePointer, in top: OpaquePointer, depth: Int) -> Bool {
        guard let pcm = node("pcm", of: slave) else { return false }
        if let name = string(pcm) { return writesFile(name, in: top, depth: depth + 1) }
        return writesFile(pcm, in: top, depth: depth + 1)
    }

    /// Looks up a definition and fills in its arguments. Returns false if it does not exist.
    private static func withDefinition(
        _ base: String, _ name: String, in top: OpaquePointer, _ body: (OpaquePointer) -> Bool
    ) -> Bool {
        var found: OpaquePointer?
        guard alsa.snd_config_search_definition(top, base, name, &found) >= 0, let found else { return false }
        defer { _ = alsa.snd_config_delete(found) }
        return body(found)
    }

    private static func node(_ key: String, of definition: OpaquePointer) -> OpaquePointer? {
        var node: OpaquePointer?
        return alsa.snd_config_search(definition, key, &node) >= 0 ? node : nil
    }

    private static func children(of node: OpaquePointer) -> [OpaquePointer] {
        guard alsa.snd_config_get_type(node) == SND_CONFIG_TYPE_COMPOUND else { return [] }
        var children: [OpaquePointer] = []
        var next = alsa.snd_config_iterator_first(node)
        while next != alsa.snd_config_iterator_end(node) {
            if let child = alsa.snd_config_iterator_entry(next) { children.append(child) }
            next = alsa.snd_config_iterator_next(next)
        }
        return children
    }

    private static func string(_ key: String, of definition: OpaquePointer) -> String? {
        node(key, of: definition).flatMap(string)
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
