import SystemSupport

/// Tells a loop when a file that is to come has been made, or a folder on the way to it. All members are used on the
/// loop's thread.
package final class FolderWatch {
    private let loop: EventLoop
    private let events: FolderEvents
    private var watch: CInt?
    private var isOpen = true
    /// The name that is to be made in the folder that is watched.
    private var name = ""
    /// Called when it has been made, or the folder is gone.
    package var whenChanged: () -> Void = {}

    /// Begins without a folder.
    ///
    /// - Returns: Nil if the process may open no more files, or the kernel cannot watch one more.
    package init?(on loop: EventLoop) {
        self.loop = loop
        guard let events = FolderEvents() else { return nil }
        self.events = events
        do {
            try loop.watch(events.descriptor) { [unowned self] _ in
                if events.read().contains(where: { $0.isGone || $0.name == self.name }) { self.whenChanged() }
            }
        } catch {
            return nil
        }
    }

    deinit { close() }

    /// Watches the folder of a file that is to come, or the nearest folder above that there is.
    package func wait(for file: String) {
        forget()
        var folder = file[...]
        while watch == nil, let slash = folder.lastIndex(of: "/") {
            name = String(folder[folder.index(after: slash)...])
            folder = folder[..<slash]
            watch = events.watch(folder.isEmpty ? "/" : String(folder))
        }
    }

    /// Watches no folder any more.
    package func forget() {
        if let watch { events.forget(watch) }
        watch = nil
    }

    /// Calls no closure any more.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        loop.forget(events.descriptor)
    }
}
