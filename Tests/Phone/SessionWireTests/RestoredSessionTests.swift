import Randomness
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionWire

/// The session of an app that comes back on another host.
@Suite(.timeLimit(.minutes(5))) struct RestoredSessionTests {
    private let folder = Scratch()

    @Test(
        "Whatever an app has called, its session and its recording on the next host are as they were on the last",
        arguments: SplitMix.seeds)
    func walk(seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        for round in 0..<30 {
            let book = dice.pick(RuleBook.all)
            let host = try TestHost(at: folder.place, book: book)
            let inbox = Inbox()
            let link = try HostLink(folder.place, app: "app", notices: inbox, scenes: inbox)
            let control = try ControlClient(folder.place, wants: "step")
            var said: [String] = []
            for _ in 0..<Int.random(in: 1...12, using: &dice) {
                if dice.chance(5) {
                    for phase in ["lost", "reset"] {
                        _ = try control.ask(#"{"do": "mediaServices", "phase": "\#(phase)"}"#)
                    }
                    said.append("media services")
                } else {
                    let call = Self.call(&dice)
                    let isAccepted = try link.perform(call, explains: false).isAccepted
                    said.append("\(call)\(isAccepted ? "" : " (refused)")")
                }
            }
            _ = try link.perform(.ask(.outputVolume), explains: false)
            let before = Self.app(of: host)
            host.end()
            inbox.wait(for: .deviceLost)
            let next = try TestHost(at: folder.place, book: book)
            inbox.wait(for: .deviceFound)
            // One that is as it began is launched by its next call.
            _ = try link.perform(.ask(.outputVolume), explains: false)
            let after = Self.app(of: next)
            #expect(after?.session == before?.session, "\(dice), round \(round), \(book.name): \(said)")
            #expect(after?.recording == before?.recording, "\(dice), round \(round), \(book.name): \(said)")
            #expect(after?.hasRunningSound == before?.hasRunningSound, "\(dice), round \(round), \(book.name): \(said)")
            link.close()
            next.end()
        }
    }

    @Test(
        "An app that overrides its output has it overridden on the next host, active or not",
        arguments: [SessionPhase.active, .inactive])
    func override(phase: SessionPhase) {
        var session = RestorableSession()
        (session.isLaunched, session.category, session.phase) = (true, .playAndRecord, phase)
        session.overridesToSpeaker = true
        #expect(session.declaration().last == .overrideOutput(toSpeaker: true))
    }

    private static func app(of host: TestHost) -> App? { host.ask { $0.arbiter.world.state.apps.first } }

    /// Draws a call. What an app keeps only because it had it before another category is left out: it could not have it
    /// again.
    private static func call(_ dice: inout SplitMix) -> AppCall {
        let options: [CategoryOptions] = [[], .mixWithOthers, .duckOthers, .allowBluetooth]
        switch Int.random(in: 0..<11, using: &dice) {
        case 0, 1:
            return .changeCategory(
                dice.pick([.soloAmbient, .ambient, .playback, .playAndRecord, nil]),
                mode: dice.pick([nil, .default, .voiceChat, .spokenAudio]), options: dice.pick(options + [nil]))
        case 2: return .setActive(dice.chance(50), notifyOthers: dice.chance(50))
        case 3: return .overrideOutput(toSpeaker: dice.chance(70))
        case 4, 5: return .play(dice.pick(["song", "bell"]), lasts: nil, gain: nil)
        case 6: return dice.pick([.pause("song"), .pause(nil), .stop("bell")])
        case 7, 8: return .record(dice.chance(80))
        case 9: return .setOption(dice.pick([.mixWithOthers, .duckOthers, .defaultToSpeaker]), dice.chance(70))
        default: return dice.pick([.startedVoiceProcessing, .setOutputMuted(true), .setOutputMuted(false)])
        }
    }
}
