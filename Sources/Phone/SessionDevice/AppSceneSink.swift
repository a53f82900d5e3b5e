import Dispatch
import SessionPhone
import SessionPolicy
import Sounder
import Synchronization

/// The sounds of a process under the scenes of its device.
final class AppSceneSink: SceneSink {
    struct Entry {
        let player: SoundPlayer
        let names: SoundNames
        /// Whether its `AppSound` is gone: it plays until a scene no longer names it.
        var isReleased = false
    }

    private struct State {
        var entries: [SceneName: Entry] = [:] { didSet { following = nil } }
        var named: [SceneName] = []
        /// Their players, or nil to look them up again.
        var following: [SoundPlayer?]?
        /// The process's sounds, or nil before the first sound and after the app's end.
        var sound: ProcessSound?
        var capture: Capture?
        var tracks: RecorderTracks?
        /// The apps that may record in the last scene.
        var recording: [String] = []

        /// Halts sounds of the previous scene that the new one does not name.
        /// - Returns: Those without an `AppSound`, which are removed.
        mutating func end(_ before: [SceneName], in scene: Scene) -> [Entry] {
            let named = Set(scene.names)
            var released: [Entry] = []
            for name in before where !named.contains(name) {
                guard let entry = entries[name] else { continue }
                let isOver = scene.finished.contains(name)
                entry.player.withHead { $0.follow(at: scene.at, runs: false, starts: false, isOver: isOver) }
                guard entry.isReleased, let sound = name.sound else { continue }
                isOver ? entry.names.giveBack(sound) : entry.names.abandon(sound)
                entries[name] = nil
                released.append(entry)
            }
            return released
        }
    }

    private let state = Mutex(State())

    func open(_ sound: ProcessSound, _ capture: Capture) {
        state.withLock { ($0.sound, $0.capture) = (sound, capture) }
    }

    /// Routes captured frames to the recordings of the process's apps.
    func record(into tracks: RecorderTracks) { state.withLock { $0.tracks = tracks } }

    func close() {
        let last = state.withLock { state in
            defer { (state.sound, state.capture, state.tracks, state.entries) = (nil, nil, nil, [:]) }
            return (capture: state.capture, state.sound, state.entries)
        }
        last.capture?.end()
    }

    func add(_ entry: Entry, as name: SceneName) {
        let sound = state.withLock { state in
            state.entries[name] = entry
            return state.sound
        }
        sound?.add(entry.player, as: name)
    }

    func add(_ player: SoundPlayer, as names: [SceneName]) {
        let sound = state.withLock { $0.sound }
        for name in names { sound?.add(player, as: name) }
    }

    func remove(_ player: SoundPlayer) { state.withLock { $0.sound }?.remove(player) }

    /// Keeps a sound playing after its `AppSound` is gone.
    /// - Returns: Whether the last scene names it.
    func playOn(_ name: SceneName) -> Bool {
        state.withLock { state in
            guard state.named.contains(name) else { return false }
            state.entries[name]?.isReleased = true
            return true
        }
    }

    func remove(_ name: SceneName) {
        let (entry, sound) = state.withLock { ($0.entries.removeValue(forKey: name), $0.sound) }
        if let entry { sound?.remove(entry.player) }
    }

    var capture: Capture? { state.withLock { $0.capture } }
    var tracks: RecorderTracks? { state.withLock { $0.tracks } }

    /// The output and input latency in seconds, or nil without audible sounds.
    var latencies: (output: Double, input: Double)? {
        let (sound, capture) = state.withLock { ($0.sound, $0.capture) }
        guard let sound, let capture else { return nil }
        return (sound.latency, capture.latency)
    }

    func records(_ app: String) -> Bool { state.withLock { $0.recording.contains(app) } }

    func drop() { state.withLock { $0.sound }?.drop() }

    func remaining(of sound: SceneName, at now: MachineTime) -> Length? {
        state.withLock { $0.entries[sound]?.player }?.head.remaining(at: now)
    }

    func report(of fact: SoundingFact, at now: MachineTime) -> (app: String, fact: ProcessFact)? {
        let name: SceneName
        switch fact {
        case .ended(let ended), .failed(let ended, _), .stalled(let ended, _): name = ended
        case .outputLost, .volumeTurned, .control: return nil
        }
        guard name.kind == .sound, let app = name.app, let sound = name.sound,
            let player = state.withLock({ $0.entries[name]?.player })
        else { return nil }
        switch fact {
        case .ended: return (app, .soundMoved(sound, remaining: Length(nanoseconds: 0)))
        case .failed(_, let reason): return (app, .soundFailed(sound, reason: reason))
        case .stalled(_, let length):
            let head = player.withHead { head in
                head.stall(by: length)
                return head
            }
            guard head.since != nil, let remaining = head.remaining(at: now) else { return nil }
            return (app, .soundMoved(sound, remaining: remaining))
        case .outputLost, .volumeTurned, .control: return nil
        }
    }

    func receive(_ scene: Scene) {
        state.withLock { state in
            let before = state.named
            let isSame = before == scene.names
            let following = (isSame ? state.following : nil) ?? scene.names.map { state.entries[$0]?.player }
            (state.named, state.following) = (scene.names, following)
            for (place, level) in scene.picture.sounds.enumerated() {
                let starts = scene.started.contains(place)
                following[place]?.withHead {
                    $0.follow(at: scene.at, runs: level.isRunning, starts: starts, isOver: false)
                }
            }
            let over = isSame ? [] : state.end(before, in: scene)
            state.sound?.receive(scene)
            for entry in over { state.sound?.remove(entry.player) }
            // Released on another thread: the app's closures may call the device, whose lock is held here.
            if !over.isEmpty { DispatchQueue.global().async { withExtendedLifetime(over) {} } }
            state.recording = scene.input?.apps ?? []
            state.capture?.choose(scene.input)
        }
    }
}
