import ALSADevice
import Mixer
import SessionArbiter
import SessionCalls
import SessionHost
import SessionLive
import SessionPolicy
import SessionSound
import SessionWire
import SessionWorld
import Synchronization

/// The policy of a host, and what the host itself sounds: the device's own sounds, and those of emulated apps.
final class HomeStage {
    let arbiter: Arbiter
    private let sounds: HomeSounds?

    /// Makes the policy, and what it is heard on.
    ///
    /// - Throws: Exit status 2 after a word for bindings with mistakes; what `Sounder` and `SoundLibrary` throw.
    init(_ options: HostOptions, loop: EventLoop) throws {
        let world = World(options.rules.book)
        guard !options.silent else {
            arbiter = Arbiter(world, clock: LoopClock())
            sounds = nil
            return
        }
        let bindings = try options.outputs()
        arbiter = Arbiter(world, clock: LoopClock(), outputs: ArbiterOutputs(bindings))
        sounds = try HomeSounds()
    }

    /// Lets it sound.
    func begin() {
        _ = arbiter.attach(scenes: sounds.map { $0 as any SceneReceiver } ?? Silence(), isHome: true)
    }

    /// How long a sound lasts that a step of an emulated app starts; nil for one without an end, and where nothing is heard.
    func seconds(of step: PositionedValue) -> Double? {
        guard let verb = step["do"]?.string, Verb(rawValue: verb)?.startsSound == true, let id = step["sound"]?.string
        else { return nil }
        return sounds?.prepare(id)
    }

    /// Lets go of the device.
    func end() { sounds?.end() }

    /// Plays nothing.
    private final class Silence: SceneReceiver {
        func take(_ scene: Scene) {}
    }

    private final class LoopClock: ArbiterClock {
        var now: MachineTime { MachineTime(nanoseconds: EventLoop.now) }
    }
}

extension HostOptions {
    /// Which devices the ports stand for.
    fileprivate func outputs() throws -> Bindings {
        guard let device else { return try bindings.bindingsOrRefusal(.take()).withoutVolumes }
        return Bindings(Port.allCases.map { Bindings.Entry(port: $0, pcm: device) })
    }
}

extension Bindings {
    /// The same with every volume left to the mixers: several programs cannot move one control.
    fileprivate var withoutVolumes: Bindings {
        Bindings(
            entries.map { Entry(port: $0.port, pcm: $0.pcm, input: $0.input, jack: $0.jack, card: $0.card) },
            origin: origin)
    }
}

extension ArbiterOutputs {
    /// Where pictures are heard: on what the ports are bound to.
    fileprivate init(_ bindings: Bindings) {
        self.init(
            output: { picture in
                let entry = bindings.output(for: picture)
                return SceneOutput(port: entry.port, pcm: entry.pcm)
            },
            inputPCM: { bindings[$0]?.inputPCM })
    }
}

/// The host's own sounds, on a thread of their own: a slow file or device holds up no decision.
private final class HomeSounds: SceneReceiver {
    private struct Inbox: Sendable {
        var scenes: [Scene] = []
        /// The sounds that a step has named, to be got ready.
        var wishes: [(id: String, answer: Doorbell)] = []
        var seconds: [String: Double?] = [:]
        var isOver = false
    }

    private let inbox = Mutex(Inbox())
    private let bell: Doorbell
    private let ended: Doorbell

    init() throws {
        (bell, ended) = (try Doorbell(), try Doorbell())
        let rate = Sounder.usualConfiguration.sampleRate
        let say: @Sendable (String) -> Void = { Output.complain("audiosession: \($0)") }
        let library = try SoundLibrary(nil, rate: rate, say: say)
        let names = HomeNames(library)
        let sounder = try Sounder(
            access: SystemAccess(rate: rate) { _, _ in }, words: Sayings(say)
        ) { names.source(of: $0) }
        let body = HomeThread(sounder: sounder, names: names)
        try OrdinaryThread.start { [self] in run(body) }.detach()
    }

    func take(_ scene: Scene) {
        inbox.withLock { $0.scenes.append(scene) }
        bell.ring()
    }

    /// Gets a sound ready, and says how long it lasts.
    func prepare(_ id: String) -> Double? {
        guard let answer = try? Doorbell() else { return nil }
        inbox.withLock { $0.wishes.append((id, answer)) }
        bell.ring()
        answer.wait()
        return inbox.withLock { $0.seconds.removeValue(forKey: id) ?? nil }
    }

    func end() {
        inbox.withLock { $0.isOver = true }
        bell.ring()
        ended.wait()
    }

    private func run(_ body: HomeThread) {
        while true {
            let now = EventLoop.now
            bell.wait(nanoseconds: body.sounder.nextWakeUp.map { max(0, $0 - now) })
            let (scenes, wishes, isOver) = inbox.withLock { inbox in
                defer { (inbox.scenes, inbox.wishes) = ([], []) }
                return (inbox.scenes, inbox.wishes, inbox.isOver)
            }
            for (id, answer) in wishes {
                let seconds = body.names.prepare(id)
                inbox.withLock { $0.seconds[id] = .some(seconds) }
                answer.ring()
            }
            if isOver { break }
            body.show(scenes)
        }
        body.sounder.drop()
        ended.ring()
    }
}

/// What the thread of the host's sounds holds, and nobody else.
private final class HomeThread {
    let sounder: Sounder
    let names: HomeNames

    init(sounder: Sounder, names: HomeNames) { (self.sounder, self.names) = (sounder, names) }

    func show(_ scenes: [Scene]) {
        for scene in scenes { names.learn(scene) }
        if !scenes.isEmpty {
            sounder.show(
                scenes.map { scene in
                    SoundScene(
                        at: scene.at.nanoseconds, picture: scene.picture,
                        started: scene.started.map { scene.picture.sounds[$0].reference }, output: scene.output)
                })
        }
        sounder.advance()
        // What becomes of a device is said by the sounder; the policy knows the ends of sounds itself.
        _ = sounder.takeFacts()
    }
}

/// The names of sounds as steps write them, for references whose numbers only the policy knows.
private final class HomeNames {
    private let library: SoundLibrary
    private var table = NameTable()
    private var texts: [SoundReference: String] = [:]

    init(_ library: SoundLibrary) { self.library = library }

    func prepare(_ id: String) -> Double? { library.prepare(id, as: table.name(id)) }

    func learn(_ scene: Scene) {
        for (place, level) in scene.picture.sounds.enumerated() { texts[level.reference] = scene.names[place].sound }
    }

    func source(of sound: SoundReference) -> VoiceSource? {
        guard let text = texts[sound] else { return library.source(of: sound) }
        return library.source(of: SoundReference(sound.kind, app: sound.app, sound: SoundID(table.name(text))))
    }
}
