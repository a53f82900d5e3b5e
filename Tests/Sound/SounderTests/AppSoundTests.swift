import Glibc
import Mixer
import SessionPolicy
import Synchronization
import Testing

@testable import Sounder

/// An app and its own sounds, heard sample by sample.
struct AppSoundTests {
    /// A cut, and what it fades in and out over.
    private static let fade = 480

    @Test("A sound is heard from its first frame to its last")
    func allFrames() throws {
        let phone = try SoundPhone()
        _ = try phone.add(SoundPhone.counting(4_800))
        phone.play(lasts: 0.1)
        phone.pass(200)
        let heard = phone.left.dropFirst(SoundPhone.latency)
        #expect(heard.prefix(4_800).map { phone.place($0) } == Array(0..<4_800))
        #expect(heard.dropFirst(4_800).allSatisfy { $0 == 0 })
    }

    @Test("The end of a sound of unknown length is told")
    func unknownLength() throws {
        let phone = try SoundPhone()
        _ = try phone.add(SoundPhone.counting(4_800))
        phone.play()
        phone.pass(90)
        #expect(phone.facts.isEmpty)
        phone.pass(60)
        #expect(phone.facts == [.ended(SceneName(.sound, app: "app", sound: "song"))])
    }

    @Test("A sound goes round as often as wanted", arguments: [1, 3])
    func itGoesRoundAsOftenAsWanted(loops: Int) throws {
        let phone = try SoundPhone()
        let player = try phone.add(SoundPhone.counting(1_000))
        player.loops = loops
        phone.play()
        phone.pass(500)
        let heard = phone.left.compactMap { phone.place($0) }
        #expect(heard == (0...loops).flatMap { _ in Array(0..<1_000) })
        #expect(phone.facts.count == 1)
        #expect(player.position == 1_000.0 / 48_000)
    }

    @Test(
        "A sound with an end of its own is heard to that frame", arguments: ["samples", "a file", "a file in memory"])
    func itEndsWhereItIsToEnd(kind: String) throws {
        let phone = try SoundPhone()
        let player = try phone.add(
            kind == "samples" ? SoundPhone.counting(4_800) : try SoundPhone.countingFile(4_800))
        if kind == "a file in memory" { try player.prepare() }
        player.seek(to: 0.02)
        player.end = 0.05
        phone.play()
        // A file is read by another thread, which is waited for.
        while phone.facts.isEmpty { phone.pass(10) }
        phone.pass(10)
        #expect(phone.left.compactMap { phone.place($0) }.last == 2_399)
        #expect(phone.facts.last == .ended(SceneName(.sound, app: "app", sound: "song")))
        #expect(player.position == 0.05)
        player.loops = 1
        phone.stop()
        let before = phone.left.count
        player.seek(to: 0.09)
        phone.play()
        while phone.facts.count < 2 { phone.pass(10) }
        phone.pass(10)
        let last = phone.left.dropFirst(before).compactMap { phone.place($0) }.last
        #expect(last == 4_799, "a sound that repeats is whole")
    }

    @Test("A sound is placed while it runs and while it does not")
    func seeking() throws {
        let phone = try SoundPhone()
        let player = try phone.add(SoundPhone.counting(240_000))
        player.seek(to: 1)
        phone.play()
        phone.pass(100)
        #expect(phone.left.first { $0 != 0 }.flatMap { phone.place($0) } == 48_000)
        #expect(abs(player.position - 1.1) < 0.006)
        player.seek(to: 3)
        phone.pass(100)
        let last = try #require(phone.left.last.flatMap { phone.place($0) })
        #expect(last == 3 * 48_000 + 4_800 - SoundPhone.period - SoundPhone.latency - 1)
        phone.pause()
        phone.pass(100)
        player.seek(to: 2)
        phone.pass(20)
        #expect(player.position == 2)
        let count = phone.left.count
        phone.play()
        phone.pass(100)
        // The first frame of a fade is silent.
        let after = phone.left.dropFirst(count).drop { $0 == 0 }.dropFirst(Self.fade)
        #expect(after.first.flatMap { phone.place($0) } == 2 * 48_000 + 1 + Self.fade)
    }

