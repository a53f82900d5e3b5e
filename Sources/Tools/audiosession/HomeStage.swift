import ALSADevice
import SessionArbiter
import SessionCalls
import SessionPolicy
import SessionSound
import SessionWire
import SessionWorld
import Synchronization
import Threads

/// What a host sounds itself: the device's own sounds, and those of emulated apps. It also follows the machine's plugs.
final class HomeStage {
    let arbiter: Arbiter
    private let bindings: Bindings?
    private let sound: ProcessSound
    private let emulated: EmulatedSounds
    private let complaints: Complaints
    private var machine: MachineWatch?
    private let news: News

    /// What other threads have to tell, until the loop's thread does it.
    private final class News: Sendable {
        private let acts = Mutex<[@Sendable (HomeStage) -> Void]>([])
        let bell: Doorbell

        init() throws(Shortage) { bell = try Doorbell() }

        func post(_ act: @escaping @Sendable (HomeStage) -> Void) {
            acts.withLock { $0.append(act) }
            bell.ring()
        }

        func take() -> [@Sendable (HomeStage) -> Void] {
            acts.withLock { acts in
                defer { acts = [] }
                return acts
            }
        }
    }

    /// Makes the policy and what it is heard on.
    init(_ options: HostOptions, loop: EventLoop, _ complaints: Complaints) throws {
        let bindings = options.silent ? nil : try options.ports
        let outputs = bindings.map { bindings in
            ArbiterOutputs(
                output: { bindings.output(for: $0) },
                inputPCM: { bindings.inputPCM(for: $0) })
        }
        self.bindings = bindings
        arbiter = Arbiter(World(options.bookOptions.named), clock: LoopClock(), outputs: outputs ?? .none)
        let news = try News()
        (self.news, self.complaints) = (news, complaints)
        sound = try ProcessSound(
            bindings == nil ? .clock : .devices,
            tell: { fact in
                switch fact {
                // The device's own sounds end when the policy says.
                case .ended, .failed, .stalled: break
                case .outputLost(let port): news.post { $0.arbiter.report(.outputLost(port)) }
                case .volumeTurned(let level, let isNow):
                    news.post { $0.arbiter.reportVolume(level, isTurnedNow: isNow) }
                case .control(let control, let isHeld): news.post { $0.arbiter.hold(control, isHeld) }
                }
            }, say: { line in news.post { $0.complaints.add(line) } })
        emulated = EmulatedSounds(sound, isHeard: bindings != nil, complaints)
        try loop.watch(news.bell.descriptor, for: .reading) { [unowned self] _ in
            self.news.bell.wait()
            self.hearNews()
        }
    }

    /// Does what other threads have told by now.
    func hearNews() { for act in news.take() { act(self) } }

    /// How long the sound lasts that a step starts; see `EmulatedSounds.prepare`.
    func soundSeconds(of step: PositionedValue) -> Double? { emulated.prepare(step) }

    /// Lets it sound, and the machine's plugs be followed.
    func begin() {
        _ = arbiter.attach(scenes: sound, isHome: true)
        guard let bindings else { return }
        let (arbiter, news, sound) = (arbiter, news, sound)
        do throws(Shortage) {
            machine = try MachineWatch(
                bindings,
                MachinePlugs.Device(
                    isConnected: { arbiter.isConnected($0) },
                    perform: { call in news.post { _ = $0.arbiter.perform(call, by: .machine) } },
                    changed: { sound.devicesHaveChanged() }))
        } catch {
            complaints.add("\(error) What is plugged in is not noticed.")
        }
    }

    private final class LoopClock: ArbiterClock {
        var now: MachineTime { MachineTime(nanoseconds: EventLoop.now) }
    }
}
