import Glibc
import SessionWire

/// An entry of the journal: what the next host needs to know about a lowered stream, or a name, if this host is killed.
struct JournalEntry: Hashable {
    enum Kind: String {
        /// A stream of a name of which one is lowered, and the person's setting of it.
        case lowered
        /// A stream that the host has muted, and the person's setting of it.
        case silenced
        /// The person's setting for the next stream of a name.
        case next
        /// The volume that the host has set last on a stream of a name that is lowered no more.
        case restored

        var isOfName: Bool { self == .next || self == .restored }
    }

    var kind: Kind
    /// The server's number for its run.
    var cookie: UInt32
    /// The server's number for the stream; 0 for a name.
    var index: UInt32
    var setting: VolumeSetting
    /// The name under which the server keeps the volume; empty if it keeps none.
    var name: String

    /// The identity of its stream or its name; there is one entry for each.
    var subject: String { kind.isOfName ? Self.subject(kind, name) : Self.subject(cookie, index) }

    static func subject(_ kind: Kind, _ name: String) -> String { "\(kind) \(name)" }
    static func subject(_ cookie: UInt32, _ index: UInt32) -> String { "\(cookie) \(index)" }
}

/// A file of the streams that a host has lowered: if the host is killed, the next one restores them.
///
/// It has a line for each stream that is lowered or restored, but none for the steps of a ramp, which have the host's
/// mark. Lines survive the process, and need not survive the machine. One thread.
final class StreamJournal {
    private let path: String
    private var descriptor: CInt
    private var size = 0
    /// The size above which the file is rewritten.
    private var limit = leastLimit
    /// The entries by their subjects.
    private var lines: [String: JournalEntry] = [:]

    /// The entries; initially those of a killed host.
    var entries: [JournalEntry] {
        lines.values.sorted { ($0.cookie, $0.index, $0.name) < ($1.cookie, $1.index, $1.name) }
    }

    /// The largest number of entries: more streams than anyone has.
    static let mostEntries = 1_024
    /// The longest recorded name, in bytes.
    static let longestName = 1_024
    private static let (leastLimit, mostBytes) = (1 << 16, 4 << 20)

    /// Opens or creates the file.
    /// - Parameter path: A path in a folder that belongs to this user.
    /// - Returns: Nil if the file cannot be opened.
    init?(_ path: String) {
        self.path = path
        descriptor = Self.open(path, O_CREAT)
        guard descriptor >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        for entry in Self.lines(in: bytes[..<count]) {
            let subject = entry.subject
            if entry.setting.volumes.isEmpty {
                lines[subject] = nil
            } else if lines.count < Self.mostEntries || lines[subject] != nil {
                lines[subject] = entry
            }
        }
        size = count
        // A line after an incomplete one would be lost.
        if size > limit || size > 0 && bytes[size - 1] != UInt8(ascii: "\n") { replace() }
    }

    private static func open(_ path: String, _ flags: CInt) -> CInt {
        Glibc.open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
    }

    deinit { close(descriptor) }

    /// Records an entry, replacing that of the same stream or name.
    func add(_ entry: JournalEntry) {
        let subject = entry.subject
        // A name with a line break cannot be recorded.
        guard lines[subject] != entry, !entry.name.contains("\n"), entry.name.utf8.count <= Self.longestName,
            entry.setting.volumes.count <= 64, lines.count < Self.mostEntries || lines[subject] != nil
        else { return }
        lines[subject] = entry
        write(Self.line(entry))
    }

    /// Records that a stream has the person's setting.
    func remove(_ index: UInt32, of cookie: UInt32) { remove(JournalEntry.subject(cookie, index)) }

    /// Records that the server keeps the person's setting for the next stream of a name.
    func remove(next name: String) {
        for kind in [.restored, .next] as [JournalEntry.Kind] { remove(JournalEntry.subject(kind, name)) }
    }

    private func remove(_ subject: String) {
        guard var entry = lines.removeValue(forKey: subject) else { return }
        entry.setting.volumes = []
        write(Self.line(entry))
    }

    func replace(by entries: [JournalEntry]) {
        lines = [:]
        for entry in entries.prefix(Self.mostEntries) { lines[entry.subject] = entry }
        replace()
    }

    /// Removes the file if no stream is lowered.
    func end() { if lines.isEmpty { unlink(path) } }

    private func write(_ text: String) {
        if lines.isEmpty || size > limit { return replace() }
        size += max(0, Glibc.write(descriptor, text, text.utf8.count))
    }

    /// Rewrites the file with one line per entry. The file is complete whenever the host is killed.
    private func replace() {
        let text = lines.values.map(Self.line).joined()
        limit = max(Self.leastLimit, 2 * text.utf8.count)
        if text.isEmpty {
            _ = ftruncate(descriptor, 0)
            size = 0
            return
        }
        let draft = path + ".draft"
        unlink(draft)
        let new = Self.open(draft, O_CREAT | O_EXCL)
        guard new >= 0 else { return }
        guard Glibc.write(new, text, text.utf8.count) == text.utf8.count, rename(draft, path) == 0 else {
            close(new)
            unlink(draft)
            return
        }
        close(descriptor)
        (descriptor, size) = (new, text.utf8.count)
    }

    // MARK: Lines

    /// A line: the kind, the run and the number of the stream, the person's volumes and mute, and the name. Without
    /// volumes the server has the person's setting.
    private static func line(_ entry: JournalEntry) -> String {
        let volumes = entry.setting.volumes.map(\.description).joined(separator: ",")
        return "\(entry.kind.rawValue) \(entry.cookie) \(entry.index) \(volumes.isEmpty ? "-" : volumes) "
            + "\(entry.setting.isMuted ? "muted" : "heard") \(entry.name)\n"
    }

    /// Parses lines, skipping incomplete ones.
    private static func lines(in bytes: ArraySlice<UInt8>) -> [JournalEntry] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().compactMap { line in
            guard line.count <= longestName + 4_096 else { return nil }
            let parts = String(decoding: line, as: UTF8.self)
                .split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
            let words: [Substring: Bool] = ["muted": true, "heard": false]
            guard parts.count == 6, let kind = JournalEntry.Kind(rawValue: String(parts[0])),
                let cookie = UInt32(parts[1]), let index = UInt32(parts[2]), let isMuted = words[parts[4]],
                parts[5].utf8.count <= longestName
            else { return nil }
            let texts = parts[3] == "-" ? [] : parts[3].split(separator: ",", omittingEmptySubsequences: false)
            let volumes = texts.compactMap { UInt32($0) }
            guard volumes.count == texts.count, volumes.count <= 64 else { return nil }
            return JournalEntry(
                kind: kind, cookie: cookie, index: index,
                setting: VolumeSetting(volumes: volumes, isMuted: isMuted), name: String(parts[5]))
        }
    }
}
