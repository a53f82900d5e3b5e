import CALSA
import Glibc

extension ALSAOutput {
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
        depth < 16 && withDefinition("pcm", pcm, in: top) { writesFile($0, in: top, depth: depth) }
    }

    /// Whether a definition has the type `file`, or one that it contains or names has it.
    private static func writesFile(_ definition: OpaquePointer, in top: OpaquePointer, depth: Int) -> Bool {
        if string("type", of: definition) == "file" { return true }
        let pcm = node("pcm", of: definition)
        return children(of: definition).contains { child in
            guard let name = string(child) else { return writesFile(child, in: top, depth: depth) }
            if child == pcm { return writesFile(name, in: top, depth: depth + 1) }
            // A slave is given by name or by its definition.
            return withDefinition("pcm_slave", name, in: top) { writesFile($0, in: top, depth: depth + 1) }
        }
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
}
