import SessionCalls
import SessionPolicy
import SessionSound
import Synchronization

/// A process's sounds, as the scenes of its device let them run, and the way of those scenes to where they are heard.
final class SoundStage: SceneReceiver {
    private struct State {
        var heads: [SceneName: (head: SoundHead, player: SoundPlayer)] = [:] { didSet { following = nil } }
        /// The sounds that the last scene named.
        var named: [SceneName] = []
        /// Their heads; nil where they are to be looked up anew.
        var following: [SoundHead?]?
        /// Where the sounds are made audible; nil before there is anything to hear, and once the app is gone.
        var sound: ProcessSound?
        var capture: Capture?
        var tracks: RecorderTracks?
        /// The apps whose recording the last scene lets run.
        var recording: [String] = []
    }

    private let state = Mutex(State())

    /// Makes audible from now on what the scenes say.
    ///
    /// - Parameters:
    ///   - sound: Where the sounds are heard.
    ///   - capture: What is captured.
    ///   - tracks: Who gets that.
    func open(_ sound: ProcessSound, _ capture: Capture, into tracks: RecorderTracks) {
        state.withLock { ($0.sound, $0.capture, $0.tracks) = (sound, capture, tracks) }
    }

    /// Lets go of what makes it audible.
    func close() {
        let last = state.withLock { state in
            defer { (state.sound, state.capture, state.tracks, state.heads) = (nil, nil, nil, [:]) }
            return (state.sound, state.capture)
        }
        last.1?.end()
    }

    /// Lets a sound follow the scenes from now on.
    func add(_ head: SoundHead, _ player: SoundPlayer, as name: SceneName) {
        let sound = state.withLock { state in
            state.heads[name] = (head, player)
            return state.sound
        }
        sound?.add(player, as: name)
    }

    /// Lets a sound play that follows nothing: a system sound.
    func add(_ player: SoundPlayer, as names: [SceneName]) {
        let sound = state.withLock { $0.sound }
        for name in names { sound?.add(player, as: name) }
    }

    func remove(_ player: SoundPlayer) { state.withLock { $0.sound }?.remove(player) }

    func remove(_ name: SceneName) {
        let (entry, sound) = state.withLock { ($0.heads.removeValue(forKey: name), $0.sound) }
        if let entry { sound?.remove(entry.player) }
    }

    var capture: Capture? { state.withLock { $0.capture } }
    var tracks: RecorderTracks? { state.withLock { $0.tracks } }

    /// Whether the policy lets an app's recording run.
    func records(_ app: String) -> Bool { state.withLock { $0.recording.contains(app) } }

    func drop() { state.withLock { $0.sound }?.drop() }

    /// What the device is to learn of a sound of an app, in the app's words; nil where that is nothing new to it.
    ///
    /// - Parameters:
    ///   - fact: What the sounds tell.
    ///   - now: The device's time.
    func report(of fact: SoundingFact, at now: MachineTime) -> (app: String, fact: ProcessFact)? {
        let name: SceneName
        switch fact {
        case .ended(let ended), .failed(let ended, _), .stalled(let ended, _): name = ended
        case .outputLost, .volumeTurned, .control: return nil
        }
        guard name.kind == .sound, let app = name.app, let sound = name.sound,
            let head = state.withLock({ $0.heads[name]?.head })
        else { return nil }
        switch fact {
        case .ended: return (app, .soundMoved(sound, remaining: Length(nanoseconds: 0)))
        case .failed(_, let reason): return (app, .soundFailed(sound, reason: reason))
        case .stalled(_, let length):
            return head.stall(by: length, at: now).map { (app, .soundMoved(sound, remaining: $0)) }
        case .outputLost, .volumeTurned, .control: return nil
        }
    }

    func take(_ scene: Scene) {
        state.withLock { state in
            let before = state.named
            let isSame = before == scene.names
            let following = (isSame ? state.following : nil) ?? scene.names.map { state.heads[$0]?.head }
            (state.named, state.following) = (scene.names, following)
            for (place, level) in scene.picture.sounds.enumerated() {
                following[place]?.follow(
                    at: scene.at, runs: level.isRunning, starts: scene.started.contains(place), isOver: false)
            }
            if !isSame {
                let named = Set(scene.names)
                for name in before where !named.contains(name) {
                    guard let (head, player) = state.heads[name] else { continue }
                    let isOver = scene.finished.contains(name)
                    head.follow(at: scene.at, runs: false, starts: false, isOver: isOver)
                    if isOver { player.rewind() }
                }
            }
            state.sound?.take(scene)
            state.recording = scene.input?.apps ?? []
            state.capture?.take(scene.input)
        }
    }
}
