import SessionArbiter
import SessionCalls
import SessionPolicy
import SessionWire
import SessionWorld

/// What a host sounds itself: the device's own sounds, and those of emulated apps.
final class HomeStage {
    let arbiter: Arbiter

    /// Makes the policy and what it is heard on.
    init(_ options: HostOptions, loop: EventLoop) throws {
        arbiter = Arbiter(World(options.rules.book), clock: LoopClock())
    }

    /// Lets it sound.
    func begin() { _ = arbiter.attach(scenes: Silence(), isHome: true) }

    /// Plays nothing.
    private final class Silence: SceneReceiver {
        func take(_ scene: Scene) {}
    }

    private final class LoopClock: ArbiterClock {
        var now: MachineTime { MachineTime(nanoseconds: EventLoop.now) }
    }
}
