import SessionExploration
import SessionPolicy
import SessionReference

/// Walks the policy itself, as a host would: deadlines that are due come first, and all replies are written down.
struct PolicyWalker {
    let book: RuleBook
    private(set) var state: PolicyState

    init(book: RuleBook) {
        self.book = book
        state = book.initialState()
    }

    mutating func take(_ step: WalkStep) -> Observation {
        var meanwhile: [Observation] = []
        while let due = state.nextDeadline, due <= step.at { meanwhile.append(observe(.deadlineReached, at: due)) }
        var observation = observe(step.event, at: step.at)
        observation.meanwhile = meanwhile
        return observation
    }

    private mutating func observe(_ event: Event, at moment: Instant) -> Observation {
        let step = book.reduce(state, event, at: moment)
        state = step.state
        let picture = book.picture(of: state)
        var observation = Observation(at: moment)
        observation.error = step.refusal?.error
        observation.answer = step.answer.map { Observation.Answered($0) }
        observation.events = step.notices.map { .init(app: $0.app, message: $0.message) }
        observation.vibrated = step.vibrates
        for level in picture.sounds {
            if let rule = level.unheardBy {
                observation.unheard.append(
                    .init(
                        sound: level.reference, rule: rule, haltChange: level.isRunning ? nil : level.changes.halt))
            } else {
                observation.heard.append(
                    .init(
                        sound: level.reference, gain: level.totalGain, isDucked: level.duckedBy != nil,
                        outputs: level.outputs, duckChange: level.changes.duck))
            }
        }
        observation.heard.sort { Observation.precedes($0.sound, $1.sound) }
        observation.unheard.sort { Observation.precedes($0.sound, $1.sound) }
        observation.sessions = state.apps.map { app in
            .init(
                app: app.id, category: app.session.category, mode: app.session.mode,
                options: app.session.options.withImpliedMixing, phase: app.session.phase.name)
        }
        observation.device = device(picture)
        return observation
    }

    private func device(_ picture: Picture) -> Observation.Device {
        var device = Observation.Device()
        device.isSilent = state.ringSwitch == .silent
        device.isLocked = state.isLocked
        device.isAtEar = state.isAtEar
        device.call = state.call
        device.calls = state.calls.map { Observation.line(of: $0.app, $0.uid, $0.phase, isMuted: $0.isMuted) }
        device.alarmFires = state.alarmFires
        device.outputs = picture.route.outputs
        device.inputs = picture.route.inputs
        device.mediaVolume = Observation.rounded(picture.mediaVolume)
        device.ringerVolume = Observation.rounded(state.ringerVolume)
        device.callVolume = Observation.rounded(state.callVolume)
        device.foreground = state.foreground
        device.hasVolumeControl = picture.hasVolumeControl
        device.preferredOutputs = picture.preferredOutputs
        return device
    }
}
