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
    private var machine: MachineWatch?
    /// What other threads have to tell, which is decided on the loop's thread like everything else.
    private let news: News

    private final class News: Sendable {
        private let acts = Mutex<[@Sendable (Arbiter) -> Void]>([])
        let bell: Doorbell

        init() throws(Shortage) { bell = try Doorbell() }

        func post(_ act: @escaping @Sendable (Arbiter) -> Void) {
            acts.withLock { $0.append(act) }
            bell.ring()
        }

        func decide(_ arbiter: Arbiter) {
            bell.wait()
            let acts = acts.withLock { acts in
                defer { acts = [] }
                return acts
            }
            for act in acts { act(arbiter) }
        }
    }

    /// Makes the policy and what it is heard on.
    init(_ options: HostOptions, loop: EventLoop) throws {
        let bindings = options.silent ? nil : try options.ports
        let outputs = bindings.map { bindings in
            ArbiterOutputs(
                output: { bindings.output(for: $0) },
                inputPCM: { bindings.inputPCM(for: $0) })
        }
        self.bindings = bindings
        arbiter = Arbiter(World(options.bookOptions.named), clock: LoopClock(), outputs: outputs ?? .none)
        let (arbiter, news) = (arbiter, try News())
        self.news = news
        sound = try ProcessSound(
            bindings == nil ? .clock : .devices,
            tell: { fact in
                switch fact {
                // The device's own sounds end when the policy says.
                case .ended, .failed, .stalled: break
                case .outputLost(let port): news.post { $0.report(.outputLost(port)) }
                case .volumeTurned(let level, let isNow):
                    news.post { $0.reportVolume(level, isTurnedNow: isNow) }
                case .control(let control, let isHeld): news.post { $0.hold(control, isHeld) }
                }
            }, say: { Output.complain("audiosession: \($0)") })
        emulated = EmulatedSounds(sound, isHeard: bindings != nil)
        try loop.watch(news.bell.descriptor, for: .reading) { _ in news.decide(arbiter) }
    }

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
                    perform: { call in news.post { _ = $0.perform(call, by: .machine) } },
                    changed: { sound.devicesHaveChanged() }))
        } catch {
            Output.complain("audiosession: \(error) What is plugged in is not noticed.")
        }
    }

    private final class LoopClock: ArbiterClock {
        var now: MachineTime { MachineTime(nanoseconds: EventLoop.now) }
    }
}
