import CLinux
import Glibc

/// Reports files created in and removed from folders (inotify).
package final class FolderEvents: Sendable {
    package struct FolderEvent {
        private let mask: UInt32
        /// The name of the file in the folder; empty for an event of the folder itself.
        package let name: String

        fileprivate init(mask: UInt32, name: String) { (self.mask, self.name) = (mask, name) }

        package var isGone: Bool { mask & UInt32(IN_DELETE_SELF) != 0 }
        /// Whether the folder is gone, or is no longer watched for another reason.
        package var isEnd: Bool { isGone || mask & UInt32(IN_IGNORED) != 0 }
    }

    /// Readable while events are pending.
    package let descriptor: CInt

    /// Creates an instance without folders.
    /// - Returns: Nil if descriptors are exhausted.
    package init?() {
        descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Created files, and the end of the folder.
    package static let arrivals = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)

    /// Watches one more folder.
    /// - Parameter kinds: The kinds of events, as inotify numbers them.
    /// - Returns: The number to pass to `forget`, or nil if the folder cannot be watched.
    @discardableResult
    package func watch(_ folder: String, for kinds: UInt32 = arrivals) -> CInt? {
        let number = inotify_add_watch(descriptor, folder, kinds)
        return number >= 0 ? number : nil
    }

    package func forget(_ watch: CInt) { inotify_rm_watch(descriptor, watch) }

    /// Reads all pending events, if any.
    @discardableResult
    package func read() -> [FolderEvent] {
        var events: [FolderEvent] = []
        var block = [UInt8](repeating: 0, count: 4_096)
        while case let count = Glibc.read(descriptor, &block, block.count), count > 0 {
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
        }
        return events
    }
}
