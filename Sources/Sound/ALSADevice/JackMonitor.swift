import CALSA
import CLinux
import Glibc
import Synchronization
public import SystemSupport

/// Reports sound cards and jacks that are plugged in and pulled out.
///
/// Call `start` and `stop` from one thread at a time.
public final class JackMonitor: @unchecked Sendable {
    /// A sound card.
    public struct Card: Hashable, Sendable {
        public let number: Int
        /// Its short name, which is in the names of its PCMs.
        public let id: String
        public let driver: String
        public let name: String
    }

    /// A jack of a card.
    public struct Jack: Hashable, Sendable {
        public let card: Card
        /// The control's name, such as `Headphone Jack`.
        public let control: String
        /// Distinguishes controls with the same name on a card.
        public let index: Int
    }

    /// A change of cards and jacks.
    public enum JackEvent: Hashable, Sendable {
        /// A card has appeared. Events for its jacks follow.
        case cardAppeared(Card)
        /// A card is gone. Events for its jacks came before.
        case cardGone(Card)
        case plugged(Jack)
        case unplugged(Jack)
    }

    private let source: CardSource
    private var thread: WatchThread?

    /// Creates a monitor of this machine's cards.
    public convenience init() { self.init(source: .system()) }

    package init(source: CardSource) { self.source = source }

    /// Starts watching. Has no effect while watching.
    ///
    /// - Parameter receive: Called on the monitor's thread, first with every present card and plugged jack, then with
    ///   each change. Phantom jacks are not reported.
    /// - Throws: `Shortage` if no thread can be created.
    public func start(_ receive: @escaping @Sendable (JackEvent) -> Void) throws(Shortage) {
        guard thread == nil else { return }
        let source = source
        thread = try WatchThread { stopping in
            var watch = JackWatch(source: source, receive: receive)
            watch.run(until: stopping)
        }
    }

    /// Ends the watch and waits for the last call. Do not call from within its closure.
    public func stop() { thread = nil }
}

package struct CardSource: Sendable {
    /// The numbers of the cards that are there.
    package let cards: @Sendable () -> [Int]
    /// Opens a card's control interface, which the caller closes, or nil if that is not possible now.
    package let open: @Sendable (Int) -> OpaquePointer?
    /// A descriptor that is readable when the cards may have changed, or -1 if the system reports no changes.
    package let changes: CInt
    /// Resets `changes`.
    package let clear: @Sendable () -> Void

    /// The machine's cards. The nodes in `/dev/snd` appear and disappear with them, and change when udev sets their
    /// group.
    static func system() -> CardSource {
        let events = FolderEvents()
        events?.watch("/dev", for: UInt32(IN_CREATE))
        // The folder may not exist yet.
        @Sendable func follow() { events?.watch("/dev/snd", for: UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB)) }
        follow()
        return CardSource(
            cards: { ControlHandle.cards }, open: { ControlHandle.open("hw:\($0)") },
            changes: events?.descriptor ?? -1,
            clear: {
                events?.read()
                follow()
            })
    }
}

/// The state of the monitor's thread.
private struct JackWatch {
    private struct Watched {
        let card: JackMonitor.Card
        let control: ControlHandle
        var plugged: [JackMonitor.Jack] = []
    }

    let source: CardSource
    let receive: @Sendable (JackMonitor.JackEvent) -> Void
    private var watched: [Watched] = []
    /// Whether a card has no name yet. No event reports the name, so the monitor polls.
    private var isSettling = false
    private static let settlingInMilliseconds: CInt = 20

    init(source: CardSource, receive: @escaping @Sendable (JackMonitor.JackEvent) -> Void) {
        self.source = source
        self.receive = receive
    }

    mutating func run(until stopping: WakeSignal) {
        findCards()
        while true {
            var entries = [
                pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: source.changes, events: Int16(POLLIN), revents: 0),
            ]
            let spans = watched.map { watched in
                let first = entries.count
                entries += watched.control.descriptors
                return first..<entries.count
            }
            let patience = isSettling ? Self.settlingInMilliseconds : -1
            guard poll(&entries, nfds_t(entries.count), patience) >= 0 || errno == EINTR else { return }
            if entries[0].revents != 0 { return }
            for (index, span) in spans.enumerated().reversed() where entries[span].contains(where: { $0.revents != 0 })
            {
                follow(index)
            }
            if entries[1].revents != 0 { source.clear() }
            if entries[1].revents != 0 || isSettling { findCards() }
        }
    }

    private mutating func findCards() {
        isSettling = false
        let numbers = source.cards()
        for index in watched.indices.reversed() where !numbers.contains(watched[index].card.number) { lose(index) }
        for number in numbers where !watched.contains(where: { $0.card.number == number }) {
            guard let handle = source.open(number) else { continue }
            let control = ControlHandle(adopting: handle)
            guard control.subscribe(), let info = control.info else { continue }
            // The kernel creates a card's nodes before its name.
            guard !info.id.isEmpty else {
                isSettling = true
                continue
            }
            let card = JackMonitor.Card(number: number, id: info.id, driver: info.driver, name: info.name)
            watched.append(Watched(card: card, control: control))
            receive(.cardAppeared(card))
            readJacks(watched.count - 1)
        }
    }

    private mutating func follow(_ index: Int) {
        switch watched[index].control.drainEvents() {
        case nil: lose(index)
        case true?: readJacks(index)
        case false?: break
        }
    }

    private mutating func readJacks(_ index: Int) {
        guard let jacks = watched[index].control.jacks else { return lose(index) }
        let card = watched[index].card
        let now = jacks.filter { $0.isPlugged && !$0.isPhantom }.map {
            JackMonitor.Jack(card: card, control: $0.control, index: $0.index)
        }
        let before = watched[index].plugged
        watched[index].plugged = now
        // Report unplugged jacks first, so that nothing sounds on an unexpected output.
        for jack in before where !now.contains(jack) { receive(.unplugged(jack)) }
        for jack in now where !before.contains(jack) { receive(.plugged(jack)) }
    }

    private mutating func lose(_ index: Int) {
        let lost = watched.remove(at: index)
        for jack in lost.plugged { receive(.unplugged(jack)) }
        receive(.cardGone(lost.card))
    }
}
