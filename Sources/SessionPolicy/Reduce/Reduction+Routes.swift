/// Plugs, connections and the picker (R-RTE-1 to R-RTE-10).
extension Reduction {
    mutating func connect(_ accessory: Accessory) {
        guard !state.gestures.contains(where: { $0.is(accessory.kind, uid: accessory.uid) }) else {
            return refuse(nil, "it is there already; take it away first")
        }
        routeChangeReason = .newDeviceAvailable
        gesture { $0.append(.accessory(accessory)) }
        explainUnpaused()
    }

    /// R-RTE-4: whatever a person adds or picks, what plays goes on there.
    private mutating func explainUnpaused() {
        for app in state.apps where app.sounds.contains(where: { $0.isRunning }) {
            decide(.rte4, app.id, "{app} goes on without a pause")
        }
    }

    mutating func disconnect(_ kind: Accessory.Kind, uid: Name?) {
        guard let index = state.gestures.lastIndex(where: { $0.matches(kind, uid: uid) }),
            case .accessory(let accessory) = state.gestures[index]
        else { return refuse(nil, "it is not there; plug it in or connect it first") }
        routeChangeReason = .oldDeviceUnavailable
        if book.settings.pausesWhenOutputGoes { pauseWhatUses(accessory) }
        gesture { $0.remove(at: index) }
    }

    mutating func pickRoute(_ kind: Accessory.Kind?, uid: Name?) {
        routeChangeReason = .override
        if let kind {
            guard let index = state.gestures.lastIndex(where: { $0.matches(kind, uid: uid) }) else {
                return refuse(nil, "it is not there to be picked; plug it in or connect it first")
            }
            gesture { $0.append($0.remove(at: index)) }
        } else {
            gesture { gestures in
                gestures.removeAll { if case .phone = $0 { true } else { false } }
                gestures.append(.phone(speakerPicked: true))
            }
        }
        explainUnpaused()
    }

    /// Does what a person does with accessories; an override that it contradicts ends (R-RTE-7).
    private mutating func gesture(_ change: (inout [Gesture]) -> Void) {
        let before = state
        change(&state.gestures)
        decide(.rte1, "the last gesture wins")
        for index in state.apps.indices where state.apps[index].session.overridesToSpeaker {
            state.apps[index].session.overridesToSpeaker = false
            let session = state.apps[index].session
            if book.outputRoute(of: session, in: before) == book.outputRoute(of: session, in: state) {
                state.apps[index].session.overridesToSpeaker = true
            } else {
                decide(.rte7, state.apps[index].id, "{app}'s override to the speaker ends with the route change")
            }
        }
    }

    /// R-RTE-5: nobody shares with the room what he heard in private. What plays on the accessory pauses; what an
    /// interruption halted there counts as paused and does not resume.
    private mutating func pauseWhatUses(_ accessory: Accessory) {
        let mediaIsThere = book.uses(book.mediaSession(in: state), accessory, in: state)
        for index in state.apps.indices {
            let app = state.apps[index]
            let wouldBeThere = book.uses(app.session, accessory, in: state)
            var paused = false
            for (position, sound) in app.sounds.enumerated() {
                switch sound.progress {
                case .running where mediaIsThere: break
                case .halted where wouldBeThere: break
                default: continue
                }
                state.apps[index].sounds[position].progress = sound.progress.paused(at: now)
                paused = true
            }
            if paused {
                decide(.rte5, app.id, "its output has gone: {app} pauses, and nothing resumes by itself")
            }
        }
    }

    mutating func overrideOutput(_ index: Int, toSpeaker: Bool) {
        guard !isRefused(.overrideOutput, index) else { return }
        let app = state.apps[index]
        routeChangeReason = .override
        state.apps[index].session.overridesToSpeaker = toSpeaker
        decide(
            .rte7, app.id,
            toSpeaker ? "{app} overrides its output to the speaker until the route changes" : "{app} overrides nothing")
    }
}

extension Gesture {
    /// Whether it is this very accessory.
    fileprivate func `is`(_ kind: Accessory.Kind, uid: Name?) -> Bool {
        guard case .accessory(let accessory) = self else { return false }
        return accessory.kind == kind && accessory.uid == uid
    }

    /// Whether it is an accessory of that kind, and the one asked for if one is asked for.
    fileprivate func matches(_ kind: Accessory.Kind, uid: Name?) -> Bool {
        guard case .accessory(let accessory) = self else { return false }
        return accessory.kind == kind && (uid == nil || accessory.uid == uid)
    }
}

extension Progress {
    /// The progress of the same sound once it pauses.
    func paused(at now: Instant) -> Progress {
        switch self {
        case .running(let ends): .paused(remaining: ends.map { Length(from: now, to: $0) })
        case .halted(let remaining), .paused(let remaining): .paused(remaining: remaining)
        }
    }

    /// The progress of the same sound once an interruption halts it.
    func halted(at now: Instant) -> Progress {
        if case .running(let ends) = self { .halted(remaining: ends.map { Length(from: now, to: $0) }) } else { self }
    }

    /// The progress of the same sound once it goes on.
    func resumed(at now: Instant) -> Progress {
        switch self {
        case .running: self
        case .halted(let remaining), .paused(let remaining): .running(ends: remaining.map { now.advanced(by: $0) })
        }
    }
}
