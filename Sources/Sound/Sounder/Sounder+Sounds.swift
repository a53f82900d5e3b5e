import Mixer
import SessionPolicy
import Synchronization

/// The output latency in frames, from the mixer to the ear. Read by any thread while the sounds' thread opens devices.
final class OutputLatency: Sendable { let frames = Atomic(0) }

/// The sounds of the process: players, names and requests.
extension Sounder {
    func apply(_ items: [Inbox.Item]) {
        for item in items { item(self) }
        feeders.fillByHand()
        advance()
        publish()
        latency.frames.store(wayInFrames, ordering: .relaxed)
    }

    /// Pulls the frames heard so far, with a manual clock.
    func pull(keepsHeard: Bool) -> [Float] {
        feeders.fillByHand()
        var heard: [Float] = []
        (access as? ManualDeviceAccess)?.pull { samples, frames in
            if keepsHeard { heard += UnsafeBufferPointer(start: samples, count: 2 * frames) }
        }
        return heard
    }

    func remove(_ player: SoundPlayer) {
        measured.remove(ObjectIdentifier(player))
        for (name, known) in players where known === player { players[name] = nil }
    }

    private func forgetNames() {
        guard names.count > 2 * PolicyState.soundLimit else { return }
        for (reference, name) in names where interpreter.bus(of: reference) == nil && players[name] == nil {
            (names[reference], references[name]) = (nil, nil)
        }
        named = ([], [])
    }

    /// Applies a scene.
    func show(_ scene: Scene) {
        forgetNames()
        // Usually a scene names the same sounds as the one before.
        if scene.names != named.names || !scene.picture.sounds.lazy.map(\.reference).elementsEqual(named.sounds) {
            named = (scene.names, scene.picture.sounds.map(\.reference))
            for (sound, name) in zip(named.sounds, named.names) {
                names[sound] = name
                references[name] = sound
            }
        }
        self.scene = scene
        show(
            started: scene.started, finished: Set(scene.finished.compactMap { references[$0] }),
            at: scene.at.nanoseconds)
    }

    func end(of name: SceneName) -> SoundingFact {
        players[name]?.content.takeFailure().map { .failed(name, reason: $0) } ?? .ended(name)
    }

    func reference(of player: SoundPlayer) -> SoundReference? {
        players.first { $0.value === player }.flatMap { references[$0.key] }
    }

    func source(of sound: SoundReference) -> VoiceSource? {
        guard let name = names[sound] else { return nil }
        if let player = players[name] {
            return player.source(feeders) { frame(at: $0) }
        }
        return provider(name, feeders) ?? (name.sound == nil ? deviceSounds?.source(of: name, feeders) : nil)
    }

    /// Updates the requested meters of the players, and the audible frame.
    private func publish() {
        let heard = heard
        for (name, player) in players {
            guard let reference = references[name] else { continue }
            let bus = measured.contains(ObjectIdentifier(player)) ? interpreter.bus(of: reference) : nil
            let meter = bus.flatMap { mixer.meter(of: $0) }
            player.state.withLock { ($0.meter, $0.heard) = (meter, heard) }
        }
    }
}
