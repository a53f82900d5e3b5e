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
        while case let events = FolderEvent.read(from: descriptor), !events.isEmpty {
            if events.contains(where: { $0.isGone || $0.name == name }) { isWanted = true }
        }
        return isWanted
    }

    /// Watches the folder of a file that is to come, or the nearest folder above that there is.
    package func wait(for file: String) {
        forget()
        var folder = file[...]
        while watch < 0, let slash = folder.lastIndex(of: "/") {
            name = String(folder[folder.index(after: slash)...])
            folder = folder[..<slash]
            watch = inotify_add_watch(descriptor, folder.isEmpty ? "/" : String(folder), FolderEvent.watched)
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
