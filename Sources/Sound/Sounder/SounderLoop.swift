import Mixer
import SessionPolicy
import Synchronization
import System

/// The sounder behind a lock, and the loop of its thread; where time is moved by hand, the threads that move it do what is due.
final class SounderLoop: Sendable {
    private let state: Mutex<SounderState>
    /// The time that is given by hand.
    private let hand: ManualClock?
    private let tell: @Sendable (SoundingFact) -> Void

    init(
        _ state: sending SounderState, hand: ManualClock?, tell: @escaping @Sendable (SoundingFact) -> Void
    ) {
        self.state = Mutex(state)
        (self.hand, self.tell) = (hand, tell)
    }

    var isByHand: Bool { hand != nil }

    var now: Int64 { hand?.now ?? SteadyClock.now }

    /// Follows what comes in, until the end.
    func run(_ inbox: Inbox) {
        while true {
            let due = state.withLock { $0.nextWakeUp }
            guard let items = inbox.next(within: due.map { max(0, $0 - SteadyClock.now) }) else { break }
            let facts = state.withLock { $0.follow(items) }
            for fact in facts { tell(fact) }
            inbox.note(followed: items.count)
        }
        close()
    }

    func close() { state.withLock { $0.close() } }

    var isQuiet: Bool { state.withLock { $0.isQuiet } }

    /// The moment of the next look, in the machine's nanoseconds.
    var nextWakeUp: Int64? { state.withLock { $0.nextWakeUp } }

    /// The number of sounds that have a bus.
    var busCount: Int { state.withLock { $0.busCount } }

    /// Does what is due by time that has been given by hand, and tells what came of it.
    func look() {
        let facts = state.withLock { $0.takeKept() + $0.follow([]) }
        for fact in facts { tell(fact) }
    }

    /// Follows on the caller's thread, by hand. The caller may hold locks: facts are told when time moves.
    func follow(_ item: Inbox.Item) { state.withLock { $0.keep($0.follow([item])) } }

    /// Lets time by hand pass.
    func advance(to moment: Int64, keepsHeard: Bool) -> [Float] {
        guard let hand else { return [] }
        var heard: [Float] = []
        while true {
            let (facts, isThere, samples) = state.withLock { state in
                // Where nothing runs nothing is due on the way.
                let next = state.nextWakeUp.map { min($0, moment) } ?? moment
                hand.move(to: next)
                let samples = state.pull(keepsHeard: keepsHeard)
                return (state.takeKept() + state.follow([]), next >= moment, samples)
            }
            heard += samples
            for fact in facts { tell(fact) }
            if isThere { return heard }
        }
    }
}

/// The number of frames between what the mixer takes and the ear; read by any thread while the sounds' thread opens
/// devices.
final class OutputWay: Sendable { let frames = Atomic(0) }

/// The sounder of a process with its players. One thread at a time.
final class SounderState {
    private var sounder: Sounder!
    private let access: any DeviceAccess
    private let feeders: Feeders
    private let fallback: ProcessSound.Source
    private var players: [SceneName: SoundPlayer] = [:]
    private var measured: Set<ObjectIdentifier> = []
    /// The names behind the numbers of scenes, and back.
    private var names: [SoundReference: SceneName] = [:]
    private var references: [SceneName: SoundReference] = [:]
    /// The names and references of the last scene.
    private var named: (names: [SceneName], sounds: [SoundReference]) = ([], [])
    /// The device's own sounds, made when they are first heard.
    private var own: [SoundKind: VoiceSource] = [:]
    private var kept: [SoundingFact] = []
    private let way: OutputWay

    init(
        access: any DeviceAccess, isByHand: Bool, rate: Int, way: OutputWay, say: @escaping @Sendable (String) -> Void,
        source: @escaping ProcessSound.Source
    ) throws(MixerError) {
        (self.access, self.way) = (access, way)
        feeders = Feeders(isByHand: isByHand, say)
        fallback = source
        var configuration = Sounder.usualConfiguration
        configuration.sampleRate = rate
        sounder = try Sounder(
            access: access, configuration: configuration, words: OneTimeWarnings(say),
            name: { [unowned self] in self.names[$0] }, source: { [unowned self] in self.source(of: $0) })
        way.frames.store(sounder.wayInFrames, ordering: .relaxed)
    }

