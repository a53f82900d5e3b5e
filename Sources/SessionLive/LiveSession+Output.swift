import SessionPolicy
import SessionSound
import SessionWorld

/// What the session tells the sounder beyond scenes, and what it hears from it.
extension LiveSession {
    /// Tells the policy what the sounder has noticed.
    func followFacts() {
        for fact in sounder.takeFacts() {
            switch fact {
            case .lost(let port): lose(port)
            case .level(let level, let isTurnedNow): hear(level, isTurnedNow: isTurnedNow)
            case .ended(let sound): finish(sound)
            case .suspended, .control: break
            }
        }
    }

    /// A sound has come to its end of which the policy does not know when that would be.
    private func finish(_ reference: SoundReference) {
        let sound = world.state.sounds.first { $0.app == reference.app && $0.id == reference.sound }
        guard reference.kind == .sound, let sound, case .running(nil) = sound.progress else { return }
        take(.wait, .app(sound.app, .soundMoved(sound.id, remaining: .milliseconds(0))))
    }

    /// A device is gone: an accessory's is as good as pulled out.
    private func lose(_ port: Port) {
        guard let kind = Accessory.Kind(output: port),
            world.state.accessories.contains(where: { $0.kind.output == port })
        else { return }
        take(kind.isWired ? .unplug : .disconnect, .accessoryDisconnected(kind, uid: nil))
    }

    /// Somebody else has set the control of the volume in force: as if the person had moved the slider, or, where the
    /// phone itself is loudest, had pressed the buttons.
    private func hear(_ level: Double, isTurnedNow: Bool) {
        guard isTurnedNow else {
            if abs(level - world.picture.mediaVolume) > 0.001 { take(.volumeSlider, .volumeSliderMoved(to: level)) }
            return
        }
        let phone = world.picture.loudestVolume
        guard phone > world.picture.soundingMediaVolume else {
            return take(.volumeSlider, .volumeSliderMoved(to: level))
        }
        let presses = Int(((level - phone) / world.book.numbers.volumeStep).rounded())
        guard presses != 0 else { return sounder.showAgain() }
        take(.volumeButton, .volumeButtonPressed(presses > 0 ? .up : .down, times: abs(presses)))
    }
}

extension PolicyState {
    /// What is plugged in or connected.
    var accessories: [Accessory] {
        gestures.compactMap { gesture in
            if case .accessory(let accessory) = gesture { accessory } else { nil }
        }
    }
}

extension Picture {
    /// Whether a port is in the route, or anything runs on it.
    func uses(_ port: Port) -> Bool {
        route.outputs.contains(port) || sounds.contains { $0.isRunning && $0.outputs.contains(port) }
    }
}
