import SessionCalls
import SessionPolicy
import SessionWorld

/// Apps that come from a device that is gone, and are to be what they were.
extension Core {
    /// The time that other apps have to come back before an old interruption can be over, in nanoseconds.
    static let patience: Int64 = 2_000_000_000

    /// The event that launches an app: in the background with leave to go on there, if that is where it was, else as a
    /// program's first call does.
    func launch(of seat: Seat) -> AppEvent {
        // The older book knows no app in the background but the system's.
        guard let before = seat.comesBack, !before.wasInForeground, !world.book.settings.leavingForegroundEndsApp else {
            return .launched(program(of: seat))
        }
        return leave(seat)
    }

    /// A launch to the foreground of a program, which itself decides what an interruption and an unplugged output mean.
    private func program(of seat: Seat) -> Launch {
        var launch = Launch.program(seat.manner.kind, backgroundAudio: seat.manner.backgroundAudio)
        launch.duck = seat.manner.duck
        return launch
    }

    /// A launch in the background that lets an app sound there; an app that lives already gets the leave alone.
    private func leave(_ seat: Seat) -> AppEvent {
        var launch = program(of: seat)
        launch.isInBackground = true
        launch.hasLeave = true
        return .launched(launch)
    }

    /// Tells apps that were interrupted on another device that this is over, where they would now interrupt no app.
    ///
    /// The policy is asked for the result of their return on a branch of the world.
    mutating func endOldInterruptions(at now: MachineTime) {
        for waiting in oldInterruptions where waiting.due <= now {
            lastLook = now
            guard let place = seats.place(of: waiting.seat), let app = world.state[seats[place].app] else { continue }
            if app.session.phase == .inactive {
                guard let world = worldWithLeave(for: seats[place]) else { continue }
                self.world = world
                tell(.interruptionEnded(shouldResume: true), to: place, at: now)
            }
            // An app that is active again has ended its interruption itself.
            oldInterruptions.removeAll { $0.seat == waiting.seat }
        }
    }

    /// Returns the world in which an app may go on where it is; nil where it would interrupt another app, or may not
    /// resume.
    private func worldWithLeave(for seat: Seat) -> World? {
        func step(_ verb: Verb, _ event: AppEvent) -> TimedStep {
            TimedStep(verb, at: world.time.instant, app: seat.app, action: .event(.app(seat.app, event)))
        }
        var world = world
        if world.state.foreground != seat.app, !world.book.settings.leavingForegroundEndsApp {
            _ = world.take(step(.launch, leave(seat)))
        }
        var branch = world
        let reply = branch.take(step(.setActive, .setActive(true, notifyOthers: false)))
        guard case .accepted = reply.outcome,
            !reply.moment.notices.contains(where: { $0.message == .interruptionBegan() })
        else { return nil }
        return world
    }

    /// Tells programs whether they are in the foreground, so that they know when they come back on another device.
    mutating func tellWhoIsInFront() {
        guard world.state.foreground != inFront else { return }
        let before = inFront
        inFront = world.state.foreground
        if let place = before.flatMap({ seats.place(of: $0) }) { seats[place].notices.take(isInForeground: false) }
        if let place = inFront.flatMap({ seats.place(of: $0) }) { seats[place].notices.take(isInForeground: true) }
    }
}
