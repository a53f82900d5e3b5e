import SystemSupport

/// Notifies a loop when a file, or a folder on its path, has been created. Loop's thread only.
package final class FolderWatch {
    private let loop: EventLoop
    private let events: FolderEvents
    private var watch: CInt?
    private var isOpen = true
    private var name = ""
    /// Called when it has been created, or the folder is gone.
    package var whenChanged: () -> Void = {}

    /// Creates an instance without folders.
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

    /// Watches the folder in which the file will appear, or its nearest existing parent.
    package func wait(for file: String) {
        forget()
        var folder = file[...]
        while watch == nil, let slash = folder.lastIndex(of: "/") {
            name = String(folder[folder.index(after: slash)...])
            folder = folder[..<slash]
            watch = events.watch(folder.isEmpty ? "/" : String(folder))
        }
    }

    package func forget() {
        if let watch { events.forget(watch) }
        watch = nil
    }

    /// Ends all callbacks.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        loop.forget(events.descriptor)
    }
}
