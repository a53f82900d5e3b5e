import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Synchronization
import Testing

@testable import SessionWire

/// The one door to the policy, with many processes at it.
struct ArbiterTests {
    /// A process's end, which keeps what it was shown last.
    private final class Process: SceneReceiver, NoticeReceiver {
        private let shown = Mutex<(scene: Scene?, count: Int)>((nil, 0))
        private let told = Mutex<[AppNotice.Message]>([])

        func receive(_ scene: Scene) { shown.withLock { $0 = (scene, $0.count + 1) } }
        func receive(_ notice: AppNotice) { told.withLock { $0.append(notice.message) } }

        /// The notices since the last look.
        var news: [AppNotice.Message] {
            told.withLock { told in
                defer { told = [] }
                return told
            }
        }

        var scene: Scene? { shown.withLock { $0.scene } }
        var count: Int { shown.withLock { $0.count } }
    }

    private final class Clock: ArbiterClock {
        private let moment = Atomic<Int64>(0)
        var now: MachineTime { MachineTime(nanoseconds: moment.load(ordering: .relaxed)) }
        func pass() { moment.add(37_000_000, ordering: .relaxed) }
    }

    /// Numbers that are equal in every run.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % sides
        }
    }

    private static func call(_ dice: inout Dice) -> AppCall {
        let sound = "sound\(dice.roll(3))"
        switch dice.roll(12) {
        case 0, 1, 2:
            return .play(sound, lasts: dice.roll(2) == 0 ? nil : .milliseconds(100), gain: nil)
        case 3: return .stop(dice.roll(2) == 0 ? nil : sound)
        case 4: return .pause(sound)
        case 5, 6: return .setGain(sound, to: Double(dice.roll(5)) / 4, over: nil)
        case 7: return .setActive(dice.roll(2) == 0, notifyOthers: true)
        case 8: return .changeCategory(.playback, mode: nil, options: [.mixWithOthers])
        case 9: return .changeCategory(.playback, mode: nil, options: dice.roll(2) == 0 ? [.duckOthers] : [])
        case 10: return .changeCategory(.playAndRecord, mode: nil, options: [.mixWithOthers])
        default: return dice.roll(4) == 0 ? .quit : .record(dice.roll(2) == 0)
        }
    }

    private static func control(_ dice: inout Dice) -> DeferredEvent {
        let (act, level, app) = (dice.roll(7), Double(dice.roll(5)) / 4, "app\(dice.roll(12))")
        return { world in
            switch act {
            case 0: .call(.incoming)
            case 1: .call(.ended)
            case 2: .accessoryConnected(Accessory(kind: .headphones))
            case 3: .accessoryDisconnected(.headphones, uid: nil)
            case 4: .volumeSliderMoved(to: level)
            case 5: .app(AppID(world.name(app)), .enteredForeground)
            default: .alertArrived(.message, app: nil, lasts: .milliseconds(50))
            }
        }
    }

    @Test(
        "Every process is shown its own part of the picture, whatever comes and goes",
        arguments: 1...20 as ClosedRange<UInt64>)
    func scenes(seed: UInt64) throws {
        var dice = Dice(state: seed)
        let clock = Clock()
        let arbiter = Arbiter(World(.modern), clock: clock)
        let home = Process()
        let homeID = arbiter.attach(scenes: home, isHome: true)
        var processes: [(id: ProcessID, end: Process)] = [(homeID, home)]
        var seats: [(id: SeatID, name: String, process: ProcessID)] = []
        for step in 0..<400 {
            clock.pass()
            switch dice.roll(24) {
            case 0 where seats.count < 12:
                let end = Process()
                processes.append((arbiter.attach(scenes: end, isHome: false), end))
                fallthrough
            case 1 where seats.count < 12:
                let process = processes[dice.roll(processes.count)]
                let (id, welcome) = arbiter.open("app\(seats.count)", in: process.id, notices: process.end)
                seats.append((id, welcome.app, process.id))
            case 2 where !seats.isEmpty: arbiter.close(seats.remove(at: dice.roll(seats.count)).id)
            case 3 where processes.count > 4:
                let gone = processes.remove(at: 1 + dice.roll(processes.count - 1))
                arbiter.detach(gone.id)
                seats.removeAll { $0.process == gone.id }
            case 4, 5: _ = arbiter.perform(by: .step, Self.control(&dice))
            case 6: arbiter.advance()
            default:
                guard !seats.isEmpty else { continue }
                _ = arbiter.perform(Self.call(&dice), of: seats[dice.roll(seats.count)].id)
            }
            let world = arbiter.world
            for (id, end) in processes {
                let own = world.picture.sounds.filter { level in
                    let app = level.reference.app.map { world.names[$0.name] }
                    return (seats.first { $0.name == app }?.process ?? homeID) == id
                }
                #expect((end.scene?.picture.sounds ?? []) == own, "step \(step)")
                let names = own.map { level in
                    SceneName(
                        level.reference.kind, app: level.reference.app.map { world.names[$0.name] },
                        sound: level.reference.sound.map { world.names[$0.name] })
                }
                #expect((end.scene?.names ?? []) == names, "step \(step)")
            }
        }
    }

    @Test("What concerns one program's sound alone is shown to no other")
    func concern() throws {
        let clock = Clock()
        let arbiter = Arbiter(World(.modern), clock: clock)
        let ends = (0..<8).map { _ in Process() }
        let seats = ends.enumerated().map { place, end in
            arbiter.open("app\(place)", in: arbiter.attach(scenes: end, isHome: false), notices: end).seat
        }
        for seat in seats {
            _ = arbiter.perform(.changeCategory(.playback, mode: nil, options: [.mixWithOthers]), of: seat)
            _ = arbiter.perform(.play("song", lasts: nil, gain: nil), of: seat)
        }
        let before = ends.map(\.count)
        _ = arbiter.perform(.setGain("song", to: 0.5, over: nil), of: seats[3])
        #expect(zip(ends, before).map { $0.count - $1 } == [0, 0, 0, 1, 0, 0, 0, 0])
        // With a ducking session its category changes the levels of all other apps.
        _ = arbiter.perform(.changeCategory(.playback, mode: nil, options: [.duckOthers]), of: seats[3])
        #expect(zip(ends, before).map { $0.count - $1 } == [1, 1, 1, 1, 1, 1, 1, 1])
    }

    @Test("An app that follows calls is told of each before what it does to the session; another is told of none")
    func calls() throws {
        let arbiter = Arbiter(World(.modern), clock: Clock())
        let (end, other) = (Process(), Process())
        let (seat, _) = arbiter.open("voice", in: arbiter.attach(scenes: end, isHome: false), notices: end)
        let (music, _) = arbiter.open("music", in: arbiter.attach(scenes: other, isHome: false), notices: other)
        arbiter.report(.followsCalls, of: seat)
        func own(_ phase: Call.Phase?, isMuted: Bool = false) -> CallFacts {
            CallFacts(number: 1, uid: "1", isOwn: true, isOutgoing: false, phase: phase, isMuted: isMuted)
        }
        #expect(arbiter.perform(.changeCategory(.playback, mode: nil, options: nil), of: music).isAccepted)
        #expect(arbiter.perform(.setActive(true, notifyOthers: false), of: music).isAccepted)
        #expect(arbiter.perform(.call(.incoming, uid: "1"), of: seat).isAccepted)
        #expect(end.news == [.callChanged(own(.incoming), action: nil)])
        #expect(
            arbiter.perform(by: .step) { .call(.answered, CallName(app: AppID($0.name("voice")), uid: $0.name("1"))) }
                .isAccepted)
        let told = end.news
        #expect(told.first == .callChanged(own(.answered), action: .answer) && told.contains(.callActivated))
        #expect(arbiter.perform(by: .step) { .call(.muted, CallName(app: AppID($0.name("voice")))) }.isAccepted)
        #expect(end.news == [.callChanged(own(.answered, isMuted: true), action: .mute)])
        #expect(arbiter.perform(.call(.unmuted, uid: "1"), of: seat).isAccepted)
        #expect(end.news == [.callChanged(own(.answered), action: nil)])
        #expect(arbiter.perform(.call(.incoming), by: .step).isAccepted)
        let phone = CallFacts(number: 2, isOwn: false, isOutgoing: false, phase: .incoming)
        #expect(end.news.first == .callChanged(phone, action: nil))
        #expect(arbiter.facts(of: music)?.calls.map(\.isOwn) == [false, false])
        #expect(
            arbiter.perform(by: .step) {
                .call(.remoteEnded, CallName(app: AppID($0.name("voice")), uid: $0.name("1")))
            }.isAccepted)
        #expect(end.news.first == .callChanged(own(nil), action: nil))
        #expect(!arbiter.perform(.call(.held, uid: "1"), of: seat).isAccepted)
        #expect(end.news.isEmpty)
        let others = other.news
        #expect(!others.isEmpty && !others.contains { if case .callChanged = $0 { true } else { false } })
    }

    @Test("An app that the device has ended is launched by its next call, unless it is dismissed")
    func dismissal() throws {
        let arbiter = Arbiter(World(.iPhoneOS3), clock: Clock())
        let end = Process()
        let (seat, _) = arbiter.open("music", in: arbiter.attach(scenes: end, isHome: false), notices: end)
        func endByCall() {
            #expect(arbiter.perform(.play("song", lasts: nil, gain: nil), of: seat).isAccepted)
            for phase in [CallPhase.incoming, .answered, .ended] {
                #expect(arbiter.perform(.call(phase), by: .step).isAccepted)
            }
            #expect(arbiter.world.state.apps.isEmpty)
        }
        endByCall()
        endByCall()
        arbiter.dismiss(seat)
        let late = arbiter.perform(.setGain("song", to: 0.5, over: nil), of: seat)
        #expect(late.refusal?.error == .notRunning)
        #expect(arbiter.perform(.setActive(false, notifyOthers: true), of: seat).refusal?.error == .notRunning)
        #expect(arbiter.perform(.quit, of: seat).isAccepted)
        #expect(arbiter.world.state.apps.isEmpty)
    }

    @Test("Reasons are made only while a program asks for them or a client watches")
    func reasons() {
        let arbiter = Arbiter(World(.modern), clock: Clock())
        let process = Process()
        let id = arbiter.attach(scenes: process, isHome: true)
        let seat = arbiter.open("player", in: id, notices: process).seat
        let watches = Atomic(false)
        let seen = Mutex<[Int]>([])
        arbiter.watch(
            while: { watches.load(ordering: .relaxed) },
            { news in seen.withLock { $0.append(news.reply.moment.decisions.count) } })
        let play = AppCall.play("song", lasts: nil, gain: nil)
        #expect(arbiter.perform(play, of: seat).because.isEmpty)
        #expect(!arbiter.perform(.setActive(true, notifyOthers: false), of: seat, explains: true).because.isEmpty)
        #expect(seen.withLock { $0.isEmpty })
        watches.store(true, ordering: .relaxed)
        #expect(arbiter.perform(play, of: seat).because.isEmpty)
        #expect(seen.withLock { $0.count == 1 && $0[0] > 0 })
    }

    @Test("Replies that are no longer read end neither the host nor its steps")
    func unreadReplies() throws {
        let folder = Scratch()
        let loop = try EventLoop()
        let server = try HostServer(
            loop: loop, arbiter: Arbiter(World(.modern), clock: Clock()), place: try HostPlace(folder.place),
            launch: LaunchOptions(), termination: .ofAppOnly)
        defer { server.close() }
        // Programs that other tests start meanwhile must not hold them.
        var (input, output): ([CInt], [CInt]) = ([0, 0], [0, 0])
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &input)
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &output)
        defer { for end in [input[0], output[1]] { close(end) } }
        close(output[0])
        let lines = Array("{\"do\": \"lock\"}\n{\"do\": \"ringSwitch\", \"to\": \"silent\"}\n".utf8)
        #expect(send(input[1], lines, lines.count, CInt(MSG_NOSIGNAL)) == lines.count)
        close(input[1])
        let steps = try StandardSteps(server, input: input[0], output: output[1]) { loop.stop() }
        loop.run()
        #expect(steps.isFinished)
        #expect(server.arbiter.world.state.isLocked && server.arbiter.world.state.ringSwitch == .silent)
        steps.close()
    }
}
