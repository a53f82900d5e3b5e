import CALSA
import CPacedCard
import Glibc
import Synchronization
import Testing

@testable import ALSADevice

/// Nothing that watches wakes up while nothing happens, and nothing that has ended leaves a thread behind.
@Suite(.timeLimit(.minutes(5))) struct IdleTests {
    /// Waits until a thread of this process sleeps in a `poll` that nothing but an event ends.
    ///
    /// The call as the kernel shows it: its number, then its arguments; the third of `poll` is its longest wait.
    private func sleepsForGood(_ thread: Int32) -> Bool {
        soon {
            var line = [CChar](repeating: 0, count: 256)
            guard let file = fopen("/proc/self/task/\(thread)/syscall", "r") else { return false }
            fgets(&line, 255, file)
            fclose(file)
            let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                .split(separator: " ")
            #if arch(x86_64)
                let patience = words.count > 3 ? UInt64(hex: words[3]) : 0
                let isForGood = words.first == "7" && patience & 0xFFFF_FFFF == 0xFFFF_FFFF
            #else
                // `ppoll`: no time at all is forever.
                let isForGood = words.first == "73" && words.count > 3 && UInt64(hex: words[3]) == 0
            #endif
            return isForGood
        }
    }

    private func exists(_ thread: Int32) -> Bool { access("/proc/self/task/\(thread)", F_OK) == 0 }

    /// Whether a thread that has been joined disappears; the kernel tidies up a moment later.
    private func isGone(_ thread: Int32) -> Bool { soon { !exists(thread) } }

    @Test("The jack monitor sleeps")
    func theJackMonitorSleeps() throws {
        let card = TestControls()
        let number = Atomic<Int32>(0)
        let jack = card.addJack("Headphone Jack")
        card.turn(jack, to: 1)
        let monitor = JackMonitor(
            source: CardSource(cards: { [0] }, open: { _ in card.open() }, changes: -1, clear: {}))
        try monitor.start { _ in number.store(RealTimeThread.current, ordering: .releasing) }
        #expect(soon { number.load(ordering: .acquiring) != 0 })
        #expect(sleepsForGood(number.load(ordering: .acquiring)))
        monitor.stop()
        #expect(isGone(number.load(ordering: .acquiring)))
    }

    @Test("The watcher of the volume sleeps")
    func theVolumesWatcherSleeps() throws {
        let card = TestControls()
        let control = card.addVolume("Master Playback Volume")
        let volume = try HardwareVolume(adopting: #require(card.open()))
        let number = Atomic<Int32>(0)
        try volume.watch { _ in number.store(RealTimeThread.current, ordering: .releasing) }
        card.turn(control, to: 30)
        #expect(soon { number.load(ordering: .acquiring) != 0 })
        #expect(sleepsForGood(number.load(ordering: .acquiring)))
        volume.stopWatching()
        #expect(isGone(number.load(ordering: .acquiring)))
    }

    /// Whether its device is there or not.
    @Test("The sink monitor sleeps", arguments: [true, false])
    func theSinkMonitorSleeps(isPresent: Bool) throws {
        let subscriptions = Atomic(0)
        let number = Atomic<Int32>(0)
        let looks = Atomic(0)
        let source = SinkSource(
            isPresent: { _ in
                number.store(RealTimeThread.current, ordering: .releasing)
                looks.add(1, ordering: .relaxed)
                return isPresent
            },
            subscribe: {
                subscriptions.add(1, ordering: .relaxed)
                return TestNews()
            }, retryInMilliseconds: 1)
        let monitor = SinkMonitor(["pulse:x"], source: source)
        try monitor.start { _ in }
        #expect(soon { looks.load(ordering: .relaxed) > 0 })
        #expect(sleepsForGood(number.load(ordering: .acquiring)))
        #expect(looks.load(ordering: .relaxed) == 1)
        #expect(subscriptions.load(ordering: .relaxed) == 1)
        monitor.stop()
        #expect(isGone(number.load(ordering: .acquiring)))
    }

    @Test("An output leaves no thread behind")
    func anOutputLeavesNoThread() throws {
        let card = try TestCard()
        let number = Atomic<Int32>(0)
        let source = WitnessedSource { _ in number.store(RealTimeThread.current, ordering: .releasing) }
        for round in 1...3 {
            try card.output.start(source.renderer)
            #expect(card.wait(256 * round))
            let thread = number.load(ordering: .acquiring)
            #expect(exists(thread))
            card.output.stop(.drop)
            #expect(isGone(thread))
        }
    }
}

extension UInt64 {
    /// A number as the kernel writes addresses; zero where it is none.
    fileprivate init(hex text: Substring) { self = UInt64(text.dropFirst(2), radix: 16) ?? 0 }
}
