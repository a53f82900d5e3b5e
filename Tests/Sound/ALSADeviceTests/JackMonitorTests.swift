import CPacedCard
import Glibc
import Synchronization
import Testing

@testable import ALSADevice

/// A machine whose cards come and go as the test says.
private final class TestCards: Sendable {
    private let cards = Mutex<[Int: TestControls]>([:])
    private let ends: (read: CInt, write: CInt)

    init() {
        var pipes: [CInt] = [-1, -1]
        pipe(&pipes)
        _ = fcntl(pipes[0], F_SETFL, O_NONBLOCK)
        ends = (pipes[0], pipes[1])
    }

    deinit {
        close(ends.read)
        close(ends.write)
    }

    var source: CardSource {
        CardSource(
            cards: { self.cards.withLock { $0.keys.sorted() } },
            open: { number in self.cards.withLock { $0[number]?.open() } },
            changes: ends.read,
            clear: {
                var byte: UInt8 = 0
                while read(self.ends.read, &byte, 1) == 1 {}
            })
    }

    func insert(_ card: TestControls, at number: Int) {
        replace(number, by: card)
        announce()
    }

    /// Replaces a card without telling the monitor.
    func replace(_ number: Int, by card: TestControls) { cards.withLock { $0[number] = card } }

    func remove(_ number: Int) {
        cards.withLock { $0[number] = nil }
        announce()
    }

    /// Announces a change, as the folder of device nodes does.
    func announce() {
        var byte: UInt8 = 1
        write(ends.write, &byte, 1)
    }
}

@Suite(.timeLimit(.minutes(5))) struct JackMonitorTests {
    private typealias Events = Told<JackMonitor.JackEvent>

    private func watch(_ cards: TestCards) throws -> (JackMonitor, Events) {
        let monitor = JackMonitor(source: cards.source)
        let told = Events()
        try monitor.start { [continuation = told.continuation] in continuation.yield($0) }
        return (monitor, told)
    }

    /// The event in short: its kind, and its card or jack.
    private func next(_ told: Events) async -> String {
        switch await told.next() {
        case .cardAppeared(let card): "appeared \(card.number) \(card.id)"
        case .cardGone(let card): "gone \(card.number) \(card.id)"
        case .plugged(let jack): "plugged \(jack.control)"
        case .unplugged(let jack): "unplugged \(jack.control)"
        case nil: "nothing"
        }
    }

    @Test("What is there is told first")
    func whatIsThereIsToldFirst() async throws {
        let cards = TestCards()
        let card = TestControls()
        card.turn(card.addJack("Headphone Jack"), to: 1)
        card.turn(card.addJack("Speaker Phantom Jack"), to: 1)
        card.turn(card.addSwitch("Master Playback Switch"), to: 1)
        _ = card.addJack("Mic Jack")
        cards.insert(card, at: 0)
        let (monitor, told) = try watch(cards)
        #expect(await next(told) == "appeared 0 Paced")
        #expect(await next(told) == "plugged Headphone Jack")
        monitor.stop()
        told.continuation.finish()
        #expect(await next(told) == "nothing")
    }

    @Test("A plug is followed in and out")
    func aPlugIsFollowedInAndOut() async throws {
        let cards = TestCards()
        let card = TestControls()
        let headphones = card.addJack("Front Headphone Jack")
        let volume = card.addVolume("Master Playback Volume")
        cards.insert(card, at: 0)
        let (monitor, told) = try watch(cards)
        #expect(await next(told) == "appeared 0 Paced")
        for _ in 1...3 {
            card.turn(headphones, to: 1)
            #expect(await next(told) == "plugged Front Headphone Jack")
            // A control that is no jack.
            card.turn(volume, to: 10)
            card.turn(headphones, to: 0)
            #expect(await next(told) == "unplugged Front Headphone Jack")
        }
        monitor.stop()
    }

    @Test("A jack that appears later is followed")
    func laterJack() async throws {
        let cards = TestCards()
        let card = TestControls()
        cards.insert(card, at: 3)
        let (monitor, told) = try watch(cards)
        #expect(await next(told) == "appeared 3 Paced")
        let hdmi = card.addJack("HDMI/DP,pcm=3 Jack")
        card.turn(hdmi, to: 1)
        #expect(await next(told) == "plugged HDMI/DP,pcm=3 Jack")
        monitor.stop()
    }

    @Test("A card that is pulled out takes its jacks along")
    func pulledCard() async throws {
        let cards = TestCards()
        let built = TestControls(card: 0, id: "Built")
        cards.insert(built, at: 0)
        let (monitor, told) = try watch(cards)
        #expect(await next(told) == "appeared 0 Built")
        let headset = TestControls(card: 1, id: "Headset")
        headset.turn(headset.addJack("Headset Mic Jack"), to: 1)
        cards.insert(headset, at: 1)
        #expect(await next(told) == "appeared 1 Headset")
        #expect(await next(told) == "plugged Headset Mic Jack")
        // Its controls fail before its node is gone.
        headset.disconnect()
        #expect(await next(told) == "unplugged Headset Mic Jack")
        #expect(await next(told) == "gone 1 Headset")
        cards.remove(1)
        let again = TestControls(card: 1, id: "Again")
        cards.insert(again, at: 1)
        #expect(await next(told) == "appeared 1 Again")
        // Its node is gone before its controls fail.
        cards.remove(1)
        #expect(await next(told) == "gone 1 Again")
        monitor.stop()
        withExtendedLifetime(again) {}
    }

    @Test("A card that may not be opened yet is tried again")
    func closedCard() async throws {
        let cards = TestCards()
        let card = TestControls()
        card.disconnect()
        cards.insert(card, at: 0)
        let (monitor, told) = try watch(cards)
        let ready = TestControls(id: "Ready")
        cards.insert(ready, at: 0)
        #expect(await next(told) == "appeared 0 Ready")
        monitor.stop()
    }

    /// The kernel names a card only after its nodes have appeared, and says nothing when it does.
    @Test("A card is told once it has its name")
    func aCardIsToldOnceItHasItsName() async throws {
        let cards = TestCards()
        cards.insert(TestControls(id: ""), at: 1)
        let (monitor, told) = try watch(cards)
        cards.replace(1, by: TestControls(id: "Named"))
        #expect(await next(told) == "appeared 1 Named")
        monitor.stop()
    }

    /// The machine's own cards, if it has any: stopping needs no event.
    @Test("The system's cards are those of the kernel")
    func kernelCards() throws {
        var kernels: Set<Int> = []
        if let folder = opendir("/proc/asound") {
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name.hasPrefix("card"), let number = Int(name.dropFirst(4)) { kernels.insert(number) }
            }
        }
        let source = CardSource.system()
        #expect(Set(source.cards()) == kernels)
        source.clear()
    }
}