    /// The voice that goes fades out as the one that comes fades in; the steps of the samples are bounded.
    @Test("No change clicks")
    func noChangeClicks() throws {
        let phone = try SoundPhone()
        let player = try phone.add(.samples([Float](repeating: 0.5, count: 480_000), channels: 1, rate: 48_000))
        phone.play()
        phone.pass(100)
        player.seek(to: 5)
        phone.pass(50)
        player.rate = 1.5
        phone.pass(50)
        player.pan = 1
        phone.pass(50)
        player.pan = -0.5
        phone.pass(50)
        let begin = SoundPhone.latency + 1
        for channel in [phone.left, phone.right] {
            let steps = zip(channel.dropFirst(begin), channel.dropFirst(begin + 1)).map { abs($1 - $0) }
            #expect(steps.max() ?? 1 < 0.004, "half a cosine over 480 frames of a level of 0.5")
        }
    }

    @Test("A sound plays as fast as wanted", arguments: [0.5, 1.25, 2, 4])
    func itPlaysAsFastAsWanted(rate: Double) throws {
        let phone = try SoundPhone()
        let player = try phone.add(SoundPhone.counting(48_000))
        player.rate = rate
        phone.play()
        phone.pass(100)
        #expect(abs(player.position - 0.1 * rate) < 0.006 * rate)
        let first = try #require(phone.left.firstIndex { $0 != 0 })
        let place = try #require(phone.place(phone.left[first + 4_000]))
        #expect(abs(Double(place) - 4_000 * rate) < 20)
        phone.pass(Int(1_000 / rate) - 120)
        #expect(phone.facts.isEmpty)
        phone.pass(60)
        #expect(phone.facts.count == 1, "it ends when it is over")
    }

    @Test("A sound is heard on the side that is wanted")
    func panning() throws {
        let phone = try SoundPhone()
        let player = try phone.add(.samples([Float](repeating: 0.5, count: 480_000), channels: 1, rate: 48_000))
        player.pan = -1
        phone.play()
        phone.pass(100)
        #expect(phone.left.last == 0.5 * phone.volume && phone.right.allSatisfy { $0 == 0 })
        player.pan = 0.25
        phone.pass(100)
        #expect(phone.left.last == 0.75 * 0.5 * phone.volume && phone.right.last == 0.5 * phone.volume)
        player.pan = 0
        phone.pass(100)
        #expect(phone.left.last == 0.5 * phone.volume && phone.right.last == 0.5 * phone.volume)
    }

    @Test("A sound begins at the moment that is wanted")
    func scheduledStart() throws {
        let phone = try SoundPhone()
        let (first, second) = (
            try phone.add(SoundPhone.counting(48_000)), try phone.add(SoundPhone.counting(48_000), "other")
        )
        phone.play()
        phone.pass(100)
        second.withHead { $0.begin(at: MachineTime(nanoseconds: phone.now + 200_000_000)) }
        phone.play("other")
        phone.pass(150)
        #expect(second.position == 0)
        phone.pass(150)
        withExtendedLifetime(first) {}
        // Both count up, so that their sum counts by two from where the second has begun.
        let heard = phone.left.dropFirst(SoundPhone.latency).map { ($0 / phone.volume * 0x1p22).rounded() }
        let begin = try #require(zip(heard, heard.dropFirst()).map { $1 - $0 }.firstIndex(of: 2))
        // The second's own first frame is a step of 2, too.
        #expect(begin + 1 == 14_400 + SoundPhone.period)
    }

    @Test("A change of the app's own level takes its time")
    func anOwnLevelTakesItsTime() throws {
        let phone = try SoundPhone()
        _ = try phone.add(.samples([Float](repeating: 0.5, count: 480_000), channels: 1, rate: 48_000))
        phone.play()
        phone.pass(100)
        let begin = phone.left.count
        phone.setGain(0.25, over: Length(seconds: 0.5))
        phone.pass(700)
        let heard = phone.left.dropFirst(begin + SoundPhone.latency + SoundPhone.period).map { $0 / phone.volume }
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(heard[23_990] > 0.125 && heard[24_000] == 0.125)
        #expect(abs(heard[12_000] - 0.25) < 0.001, "straight in decibels: half of the way is half of them")
    }

