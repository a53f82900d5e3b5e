import Randomness
import SessionArbiter
import SessionCalls
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDesktop

/// Streams, people, ducks and calls in an order that a seed draws.
@Suite(.timeLimit(.minutes(5))) struct StreamsWalkTests {
    @Test(
        "In whatever order: once no app ducks and no call is on, each stream is as loud as its person has set it",
        arguments: SplitMix.seeds)
    func walk(seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        let bench = try StreamsBench()
        // What the person of each program has set last; streams of one program share it.
        var wanted: [UInt32: (volume: UInt32, isMuted: Bool)] = [:]
        var ducks: [() -> Void] = []
        var lastIndex: UInt32 = 0
        bench.server.lag = dice.pick([0, 3, 30])
        for step in 0..<300 {
            let index = bench.server.streams.keys.sorted().randomElement(using: &dice)
            switch Int.random(in: 0..<11, using: &dice) {
            case 0, 1:
                lastIndex += 1
                let volume = UInt32.random(in: 20_000...65_536, using: &dice)
                wanted[lastIndex] = (volume, false)
                bench.play(lastIndex, "p\(lastIndex)", role: dice.pick([nil, "music", "event"]), volumes: [volume])
            case 2: if let index { bench.server.end(index) }
            case 3:
                if let index {
                    // A server that shows late what was set shows a move in the middle of a ramp to no program.
                    if bench.server.lag > 0 { bench.settle() }
                    // What equals a step of a ramp is taken for one, and what equals the present volume, or the person's last one, for no move.
                    var taken = Array(bench.server.told.suffix(500))
                    taken += bench.server.streams[index]?.volumes ?? []
                    taken += wanted[index].map { [$0.volume] } ?? []
                    var volume: UInt32
                    repeat {
                        volume = .random(in: 20_000...65_536, using: &dice)
                    } while taken.contains { max($0, volume) - min($0, volume) < 20 }
                    bench.server.change(index) { $0.volumes = [volume] }
                    wanted[index]?.volume = volume
                    if bench.server.lag > 0 { bench.settle() }
                }
            case 4: if let index { bench.server.change(index) { $0.isPaused.toggle() } }
            case 5: if ducks.count < 3 { ducks.append(bench.duck("d\(step)")) }
            case 6: if !ducks.isEmpty { ducks.remove(at: Int.random(in: 0..<ducks.count, using: &dice))() }
            case 7: bench.perform(.call(.incoming))
            case 8: bench.perform(.call(.declined))
            default: break
            }
            // A person's move is seen before the next step of a ramp.
            if dice.chance(50) {
                bench.settle()
            } else {
                bench.pass(milliseconds: Int64(Int.random(in: 1...40, using: &dice)))
            }
            guard dice.chance(10) else { continue }
            for end in ducks { end() }
            ducks = []
            bench.perform(.call(.declined))
            bench.settle()
            let muted = bench.arbiter.deviceFacts
            for (index, stream) in bench.server.streams.sorted(by: { $0.key < $1.key }) {
                let wish = try #require(wanted[index])
                #expect(stream.volumes == [wish.volume], "\(dice), step \(step): stream \(index)")
                // Music that other music has interrupted is muted; no more than one may play.
                #expect(
                    stream.isMuted == wish.isMuted || !muted.heard.isEmpty, "\(dice), step \(step): stream \(index)")
            }
        }
        bench.close()
        for (index, stream) in bench.server.streams {
            #expect(stream.volumes == [wanted[index]?.volume] && !stream.isMuted, "\(dice): stream \(index)")
        }
    }
}
