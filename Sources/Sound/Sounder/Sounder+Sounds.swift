import Mixer
import SessionPolicy
import Synchronization

/// The output latency in frames, from the mixer to the ear. Read by any thread while the sounds' thread opens devices.
final class OutputLatency: Sendable { let frames = Atomic(0) }

/// The sounds of the process: players, names and requests.
extension Sounder {
    func apply(_ items: [Inbox.Item]) {
        for item in items { apply(item) }
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

    private func apply(_ item: Inbox.Item) {
        switch item {
        case .scene(let scene): show(scene)
        case .add(let player, let name): players[name] = player
        case .remove(let player):
            measured.remove(ObjectIdentifier(player))
            for (name, known) in players where known === player { players[name] = nil }
        case .replay(let player, let place):
            if let sound = reference(of: player) { replay(sound, from: place) }
        case .pan(let player, let pan):
            if let sound = reference(of: player) { setPan(pan, of: sound) }
        case .measure(let player): measured.insert(ObjectIdentifier(player))
        case .turned(let volume, let change): hear(change, of: volume)
        case .changed: retryNow()
        case .drop: halt()
        }
    }

    private func forgetNames() {
        guard names.count > 2 * PolicyState.soundLimit else { return }
        for (reference, name) in names where interpreter.bus(of: reference) == nil && players[name] == nil {
            (names[reference], references[name]) = (nil, nil)
        }
        named = ([], [])
    }

    private func show(_ scene: Scene) {
        forgetNames()
        // Usually a scene names the same sounds as the one before.
        if scene.names != named.names || !scene.picture.sounds.lazy.map(\.reference).elementsEqual(named.sounds) {
            named = (scene.names, scene.picture.sounds.map(\.reference))
            for (sound, name) in zip(named.sounds, named.names) {
                names[sound] = name
                references[name] = sound
            }
        }
        show(scene, finished: Set(scene.finished.compactMap { references[$0] }))
    }

    func end(of name: SceneName) -> SoundingFact {
        players[name]?.content.takeFailure().map { .failed(name, reason: $0) } ?? .ended(name)
    }

    private func reference(of player: SoundPlayer) -> SoundReference? {
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
