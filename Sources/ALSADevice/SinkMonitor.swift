import CALSA
import Glibc
import Synchronization

/// Tells when devices of a sound server appear and go that have neither a card nor a jack of their own, such as a
/// Bluetooth headset in PulseAudio or PipeWire.
///
/// Asks through ALSA's plug-in for the server: a control device that is opened for a name nobody has offers volumes
/// without channels. The plug-in tells by itself when a device appears, and when the server chooses another default,
/// as it does when the default goes. That any other goes it does not tell; so while there is one, it is looked for once
/// a second. `start` and `stop` are for one thread at a time.
public final class SinkMonitor: @unchecked Sendable {
    /// What has happened to a device, by its name.
    public enum Event: Hashable, Sendable {
        /// The server has it now.
        case appeared(String)
        /// The server has it no longer, or has ended itself.
        case gone(String)
    }

    /// The devices that are watched.
    public let names: [String]
    private let source: SinkSource
    private var thread: WatchThread?

    /// Creates a monitor.
    ///
    /// - Parameter names: Devices as they are opened by, such as `pulse:bluez_sink.00_11_22`. None needs to exist.
    public convenience init(_ names: [String]) { self.init(names, source: .system()) }

    /// Creates a monitor of what `source` has.
    package init(_ names: [String], source: SinkSource) {
        self.names = names
        self.source = source
    }

    deinit { stop() }

    /// Whether a sound server has a device now. Not to be called from a real-time thread.
    ///
    /// - Parameter name: As it is opened by.
    public static func isPresent(_ name: String) -> Bool { SinkSource.system().isPresent(name) }

    /// Begins to watch. Does nothing while watching, or where there are no names.
    ///
    /// - Parameter receive: Called on a thread of the monitor's own, first with every device that is there, then with
    ///   whatever changes.
    /// - Throws: `ALSAError` if there is no thread to be had.
    public func start(_ receive: @escaping @Sendable (Event) -> Void) throws(ALSAError) {
        guard thread == nil, !names.isEmpty else { return }
        let (names, source) = (names, source)
        let started = WatchThread { stopping in
            var watch = SinkWatch(names: names, source: source, receive: receive)
            watch.run(until: stopping)
        }
        guard let started else { throw ALSAError(.start, pcm: names[0], code: errno, kind: .system) }
        thread = started
    }

    /// Ends the watch and waits until nothing more is told. Not to be called by what `start` was given.
    public func stop() {
        thread?.stop()
        thread = nil
    }
}

/// Where a monitor finds devices of servers.
package struct SinkSource: Sendable {
    /// Whether a server has the device of this name.
    package let isPresent: @Sendable (String) -> Bool
    /// Opens the control interface of a device, or of a server's default; whoever asks closes it. Nil where no server
    /// answers.
    package let open: @Sendable (String) -> OpaquePointer?
    /// How often to look for a device that is there, and whether a server has come that was not.
    package let interval: (present: CInt, withoutServer: CInt)

    /// Creates a source; intervals are in milliseconds.
    package init(
        isPresent: @escaping @Sendable (String) -> Bool, open: @escaping @Sendable (String) -> OpaquePointer?,
        interval: (present: CInt, withoutServer: CInt)
    ) {
        (self.isPresent, self.open, self.interval) = (isPresent, open, interval)
    }

    /// The servers that ALSA's configuration knows.
    static func system() -> SinkSource {
        let open: @Sendable (String) -> OpaquePointer? = { name in
            var handle: OpaquePointer?
            return alsa.snd_ctl_open(&handle, name, CInt(SND_CTL_NONBLOCK)) >= 0 ? handle : nil
        }
        return SinkSource(
            isPresent: { name in
                guard let handle = open(name) else { return false }
                let control = ControlHandle(adopting: handle)
                return ["Master Playback Volume", "Capture Volume"].contains { control.channels(of: $0) > 0 }
            }, open: open, interval: (present: 1000, withoutServer: 5000))
    }
}

/// What the monitor's thread knows and does.
private struct SinkWatch {
    /// A handle that wakes us, reopened where its server has ended.
    private struct Bell {
        let name: String
        var control: ControlHandle?

        mutating func hang(from source: SinkSource) {
            guard control == nil, let handle = source.open(name) else { return }
            let opened = ControlHandle(adopting: handle)
            if opened.subscribe() { control = opened }
        }
    }

    private let source: SinkSource
    private let receive: @Sendable (SinkMonitor.Event) -> Void
    private var devices: [(name: String, isPresent: Bool)]
    private var bells: [Bell]

    init(names: [String], source: SinkSource, receive: @escaping @Sendable (SinkMonitor.Event) -> Void) {
        self.source = source
        self.receive = receive
        devices = names.map { ($0, false) }
        // A device's own handle tells that it appears, its server's that the default has changed.
        let servers = names.map { String($0.prefix { $0 != ":" }) }
        bells = (names + servers).reduce(into: []) { bells, name in
            if !bells.contains(where: { $0.name == name }) { bells.append(Bell(name: name)) }
        }
    }

    mutating func run(until stopping: Signal) {
        while true {
            // Listened first, lest something happens between the look and the wait.
            for index in bells.indices { bells[index].hang(from: source) }
            look()
            var entries = [pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0)]
            let spans = bells.map { bell in
                let first = entries.count
                entries += bell.control?.descriptors ?? []
                return first..<entries.count
            }
            guard poll(&entries, nfds_t(entries.count), patience) >= 0 || errno == EINTR else { return }
            if entries[0].revents != 0 { return }
            for (index, span) in spans.enumerated() where entries[span].contains(where: { $0.revents != 0 }) {
                // A server that has ended answers every look with a failure.
                if bells[index].control?.drainEvents() == nil { bells[index].control = nil }
            }
        }
    }

    /// For ever while every server is there to tell, and nothing that could go untold.
    private var patience: CInt {
        if devices.contains(where: \.isPresent) { return source.interval.present }
        return bells.contains { $0.control == nil } ? source.interval.withoutServer : -1
    }

    private mutating func look() {
        let now = devices.map { source.isPresent($0.name) }
        // What is gone is told first: nothing may sound where nobody expects it.
        for (index, isPresent) in now.enumerated() where devices[index].isPresent && !isPresent {
            devices[index].isPresent = false
            receive(.gone(devices[index].name))
        }
        for (index, isPresent) in now.enumerated() where !devices[index].isPresent && isPresent {
            devices[index].isPresent = true
            receive(.appeared(devices[index].name))
        }
    }
}
