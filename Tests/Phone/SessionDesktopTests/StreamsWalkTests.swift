import Randomness
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDesktop

/// Streams, people, ducks, calls, and hosts and servers that are killed, in an order that a seed draws.
@Suite(.timeLimit(.minutes(5))) struct StreamsWalkTests {
    private let scratch = Scratch()

    /// The volume that a person has set last, for each stream and for the next one of each name: what a server without
    /// a host would show.
    private struct Wishes {
        var streams: [UInt32: VolumeSetting] = [:]
        var names: [String: VolumeSetting] = [:]
        /// The moments at which the person has moved streams: in a duck they are lowered no more.
        var moved: [UInt32: Int64] = [:]
        /// The moments at which the streams began.
        var begins: [UInt32: Int64] = [:]
    }

    struct Victims: OptionSet {
        static let hosts = Self(rawValue: 1)
        static let servers = Self(rawValue: 2)
        static let stories: [(most: Int, killed: Self)] = [1, 3, 12].flatMap { most in
            [.hosts, .servers, [.hosts, .servers]].map { (most, $0) }
        }

        let rawValue: Int
    }

    /// A world with its hosts, the one that lives and those that were killed.
    private final class Story {
        var dice: SplitMix
        let server = TestServer()
        let journal: String
        let most: Int
        var bench: StreamsBench
        var wishes = Wishes()
        var ducks: [() -> Void] = []
        var lastIndex: UInt32 = 0
        /// The time at which the first of the ducks began, in nanoseconds.
        var duckBegan: Int64?
        var isRinging = false

        init(seed: UInt64, most: Int, journal: String) throws {
            (dice, self.most, self.journal) = (SplitMix(seed: seed), most, journal)
            server.transit = dice.pick([20_000, 300_000, 3_000_000])
            server.keeps = dice.chance(80)
            bench = try StreamsBench(server: server, journal: journal)
        }

        /// A volume without a host's mark: the next stream of a program that begins with one is taken for lowered.
        func volume() -> UInt32 {
            while true {
                let volume = UInt32.random(in: 20_000...65_536, using: &dice)
                if VolumeMark(of: [volume]) == nil { return volume }
            }
        }

        func start() {
            lastIndex += 1
            let name = "p\(Int.random(in: 0..<max(1, most / 3), using: &dice))"
            let isExplicit = dice.chance(20)
            let kept = server.keeps ? wishes.names[name] : nil
            let asked = volume()
            var wish = kept ?? VolumeSetting(volumes: [asked], isMuted: false)
            if isExplicit { wish.volumes = [asked] }
            if server.keeps, kept == nil { wishes.names[name] = wish }
            if !server.lost.contains(name) { wishes.streams[lastIndex] = wish }
            wishes.begins[lastIndex] = bench.clock.nanoseconds
            server.start(
                ServerStream(
                    index: lastIndex, client: lastIndex, volumes: [asked], process: Int32(2_000_000 + lastIndex),
                    program: name, role: dice.pick([nil, "event"]), restoreID: name), isExplicit: isExplicit)
        }

        func move(_ index: UInt32) {
            guard let stream = server.streams[index], var wish = wishes.streams[index] else { return }
            if dice.chance(85) {
                wish.volumes = [volume()]
            } else if stream.isMuted != wish.isMuted || isRinging {
                // Behind the host's mute a person does not see their own.
                return
            } else {
                wish.isMuted.toggle()
            }
            // A person who mutes a lowered stream leaves the slider where it is.
            let isMute = wish.volumes == wishes.streams[index]?.volumes
            server.change(index) { stream in
                if isMute { stream.isMuted = wish.isMuted } else { stream.volumes = wish.volumes }
            }
            wishes.streams[index] = wish
            if !isMute { wishes.moved[index] = bench.clock.nanoseconds }
            if let name = stream.restoreID { wishes.names[name] = wish }
        }

        func pause(_ index: UInt32) {
            server.change(index) { $0.isPaused.toggle() }
            wishes.begins[index] = bench.clock.nanoseconds
        }

        /// Kills the host, and starts the next one.
        func kill() throws {
            bench.kill()
            (ducks, duckBegan, isRinging) = ([], nil, false)
            bench = try StreamsBench(server: server, journal: journal, clock: bench.clock)
            for index in server.lostStreams { wishes.streams[index] = nil }
        }

        func restart() {
            server.restart()
            wishes.streams = [:]
        }

        func duck() {
            guard ducks.count < 3, !isRinging else { return }
            if ducks.isEmpty { duckBegan = bench.clock.nanoseconds }
            ducks.append(bench.duck("d\(bench.clock.nanoseconds)"))
        }

        func endDuck() {
            guard !ducks.isEmpty else { return }
            ducks.remove(at: Int.random(in: 0..<ducks.count, using: &dice))()
            if ducks.isEmpty { duckBegan = nil }
        }

        /// Every stream that is there longer than the ramp is lowered, except for those that the person has moved.
        func expectAudible() {
            let before = bench.clock.nanoseconds - 300_000_000
            guard let duckBegan, duckBegan <= before, !isRinging else { return }
            for (index, stream) in server.streams where !stream.isPaused {
                guard let begin = wishes.begins[index], begin <= before else { continue }
                // The host may learn of a move right before the duck only in the duck.
                if let moved = wishes.moved[index], moved > duckBegan - 50_000_000 { continue }
                guard let wish = wishes.streams[index], let volume = stream.volumes.first, let full = wish.volumes.first
                else { continue }
                #expect(volume < full, "\(dice): stream \(index) is at \(volume) of \(full) in a duck")
            }
        }

        /// A call comes in, which ends all that others do.
        func ring() {
            while !ducks.isEmpty { endDuck() }
            if bench.perform(.call(.incoming)) { isRinging = true }
        }

        func decline() { if isRinging, bench.perform(.call(.declined)) { isRinging = false } }

        func expectGivenBack() {
            for (index, stream) in server.streams.sorted(by: { $0.key < $1.key }) {
                guard let wish = wishes.streams[index] else { continue }
                #expect(VolumeSetting(stream) == wish, "\(dice): stream \(index) of \(stream.restoreID ?? "-")")
                // One fault is told once.
                wishes.streams[index] = VolumeSetting(stream)
            }
        }

        func expectKept() {
            for (name, kept) in server.kept.sorted(by: { $0.key < $1.key }) {
                guard let wish = wishes.names[name], !server.lost.contains(name) else { continue }
                #expect(
                    kept.volumes == wish.volumes && kept.isMuted == wish.isMuted, "\(dice): the next one of \(name)")
                wishes.names[name] = VolumeSetting(volumes: kept.volumes, isMuted: kept.isMuted)
            }
        }
    }

    @Test(
        "In whatever order: each duck is audible within 0.3 s, and afterwards each stream, and the next one, is as its person has set it",
        arguments: SplitMix.seeds, [1, 3, 12])
    func walk(seed: UInt64, most: Int) throws {
        try walk(seed: seed, most: most, steps: 400, killed: [])
    }

    @Test("The same of hosts that are killed, of servers, and of both", arguments: SplitMix.seeds, Victims.stories)
    func killed(seed: UInt64, story: (most: Int, killed: Victims)) throws {
        try walk(seed: seed, most: story.most, steps: 400, killed: story.killed)
    }

    @Test("The same of 250 streams", arguments: SplitMix.seeds)
    func many(seed: UInt64) throws {
        try walk(seed: seed, most: 250, steps: 60, killed: [.hosts, .servers])
    }

    private func walk(seed: UInt64, most: Int, steps: Int, killed: Victims) throws {
        let story = try Story(seed: seed, most: most, journal: scratch.file("host.streams"))
        if most > 50 {
            for _ in 0..<most { story.start() }
            story.bench.settle()
        }
        for _ in 0..<steps {
            let index = story.server.streams.keys.sorted().randomElement(using: &story.dice)
            switch Int.random(in: 0..<14, using: &story.dice) {
            case 0, 1, 2: if story.server.streams.count < most { story.start() }
            case 3: if let index { story.server.end(index) }
            case 4, 5, 6: if let index { story.move(index) }
            case 7: if let index { story.pause(index) }
            case 8: story.duck()
            case 9: story.endDuck()
            case 10: story.ring()
            case 11: story.decline()
            case 12: if killed.contains(.hosts) { try story.kill() }
            default: if killed.contains(.servers) { story.restart() }
            }
            if story.dice.chance(20) {
                story.bench.settle()
            } else {
                story.bench.pass(milliseconds: Int64(Int.random(in: 1...120, using: &story.dice)))
            }
            story.expectAudible()
            guard story.dice.chance(10) else { continue }
            while !story.ducks.isEmpty { story.endDuck() }
            story.decline()
            story.bench.settle()
            story.expectGivenBack()
            story.expectKept()
        }
        story.bench.close()
        story.expectGivenBack()
        story.expectKept()
    }
}
