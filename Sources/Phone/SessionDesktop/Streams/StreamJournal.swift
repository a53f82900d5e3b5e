import Glibc

/// The volumes of lowered streams, in a file: where a host is killed, the next one gives them back.
///
/// Each step that is set adds a line, so that a volume that a person has set meanwhile is told from one of the host. The system
/// keeps the lines of a process that is killed; they need not outlive the machine. Used on one thread.
final class StreamJournal {
    /// The volume of a stream that the policy has lowered.
    struct Entry: Hashable {
        let personal: [UInt32]
        let sent: [UInt32]
        let isMuted: Bool
    }

    private let path: String
    private let descriptor: CInt
    private var size: Int
    /// The entries by the names under which the server keeps volumes; at first those of a host that was killed.
    private(set) var entries: [String: Entry]

    /// Opens the file, and makes it where there is none; nil where that cannot be done.
    ///
    /// - Parameter path: The path, in a folder that is this user's.
    init?(_ path: String) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 2 * Self.mostBytes)
        size = max(0, pread(descriptor, &bytes, bytes.count, 0))
        entries = Self.entries(in: bytes[..<size])
    }

    deinit { close(descriptor) }

    /// Takes the volume of a stream; nil where the stream is as its person has set it.
    func note(_ entry: Entry?, of id: String) {
        // Of a name with a line end no line can be made.
        guard entries[id] != entry, !id.contains("\n") else { return }
        entries[id] = entry
        guard !entries.isEmpty, size < Self.mostBytes else { return replace() }
        add(Self.line(id, entry))
    }

    /// Removes the file where nothing is lowered any more.
    func end() {
        if entries.isEmpty { unlink(path) }
    }

    /// Replaces the lines by one for each entry.
    private func replace() {
        _ = ftruncate(descriptor, 0)
        size = 0
        add(entries.map { Self.line($0.key, $0.value) }.joined())
    }

    private func add(_ text: String) {
        size += max(0, write(descriptor, text, text.utf8.count))
    }

    private static let mostBytes = 1 << 20

    /// A line: the person's volumes, those that were set last, whether the stream is muted, and its name.
    private static func line(_ id: String, _ entry: Entry?) -> String {
        guard let entry else { return "- - - \(id)\n" }
        func list(_ volumes: [UInt32]) -> String { volumes.map { String($0) }.joined(separator: ",") }
        return "\(list(entry.personal)) \(list(entry.sent)) \(entry.isMuted ? "muted" : "heard") \(id)\n"
    }

    /// The entries of a text, the last line of a name counting; a line that is not whole is none.
    private static func entries(in bytes: ArraySlice<UInt8>) -> [String: Entry] {
        func list(_ text: Substring) -> [UInt32] { text.split(separator: ",").compactMap { UInt32($0) } }
        var entries: [String: Entry] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 3)
            guard parts.count == 4 else { continue }
            let (personal, sent) = (list(parts[0]), list(parts[1]))
            let isWhole = !personal.isEmpty && personal.count == sent.count
            entries[String(parts[3])] =
                isWhole ? Entry(personal: personal, sent: sent, isMuted: parts[2] == "muted") : nil
        }
        return entries
    }
}
