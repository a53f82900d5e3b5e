import CLinux
import Foundation
import Glibc
import Scratch
import SessionPolicy
import Sounder
import Synchronization
import Testing

@testable import SessionWire

/// Hears what an app is told and shown, and makes it audible without a device.
private final class Audience: NoticeReceiver, SceneReceiver {
    private let sound: ProcessSound
    private let players: [SoundPlayer]
    private let numbers = Mutex<[UInt64]>([])

    init() throws {
        sound = try ProcessSound(.devices, tell: { _ in }, say: { _ in })
        players = try ["a", "b"].map { _ in
            let player = try SoundPlayer(.samples([Float](repeating: 0.5, count: 4_800), channels: 1, rate: 48_000))
            player.withHead { $0.loops = -1 }
            return player
        }
        for (name, player) in zip(["a", "b"], players) {
            sound.add(player, as: SceneName(.sound, app: "player", sound: name))
        }
    }

    func receive(_ notice: AppNotice) { numbers.withLock { $0.append(notice.number) } }

    func receive(_ scene: Scene) {
        precondition(scene.names.count == scene.picture.sounds.count)
        precondition(scene.started.allSatisfy { scene.names.indices.contains($0) })
        precondition(scene.gainOver.map { scene.names.indices.contains($0.place) } ?? true)
        sound.receive(scene)
    }

    /// Whether notices have been numbered from 1 without a gap.
    var isInOrder: Bool { numbers.withLock { $0 == Array(1..<UInt64($0.count + 1)) } }
}