    @Test("The level of a sound is that of what is heard now")
    func metering() throws {
        let phone = try SoundPhone()
        let steps = (0..<48_000).map { Float($0 / 4_800 + 1) / 16 }
        let player = try phone.add(.samples(steps, channels: 1, rate: 48_000))
        player.pan = 0.5
        phone.play()
        #expect(player.level == .silence, "the first question lets it be measured")
        for step in 1...9 {
            phone.pass(100)
            let level = Float(step) / 16 * phone.volume
            let right = phone.right.suffix(2_048 + SoundPhone.latency).prefix(2_048).map { $0 }
            #expect(right.allSatisfy { $0 == level })
            #expect(abs(player.level.peak.y - level) < 1e-6 && abs(player.level.peak.x - level / 2) < 1e-6)
            #expect(abs(player.level.mean.y - level) < 1e-5)
        }
        phone.stop()
        phone.pass(100)
        #expect(player.level == .silence)
    }

    /// Frames that an app renders come from a thread of its own, which is waited for as often as it takes.
    @Test("What an app renders is heard frame by frame")
    func renderedSound() throws {
        let phone = try SoundPhone()
        let next = Atomic(0)
        let total = 20_000
        let render: SoundPlayer.Render = { samples, frames in
            let first = next.load(ordering: .relaxed)
            let count = min(frames, total - first)
            for index in 0..<count { samples[index] = Float(first + index + 1) * 0x1p-22 }
            next.store(first + count, ordering: .relaxed)
            return count
        }
        _ = try phone.add(.rendered(channels: 1, rate: 48_000, render: render))
        phone.play()
        while phone.facts.last != .ended(SceneName(.sound, app: "app", sound: "song")) { phone.pass(10) }
        // Frames that came late were faded around; the sound at full level is whole.
        let places = Set(phone.left.compactMap { phone.place($0) })
        #expect(places.contains(0) && places.contains(total - 1) || phone.sentences.count == 1)
    }

    @Test("What an app renders on the thread that advances time is heard from its first frame to its last")
    func renderedByHand() throws {
        let phone = try SoundPhone(rendersByHand: true)
        let next = Atomic(0)
        let (total, thread) = (20_000, pthread_self())
        _ = try phone.add(
            .rendered(channels: 1, rate: 48_000) { samples, frames in
                #expect(pthread_equal(pthread_self(), thread) != 0)
                let first = next.load(ordering: .relaxed)
                let count = min(frames, total - first)
                for index in 0..<count { samples[index] = Float(first + index + 1) * 0x1p-22 }
                next.store(first + count, ordering: .relaxed)
                return count
            })
        phone.play()
        #expect(next.load(ordering: .relaxed) == 0, "a start renders nothing, because it may hold locks")
        phone.pass(500)
        #expect(phone.left.compactMap { phone.place($0) } == Array(0..<total))
        #expect(phone.facts == [.ended(SceneName(.sound, app: "app", sound: "song"))])
    }

    /// The app stops rendering in the middle, for as long as the test likes.
    @Test("A sound that had to wait is told so, and is so much behind")
    func stall() throws {
        let phone = try SoundPhone()
        let next = Atomic(0)
        let isHeld = Atomic(true)
        let (first, total) = (9_600, 48_000)
        _ = try phone.add(
            .rendered(channels: 1, rate: 48_000) { samples, frames in
                let begin = next.load(ordering: .relaxed)
                while begin >= first, isHeld.load(ordering: .acquiring) { sched_yield() }
                let count = min(frames, (begin < first ? first : total) - begin)
                for index in 0..<count { samples[index] = Float(begin + index + 1) * 0x1p-22 }
                next.store(begin + count, ordering: .relaxed)
                return count
            })
        phone.play()
        // What there is has been heard once a longer piece than that has passed.
        while next.load(ordering: .relaxed) < first { phone.pass(10) }
        phone.pass(1_000)
        isHeld.store(false, ordering: .releasing)
        while phone.facts.last != .ended(SceneName(.sound, app: "app", sound: "song")) { phone.pass(10) }
        var waited: Int64 = 0
        for case .stalled(_, let length) in phone.facts { waited += length.nanoseconds }
        #expect(waited > 700_000_000)
        let passed = Double(phone.now - 1_000_000_000) / 1e9
        #expect(passed > 1 + Double(waited) / 1e9 - 0.1)
    }
}