    var nextWakeUp: Int64? { sounder.nextWakeUp }

    func close() { sounder.close() }

    var isQuiet: Bool { sounder.isQuiet }

    var busCount: Int { sounder.interpreter.busCount }

    /// Follows what has come in, and does what is due.
    ///
    /// - Returns: What has happened.
    func follow(_ items: [Inbox.Item]) -> [SoundingFact] {
        for item in items { follow(item) }
        feeders.fillByHand()
        sounder.advance()
        let facts = sounder.takeFacts().map { fact in
            if case .ended(let name) = fact { end(of: name) } else { fact }
        }
        publish()
        way.frames.store(sounder.wayInFrames, ordering: .relaxed)
        return facts
    }

    func keep(_ facts: [SoundingFact]) { kept += facts }

    func takeKept() -> [SoundingFact] {
        defer { kept = [] }
        return kept
    }

    /// Pulls what has been heard by now, where time goes by hand.
    func pull(keepsHeard: Bool) -> [Float] {
        feeders.fillByHand()
        var heard: [Float] = []
        (access as? ManualDeviceAccess)?.pull { samples, frames in
            if keepsHeard { heard += UnsafeBufferPointer(start: samples, count: 2 * frames) }
        }
        return heard
    }

    private func follow(_ item: Inbox.Item) {
        switch item {
        case .scene(let scene): show(scene)
        case .add(let player, let name): players[name] = player
        case .remove(let player):
            measured.remove(ObjectIdentifier(player))
            for (name, known) in players where known === player { players[name] = nil }
        case .replay(let player, let place):
            if let sound = reference(of: player) { sounder.replay(sound, from: place) }
        case .pan(let player, let pan):
            if let sound = reference(of: player) { sounder.setPan(pan, of: sound) }
        case .measure(let player): measured.insert(ObjectIdentifier(player))
        case .turned(let volume, let change): sounder.hear(change, of: volume)
        case .changed: sounder.retryNow()
        case .drop: sounder.drop()
        }
    }

    /// Forgets the names of sounds that are over, once there are many.
    private func forgetNames() {
        guard names.count > 2 * PolicyState.soundLimit else { return }
        for (reference, name) in names where sounder.bus(of: reference) == nil && players[name] == nil {
            (names[reference], references[name]) = (nil, nil)
        }
        named = ([], [])
    }

    private func show(_ scene: Scene) {
        forgetNames()
        // Mostly a scene names what the one before named.
        if scene.names != named.names || !scene.picture.sounds.lazy.map(\.reference).elementsEqual(named.sounds) {
            named = (scene.names, scene.picture.sounds.map(\.reference))
            for (sound, name) in zip(named.sounds, named.names) {
                names[sound] = name
                references[name] = sound
            }
        }
        sounder.show(scene, finished: Set(scene.finished.compactMap { references[$0] }))
    }

    private func end(of name: SceneName) -> SoundingFact {
        players[name]?.content.takeFailure().map { .failed(name, reason: $0) } ?? .ended(name)
    }

    private func reference(of player: SoundPlayer) -> SoundReference? {
        players.first { $0.value === player }.flatMap { references[$0.key] }
    }

    private func source(of sound: SoundReference) -> VoiceSource? {
        guard let name = names[sound] else { return nil }
        if let player = players[name] {
            return player.source(feeders) { sounder.frame(at: $0) }
        }
        if let source = fallback(name, { [feeders] in feeders.feed($0) }) ?? own[name.kind] { return source }
        guard let made = DeviceSounds.samples(of: name.kind, rate: Int(sounder.rate)),
            let storage = try? ClipStorage(interleaved: made.samples, channelCount: 1, sampleRate: Int(sounder.rate))
        else { return nil }
        let source = VoiceSource(
            clip: storage.clip, owner: storage, frames: storage.clip.frameCount, loops: made.loops)
        own[name.kind] = source
        return source
    }

    /// Gives the players the meters that they are asked for, and the frame that is heard.
    private func publish() {
        let heard = sounder.heard
        for (name, player) in players {
            guard let reference = references[name] else { continue }
            let bus = measured.contains(ObjectIdentifier(player)) ? sounder.bus(of: reference) : nil
            let meter = bus.flatMap { sounder.meter(of: $0) }
            player.state.withLock { ($0.meter, $0.heard) = (meter, heard) }
        }
    }
}
