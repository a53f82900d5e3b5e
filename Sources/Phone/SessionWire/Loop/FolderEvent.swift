import CLinux
import Glibc

/// An event of a folder that is watched, as inotify tells it.
struct FolderEvent {
    private let mask: UInt32
    /// The name of the file in the folder; empty for an event of the folder itself.
    let name: String

    /// The events that are watched: a file has come, or the folder has gone.
    static let watched = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)

    /// Whether the folder is gone.
    var isGone: Bool { mask & UInt32(IN_DELETE_SELF) != 0 }
    /// Whether the folder is gone, or is watched no more for another reason.
    var isEnd: Bool { isGone || mask & UInt32(IN_IGNORED) != 0 }

    /// Reads as many events as fit into one block; none where there are none.
    static func read(from descriptor: CInt) -> [FolderEvent] {
        var block = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(descriptor, &block, block.count)
        var events: [FolderEvent] = []
        var place = 0
        while place + 16 <= count {
            let (mask, length) = block.withUnsafeBytes { bytes in
                (
                    bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self),
                    Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                )
            }
            let name = block[(place + 16)..<min(count, place + 16 + length)].prefix { $0 != 0 }
            events.append(FolderEvent(mask: mask, name: String(decoding: name, as: UTF8.self)))
            place += 16 + length
        }
        return events
    }
}
