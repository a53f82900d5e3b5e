import CLinux
import Glibc

/// Tells a loop when a file that is to come has been made, or a folder on the way to it. All members are used on the loop's thread.
package final class FolderWatch {
    private let loop: EventLoop
    private let descriptor: CInt
    private var watch: CInt = -1
    private var isOpen = true
    /// The name that is to be made in the folder that is watched.
    private var name = ""
    /// Called when it has been made, or the folder is gone.
    package var whenChanged: () -> Void = {}

    /// Begins without a folder.
    ///
    /// - Returns: Nil where the process may open no more files, or the kernel cannot watch one more.
    package init?(on loop: EventLoop) {
        self.loop = loop
        descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        do {
            try loop.watch(descriptor) { [unowned self] _ in
                if self.take() { self.whenChanged() }
            }
        } catch {
            Glibc.close(descriptor)
            return nil
        }
    }

    deinit { close() }

    /// Reads the news that there are.
    ///
    /// - Returns: Whether one of them is of the name, or of the end of the folder.
    private func take() -> Bool {
        var isWanted = false
        var block = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(descriptor, &block, block.count), count > 0 {
            var place = 0
            while place + 16 <= count {
                let (mask, length) = block.withUnsafeBytes { bytes in
                    (
                        bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self),
                        Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                    )
                }
                let text = block[(place + 16)..<min(count, place + 16 + length)].prefix { $0 != 0 }
                if mask & UInt32(IN_DELETE_SELF) != 0 || text.elementsEqual(name.utf8) { isWanted = true }
                place += 16 + length
            }
        }
        return isWanted
    }

    /// Watches the folder of a file that is to come, or the nearest folder above that there is.
    package func wait(for file: String) {
        forget()
        let events = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF)
        var folder = file[...]
        while watch < 0, let slash = folder.lastIndex(of: "/") {
            name = String(folder[folder.index(after: slash)...])
            folder = folder[..<slash]
            watch = inotify_add_watch(descriptor, folder.isEmpty ? "/" : String(folder), events)
        }
    }

    /// Watches no folder any more.
    package func forget() {
        if watch >= 0 { inotify_rm_watch(descriptor, watch) }
        watch = -1
    }

    /// Calls no closure any more.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        loop.forget(descriptor)
        Glibc.close(descriptor)
    }
}
