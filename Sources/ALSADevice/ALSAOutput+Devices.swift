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
        _ = PCM.silence
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
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

    private static func text(_ field: String, of hint: UnsafeMutableRawPointer) -> String? {
        guard let text = snd_device_name_get_hint(hint, field) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