/// Swift's client against hosts that lie: it neither crashes nor hangs, and tells of no success that was not granted.
///
/// Each test is a process of its own, which an alarm ends where it hangs.
@Suite(.timeLimit(.minutes(5))) struct LyingHostTests {
    private static let calls: [AppCall] =
        MessageTests.calls.filter { call in
            switch call {
            // Halting something needs no permission where the host is gone.
            case .pause, .stop, .record(false): false
            default: true
            }
        }

    /// Whether an outcome can be that of a call.
    private static func fits(_ outcome: CallOutcome, _ call: AppCall) -> Bool {
        guard case .ask(let question) = call, outcome.isAccepted else { return true }
        guard let answer = outcome.answer else { return false }
        switch (LyingHost.answer(to: question), answer) {
        case (.flag, .flag), (.volume, .volume), (.category, .category), (.route, .route), (.slider, .slider),
            (.promptStyle, .promptStyle):
            return true
        default: return false
        }
    }

    @Test(
        "Whatever a host says, a call comes back, and an outcome is one that the host has given to it", arguments: 0..<6
    )
    func anything(part: Int) async throws {
        await #expect(processExitsWith: .success) { [part] in
            alarm(240)
            for seed in part * 40..<part * 40 + 40 {
                let folder = Scratch()
                var lies = Dice(seed: UInt64(seed))
                let host = try LyingHost(at: folder.place) { message, number in
                    LyingHost.lie(about: message, number, &lies)
                }
                var dice = Dice(seed: UInt64(seed) + 1_000_000)
                let audience = try Audience()
                let link = try? HostLink(folder.place, app: "player", notices: audience, scenes: audience)
                for _ in 0..<(link == nil ? 0 : 16) {
                    if dice.roll(8) == 0 {
                        link?.report(dice.pick([.soundMoved("a", remaining: nil), .volumeTurned(to: 1)]))
                    }
                    if dice.roll(5) == 0 {
                        if let facts = try? link?.facts() { #expect(host.facts.contains(facts), "seed \(seed)") }
                        continue
                    }
                    let call = dice.pick(Self.calls)
                    guard let outcome = try? link?.perform(call, explains: dice.roll(2) == 0) else { continue }
                    #expect(host.outcomes(of: call).contains(outcome), "seed \(seed): \(call)")
                    #expect(Self.fits(outcome, call), "seed \(seed): \(call)")
                }
                #expect(audience.isInOrder, "seed \(seed)")
                link?.close()
                host.end()
            }
        }
    }

    @Test("Calls from several threads come back, whatever the host says", arguments: 0..<2)
    func severalThreads(part: Int) async throws {
        await #expect(processExitsWith: .success) { [part] in
            alarm(240)
            for seed in part * 12..<part * 12 + 12 {
                let folder = Scratch()
                var lies = Dice(seed: UInt64(seed) + 5_000)
                let host = try LyingHost(at: folder.place) { message, number in
                    if case .hello = message { return .say([LyingHost.honest(message, number)!]) }
                    return LyingHost.lie(about: message, number, &lies)
                }
                let audience = try Audience()
                let link = try HostLink(folder.place, app: "player", notices: audience, scenes: audience)
                DispatchQueue.concurrentPerform(iterations: 4) { thread in
                    var dice = Dice(seed: UInt64(seed * 4 + thread) + 9_000)
                    for _ in 0..<8 { _ = try? link.perform(dice.pick(Self.calls), explains: false) }
                }
                #expect(audience.isInOrder, "seed \(seed)")
                link.close()
                host.end()
            }
        }
    }

    /// The messages that a host sends forever in place of an answer.
    private static let babble: [[UInt8]] = [
        HostMessage.notice(AppNotice(number: 1, at: MachineTime(nanoseconds: 1), message: .mediaServicesWereLost))
            .bytes(),
        HostMessage.session(RestorableSession()).bytes(),
        [250, 0, 0, 0, 0, 0, 0, 0],
    ]

    @Test(
        "A host that says everything but the answer is given up, by a call, by a greeting and by one that comes back",
        arguments: 0..<3)
    func endless(kind: Int) async throws {
        await #expect(processExitsWith: .success) { [kind] in
            alarm(120)
            let words = Self.babble[kind]
            let folder = Scratch()
            let silent = try LyingHost(at: folder.place) { _, _ in .babble(words) }
            let audience = try Audience()
            #expect(throws: WireError.self) {
                try HostLink(folder.place, app: "player", notices: audience, scenes: audience)
            }
            silent.end()
            let greeted = Atomic(0)
            let host = try LyingHost(at: folder.place) { message, number in
                guard case .hello = message else { return .babble(words) }
                greeted.add(1, ordering: .relaxed)
                return .say([LyingHost.honest(message, number)!])
            }
            let link = try HostLink(folder.place, app: "player", notices: audience, scenes: audience)
            for _ in 0..<2 {
                #expect(throws: LinkError.self) { try link.perform(.vibrate, explains: false) }
                #expect(throws: LinkError.self) { try link.facts() }
            }
            link.close()
            host.end()
        }
    }

    /// A part of a scene that says of itself that more parts follow.
    private static func sceneToBeContinued() -> [UInt8] {
        var writer = WireWriter(HostMessage.sceneCode, 0)
        writer.put(Int64(1))
        for byte: UInt8 in [0, 5, 6] { writer.put(byte) }
        for _ in 0..<3 { writer.put(UInt16.max) }
        writer.put(UInt16(80))
        for _ in 0..<80 {
            writer.put(SoundKind.sound.rawValue)
            writer.put("x")
        }
        writer.put(UInt16(0))
        for word: UInt16 in [64, 0] { writer.put(word) }
        writer.put(UInt8(6))
        writer.put(0.5)
        writer.put(true)
        writer.put(UInt16(64))
        return writer.bytes
    }

    @Test(
        "A scene of which there is always more, and answers that were never asked for, end the conversation",
        arguments: 0..<2)
    func hoarding(kind: Int) async throws {
        await #expect(processExitsWith: .success) { [kind] in
            alarm(120)
            let folder = Scratch()
            let audience = try Audience()
            let isGivenUp = DispatchSemaphore(value: 0)
            let rounds = Mutex(0)
            // Made beforehand: the client gives up a host that greets late.
            let hoard =
                kind == 0
                ? Array(repeating: Self.sceneToBeContinued(), count: 4_000)
                : (100..<4_100).map { LyingHost.facts($0) }
            let host = try LyingHost(at: folder.place) { message, number in
                guard case .hello = message else { return .say([]) }
                let isFirst = rounds.withLock { rounds in
                    rounds += 1
                    return rounds == 1
                }
                if !isFirst {
                    isGivenUp.signal()
                    return .sayAndHangUp([HostMessage.farewell(.version, sentence: "Enough.").bytes(number: number)])
                }
                return .say(
                    [LyingHost.honest(message, number)!] + hoard
                        + [HostMessage.farewell(.hostEnds, sentence: "It has taken all.").bytes()])
            }
            let link = try HostLink(folder.place, app: "player", notices: audience, scenes: audience)
            // Given up as one that cannot be understood, it is not asked again; a host that ends is.
            #expect(throws: LinkError.self) { try link.facts() }
            #expect(isGivenUp.wait(timeout: .now() + 3) == .timedOut)
            link.close()
            host.end()
        }
    }

    @Test("An app whose host has sent it away is told why, and touches no file with its old socket's number")
    func sentAway() async throws {
        await #expect(processExitsWith: .success) {
            alarm(120)
            let folder = Scratch()
            let inbox = Inbox()
            let host = try LyingHost(at: folder.place) { message, number in
                guard message == .facts else { return .say(LyingHost.honest(message, number).map { [$0] } ?? []) }
                return .sayAndHangUp([HostMessage.farewell(.otherUser, sentence: "It is full.").bytes()])
            }
            let link = try HostLink(folder.place, app: "player", notices: inbox, scenes: inbox)
            #expect(throws: LinkError.self) { try link.facts() }
            inbox.wait(for: .deviceLost)
            // The numbers that are free by now.
            let pairs = (0..<8).map { _ in
                var ends: [CInt] = [0, 0]
                #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
                #expect(ends.allSatisfy { write($0, "abc", 3) == 3 })
                return ends
            }
            do throws(LinkError) {
                _ = try link.perform(.pause(nil), explains: false)
            } catch {
                #expect(error.sentence == "It is full.")
            }
            for end in pairs.joined() {
                var bytes: [UInt8] = [0, 0, 0, 0]
                #expect(recv(end, &bytes, 4, CInt(MSG_DONTWAIT)) == 3)
            }
            link.close()
            host.end()
        }
    }

    @Test("A host that ends each conversation at once is not greeted again at once")
    func hasty() async throws {
        await #expect(processExitsWith: .success) {
            alarm(120)
            let folder = Scratch()
            let audience = try Audience()
            let enough = DispatchSemaphore(value: 0)
            let host = try LyingHost(at: folder.place) { message, number in
                guard let honest = LyingHost.honest(message, number) else { return .say([]) }
                enough.signal()
                return .sayAndHangUp([honest])
            }
            let link = try HostLink(folder.place, app: "player", notices: audience, scenes: audience)
            for _ in 0..<5 { enough.wait() }
            link.close()
            host.end()
            let times = host.connections
            // The first that comes back may do so at once.
            for (one, next) in zip(times.dropFirst(), times.dropFirst(2)) { #expect(next - one > .milliseconds(900)) }
        }
    }

    @Test(
        "A host without time for a step is given up in time, and a line of its that is none is no reply",
        arguments: 0..<3)
    func control(kind: Int) async throws {
        await #expect(processExitsWith: .success) { [kind] in
            alarm(60)
            let folder = Scratch()
            let listener = clinux_stream_socket()
            #expect(clinux_bind(listener, folder.place.controlPath) == 0 && listen(listener, 4) == 0)
            let thread = Thread {
                let socket = accept(listener, nil, nil)
                func say(_ text: String) -> Bool {
                    text.withCString { send(socket, $0, strlen($0), CInt(MSG_NOSIGNAL)) } > 0
                }
                var block = [UInt8](repeating: 0, count: 4_096)
                recv(socket, &block, block.count, 0)
                _ = say("audiosession 1 ok\n")
                recv(socket, &block, block.count, 0)
                switch kind {
                case 0: while say(String(repeating: "x", count: 1_000)) {}
                case 1: while say("x") { poll(nil, 0, 20) }
                default:
                    for _ in 0..<18 { _ = say(String(repeating: "x", count: 1 << 20)) }
                    _ = say("\n{\"n\": 1, \"at\": 0.0, \"result\": \"ok\"}\n")
                    recv(socket, &block, block.count, 0)
                }
                close(socket)
            }
            thread.start()
            let client = try ControlClient(folder.place, wants: "step", patience: kind == 2 ? 30 : 2)
            do throws(WireError) {
                let answer = try client.ask(#"{"do": "lock"}"#)
                #expect(kind == 2 && answer == nil)
            } catch {
                #expect(kind < 2 && error == .noHost(folder.place.path, errno: ETIMEDOUT))
            }
        }
    }
}
