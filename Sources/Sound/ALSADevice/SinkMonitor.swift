import CALSA
import Glibc
import Synchronization
public import SystemSupport

/// Reports sound-server devices without a card or jack that appear and disappear, such as a Bluetooth headset in
/// PulseAudio or PipeWire.
///
/// ALSA's plug-in for the server shows whether a device exists: a control opened for a missing device has no channels.
/// The server's notifications say when to check. Call `start` and `stop` from one thread at a time.
public final class SinkMonitor: @unchecked Sendable {
    /// A change of a device, by its name.
    public enum SinkEvent: Hashable, Sendable {
        /// The server has it now.
        case appeared(String)
        /// The server no longer has it, or has ended.
        case gone(String)
    }

    /// The devices that are watched.
    public let names: [String]
    private let source: SinkSource
    private var thread: WatchThread?

    /// Creates a monitor.
    ///
    /// - Parameter names: PCM names, such as `pulse:bluez_sink.00_11_22`. They need not exist.
    public convenience init(_ names: [String]) { self.init(names, source: .system()) }

    package init(_ names: [String], source: SinkSource) {
        self.names = names
        self.source = source
    }

    /// Whether a sound server has a device now. Do not call from a real-time thread.
    ///
    /// - Parameter name: The PCM's name.
    public static func isPresent(_ name: String) -> Bool { SinkSource.system().isPresent(name) }

    /// Starts watching. Has no effect while watching or without names.
    ///
    /// - Parameter receive: Called on the monitor's thread, first with every present device, then with each change.
    /// - Throws: `Shortage` if no thread can be created.
    public func start(_ receive: @escaping @Sendable (SinkEvent) -> Void) throws(Shortage) {
        guard thread == nil, !names.isEmpty else { return }
        let (names, source) = (names, source)
        thread = try WatchThread { stopping in
            var watch = SinkWatch(names: names, source: source, receive: receive)
            watch.run(until: stopping)
        }
    }

    /// Ends the watch and waits for the last call. Do not call from within its closure.
    public func stop() { thread = nil }
}

/// Notifications from a server about its devices, for one thread.
package protocol SinkNews: AnyObject {
    /// Readable while notifications are pending, and once the server has ended.
    var descriptor: CInt { get }
    /// Reads pending notifications. Returns false once the server has ended.
    func read() -> Bool
}

package struct SinkSource: Sendable {
    /// Whether a server has the device of this name.
    package let isPresent: @Sendable (String) -> Bool
    /// Subscribes to notifications; nil if no server offers any.
    package let subscribe: @Sendable () -> (any SinkNews)?
    /// The polling interval while no server sends notifications.
    package let retryInMilliseconds: CInt

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
            // Subscribe first, so that no change is missed between the check and the wait.
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
        // Report removed devices first, so that nothing sounds on an unexpected output.
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
