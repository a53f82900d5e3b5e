import SessionPolicy
import SessionSound
import SessionWorld

/// What the session tells the sounder beyond scenes, and what it hears from it.
extension LiveSession {
    /// What uses an accessory is dropped before anybody is told that it is gone, so that nothing in the buffer is heard
    /// elsewhere.
    func dropWhatUses(_ kind: Accessory.Kind) {
        let isThere = world.state.gestures.contains { gesture in
            if case .accessory(let accessory) = gesture { accessory.kind == kind } else { false }
        }
        let picture = world.picture
        guard isThere,
            picture.route.outputs.contains(kind.output)
                || picture.sounds.contains(where: { $0.isRunning && $0.outputs.contains(kind.output) })
        else { return }
        sounder.drop()
    }

    /// Tells the policy what the sounder has noticed.
    func followFacts() {
        for fact in sounder.takeFacts() {
            switch fact {
            case .lost(let port): lose(port)
            case .level(let level, let isTurnedNow): hear(level, isTurnedNow: isTurnedNow)
            // The policy lets time go on meanwhile, and knows the ends of the sounds itself.
            case .ended, .suspended: break
            }
        }
    }

    /// A device is gone: an accessory's is as good as pulled out.
    private func lose(_ port: Port) {
        guard let kind = Accessory.Kind(output: port), isConnected(port) else { return }
        take(kind.isWired ? .unplug : .disconnect, .accessoryDisconnected(kind, uid: nil))
    }

    private func isConnected(_ port: Port) -> Bool {
        world.state.gestures.contains { gesture in
            if case .accessory(let accessory) = gesture { accessory.kind.output == port } else { false }
        }
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
