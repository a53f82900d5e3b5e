import SessionPolicy
import SessionWorld

/// The acts of the person and the machine.
extension ArbiterState {
    mutating func perform(
        by author: Arbiter.Author, at now: MachineTime, explains: Bool, _ event: DeferredEvent
    ) -> CallOutcome {
        let event = event(&world)
        let reply = world.apply(TimedStep(event, at: instant(of: now)))
        settle(reply, author, event)
        return outcome(of: reply, explains: explains)
    }

    /// The audible sounds, and the inaudible ones.
    var deviceFacts: DeviceFacts {
        let moment = world.presentMoment
        var facts = DeviceFacts(
            heard: moment.heard.map {
                HeardSound(
                    name: name(of: $0.reference), decibels: $0.decibels, isDucked: $0.isDucked, outputs: $0.outputs)
            },
            unheard: moment.unheard.map { UnheardSound(name: name(of: $0.reference), rule: $0.rule) },
            route: facts(of: world.picture.route), outputVolume: world.picture.mediaVolume)
        facts.nowPlaying = world.state.apps.first { world.state.isNowPlaying($0) }.map {
            NowPlayingFacts(
                app: world.names[$0.id.name], isPlaying: $0.hasRunningSound, info: world.nowPlayingInfo(of: $0.id))
        }
        return facts
    }
}
