import Glibc
import SessionWire

struct LoweredStream: Hashable {
    var cookie: UInt32
    var index: UInt32
    /// The volume of each channel that the person has set.
    var personal: [UInt32]
    var isMuted: Bool
    var aims: [Double]
    /// The volumes that the person wants for the next stream of the name; empty if they are not known.
    var kept: [UInt32] = []
    var isKeptMuted = false
    /// The name under which the server keeps its volume; empty if it keeps none.
    var name: String
}

/// The streams that a host has lowered, in a file: if the host is killed, the next one gives them back. It has a line
/// for each stream that is lowered and each that is given back, and none for the steps of a ramp: from the person's
/// volume and the parts at the ends of the ramps the next host knows every volume on the way. The system keeps the
/// lines of a process that is killed; they need not outlive the machine. Used on one thread.
final class StreamJournal {
    private struct StreamIdentity: Hashable {
        let cookie: UInt32
        let index: UInt32
    }

    private let path: String
    private var descriptor: CInt
    private var size = 0
    private var limit = leastLimit
    private var lines: [StreamIdentity: LoweredStream] = [:]

    /// The entries; at first those of a host that was killed.
    var entries: [LoweredStream] { lines.values.sorted { ($0.cookie, $0.index) < ($1.cookie, $1.index) } }

    /// The number of entries at most: more streams than any person has.
    static let mostEntries = 1_024
    /// The longest name that is recorded, in bytes.
    static let longestName = 1_024
    private static let (leastLimit, mostBytes) = (1 << 16, 4 << 20)

    /// Opens the file, and makes it if there is none.
    /// - Parameter path: The path, in a folder that is this user's.
    /// - Returns: Nil if the file cannot be opened.
    init?(_ path: String) {
        self.path = path
        descriptor = Self.open(path, O_CREAT)
        guard descriptor >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        for (entry, isLowered) in Self.lines(in: bytes[..<count]) {
            let key = StreamIdentity(cookie: entry.cookie, index: entry.index)
            if !isLowered {
                lines[key] = nil
            } else if lines.count < Self.mostEntries || lines[key] != nil {
                lines[key] = entry
            }
        }
        size = count
        // Behind half a line the next one would be lost.
        if size > limit || size > 0 && bytes[size - 1] != UInt8(ascii: "\n") { replace() }
    }

    private static func open(_ path: String, _ flags: CInt) -> CInt {
        Glibc.open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
    }

    deinit { close(descriptor) }

    func add(_ entry: LoweredStream) {
        let key = StreamIdentity(cookie: entry.cookie, index: entry.index)
        // Of a name with a line end no line can be made.
        guard lines[key] != entry, !entry.name.contains("\n"), entry.name.utf8.count <= Self.longestName,
            entry.personal.count <= 64, entry.aims.count <= 64, entry.kept.count <= 64,
            lines.count < Self.mostEntries || lines[key] != nil
        else { return }
        lines[key] = entry
        write(Self.line(entry))
    }

    /// Records that a stream is as its person has set it.
    func remove(_ index: UInt32, of cookie: UInt32) {
        let key = StreamIdentity(cookie: cookie, index: index)
        guard var entry = lines.removeValue(forKey: key) else { return }
        entry.personal = []
        write(Self.line(entry))
    }

    /// Replaces all entries at once.
    func replace(by entries: [LoweredStream]) {
        lines = [:]
        for entry in entries.prefix(Self.mostEntries) {
            lines[StreamIdentity(cookie: entry.cookie, index: entry.index)] = entry
        }
        replace()
    }

    /// Removes the file if nothing is lowered any more.
    func end() { if lines.isEmpty { unlink(path) } }

    private func write(_ text: String) {
        if lines.isEmpty || size > limit { return replace() }
        size += max(0, Glibc.write(descriptor, text, text.utf8.count))
    }

    /// Replaces the lines by one for each entry. Whenever the host is killed the file is whole.
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

    /// A line: the run and the number of the stream, the person's volumes and mute, the parts, the volumes and the mute
    /// of the next stream, and the name. Without volumes the stream is as its person has set it.
    private static func line(_ entry: LoweredStream) -> String {
        func list(_ values: [some CustomStringConvertible]) -> String {
            values.isEmpty ? "-" : values.map(\.description).joined(separator: ",")
        }
        func word(_ isMuted: Bool) -> String { isMuted ? "muted" : "heard" }
        return "\(entry.cookie) \(entry.index) \(list(entry.personal)) \(word(entry.isMuted)) \(list(entry.aims)) "
            + "\(list(entry.kept)) \(word(entry.isKeptMuted)) \(entry.name)\n"
    }

    /// The lines of a text; one that is not whole is none.
    private static func lines(in bytes: ArraySlice<UInt8>) -> [(entry: LoweredStream, isLowered: Bool)] {
        var found: [(entry: LoweredStream, isLowered: Bool)] = []
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            guard line.count <= longestName + 4_096 else { continue }
            let parts = String(decoding: line, as: UTF8.self)
                .split(separator: " ", maxSplits: 7, omittingEmptySubsequences: false)
            let words: [Substring: Bool] = ["muted": true, "heard": false]
            guard parts.count == 8, let cookie = UInt32(parts[0]), let index = UInt32(parts[1]),
                let isMuted = words[parts[3]], let isKeptMuted = words[parts[6]], parts[7].utf8.count <= longestName
            else { continue }
            let personal = list(parts[2]) { UInt32($0) }
            let aims = list(parts[4]) { Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }
            let kept = list(parts[5]) { UInt32($0) }
            guard let personal, let aims, let kept else { continue }
            found.append(
                (
                    LoweredStream(
                        cookie: cookie, index: index, personal: personal, isMuted: isMuted, aims: aims, kept: kept,
                        isKeptMuted: isKeptMuted, name: String(parts[7])),
                    isLowered: !personal.isEmpty
                ))
        }
        return found
    }

    /// The values of a list, or nil if one is none.
    private static func list<Value>(_ text: Substring, _ value: (Substring) -> Value?) -> [Value]? {
        if text == "-" { return [] }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= 64 else { return nil }
        let values = parts.compactMap(value)
        return values.count == parts.count ? values : nil
    }
}
