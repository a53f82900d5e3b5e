import Randomness
import SessionPhone
import SessionPolicy
import SessionWire
import SessionWorld
import SystemSupport
import Testing

@testable import SessionDesktop

/// Three obedient players, one of which tells late, a phone and a hold, in an order that a seed draws.
@Suite(.timeLimit(.minutes(5))) struct DesktopWalkTests {
    @Test(
        "In whatever order: a player plays only while it is heard, and none that a person has paused begins by itself",
        arguments: SplitMix.seeds)
    func walk(seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        let bench = try DesktopBench()
        let players = try (0..<3).map { try TestPlayer("p\($0)", bench) }
        let client = try bench.connect()
        players[1].isLate = true
        var isPausedByPerson = [true, true, true]
        var hold: UInt32?
        try bench.until { bench.desktop?.playerCount == 3 }
        for step in 0..<100 {
            let place = dice.pick([0, 1, 2])
            switch Int.random(in: 0..<8, using: &dice) {
            case 0, 1, 2:
                players[place].press("Playing")
                isPausedByPerson[place] = false
            case 3, 4:
                // A person's button; of a player that is paused already it changes nothing but to Stopped.
                players[place].press(dice.chance(50) && players[place].status == "Playing" ? "Paused" : "Stopped")
                isPausedByPerson[place] = true
            case 5: _ = bench.arbiter.perform(.call(.incoming), by: .step)
            case 6: _ = bench.arbiter.perform(.call(.declined), by: .step)
            default:
                if let number = hold {
                    _ = try bench.ask(client, "\(HostObject.name).Release", [.unsigned(number)]).get()
                    hold = nil
                } else {
                    let answer = try bench.ask(
                        client, "\(HostObject.name).Hold", [.text("pause"), .text("hold"), .dictionary([:])])
                    if case .unsigned(let number)? = try? answer.get().first { hold = number }
                }
            }
            if dice.chance(50) { try bench.settle(players[0].bus, players[1].bus, players[2].bus) }
            repeat {
                players[1].tellLate()
                try bench.settle(players[0].bus, players[1].bus, players[2].bus)
            } while players[1].hasNews
            let playing = players.filter { $0.status == "Playing" }.map(\.name)
            // A start that was refused is paused once; a second one in the same halt is left alone, and was said.
            let isSaid = { (name: String) in
                bench.complaints.contains { $0.hasPrefix("\(name) plays against the rules") }
            }
            #expect(playing.filter { !isSaid($0) } == bench.heard.filter { !isSaid($0) }, "\(dice), step \(step)")
            for (player, isPaused) in zip(players, isPausedByPerson) where isPaused {
                #expect(player.status != "Playing", "\(dice), step \(step): \(player.name)")
            }
        }
    }
}
