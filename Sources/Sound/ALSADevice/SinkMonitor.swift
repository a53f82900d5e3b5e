import CALSA
import Glibc
import Synchronization
public import SystemSupport

/// Tells when devices of a sound server appear and go that have neither a card nor a jack of their own, such as a
/// Bluetooth headset in PulseAudio or PipeWire.
///
/// Whether a device is there is asked through ALSA's plug-in for the server: a control device that is opened for a name
/// that no device has offers volumes without channels. When to ask, the server tells. `start` and `stop` are for one thread at a
/// time.
public final class SinkMonitor: @unchecked Sendable {
    /// A change of a device, by its name.
    public enum SinkEvent: Hashable, Sendable {
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
    /// - Throws: `Shortage` if there is no thread to be had.
    public func start(_ receive: @escaping @Sendable (SinkEvent) -> Void) throws(Shortage) {
        guard thread == nil, !names.isEmpty else { return }
        let (names, source) = (names, source)
        thread = try WatchThread { stopping in
            var watch = SinkWatch(names: names, source: source, receive: receive)
            watch.run(until: stopping)
        }
    }

    /// Ends the watch and waits until nothing more is told. Not to be called by what `start` was given.
    public func stop() {
        thread?.stop()
        thread = nil
    }
}

/// News of a server that a device has come or gone, for one thread.
package protocol SinkNews: AnyObject {
    /// Readable while there are some, and once the server has ended.
    var descriptor: CInt { get }
    /// Reads the news that wait; false once the server has ended.
    func read() -> Bool
}

/// The source of a monitor's devices.
package struct SinkSource: Sendable {
    /// Whether a server has the device of this name.
    package let isPresent: @Sendable (String) -> Bool
    /// Asks for news from now on; nil where no server gives any.
    package let subscribe: @Sendable () -> (any SinkNews)?
    /// The interval of looks for a server, and for devices, while no server gives news.
    package let retryInMilliseconds: CInt

    /// Creates a source.
    package init(
        isPresent: @escaping @Sendable (String) -> Bool, subscribe: @escaping @Sendable () -> (any SinkNews)?,
        retryInMilliseconds: CInt
    ) {
        (self.isPresent, self.subscribe, self.retryInMilliseconds) = (isPresent, subscribe, retryInMilliseconds)
    }

    /// The servers that ALSA's configuration knows.
    static func system() -> SinkSource {
        SinkSource(
            isPresent: { name in
                guard let control = ControlHandle(name) else { return false }
                return ["Master Playback Volume", "Capture Volume"].contains { control.channels(of: $0) > 0 }
            }, subscribe: { PulseNews() }, retryInMilliseconds: 5000)
    }
}

/// The state of the monitor's thread.
private struct SinkWatch {
    private let source: SinkSource
    private let receive: @Sendable (SinkMonitor.SinkEvent) -> Void
    private var devices: [(name: String, isPresent: Bool)]

    init(names: [String], source: SinkSource, receive: @escaping @Sendable (SinkMonitor.SinkEvent) -> Void) {
        self.source = source
        self.receive = receive
        devices = names.map { ($0, false) }
    }

    mutating func run(until stopping: WakeSignal) {
        var news: (any SinkNews)?
        while true {
            // Listened first, lest something happens between the look and the wait.
            if news == nil { news = source.subscribe() }
            look()
            var entries = [
                pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: news?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let patience = news == nil ? source.retryInMilliseconds : -1
            guard poll(&entries, nfds_t(entries.count), patience) >= 0 || errno == EINTR else { return }
            if entries[0].revents != 0 { return }
            if entries[1].revents != 0, news?.read() == false { news = nil }
        }
    }

    private mutating func look() {
        let now = devices.map { source.isPresent($0.name) }
        // What is gone is told first: nothing may sound where the person does not expect it.
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
