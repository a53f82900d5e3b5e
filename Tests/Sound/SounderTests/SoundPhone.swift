import Mixer
import Scratch
import SessionPolicy
import SoundFiles
import Synchronization
import Testing

@testable import Sounder

/// One app's sounds in time by hand: the policy decides, and every sample that is heard is kept.
final class SoundPhone {
    static let rate = 48_000
    /// The limiter's look-ahead: so much later than its frame a sample is heard.
    static let latency = 240
    /// The time that a change takes to reach the rendered frames: one period.
    static let period = 256

    private let book: RuleBook
    private var state: PolicyState
    private let app = AppID(Name(1))
    let sound: ProcessSound
    private let told: Told
    private(set) var now: Int64 = 1_000_000_000
    /// The left and the right channel of what was heard while a device ran.
    private(set) var left: [Float] = []
    private(set) var right: [Float] = []
    private var numbers: [String: SoundID] = [:]
    private var players: [SceneName: SoundPlayer] = [:]

    /// The facts that were told, from whichever thread.
    private final class Told: Sendable {
        let facts = Mutex<[SoundingFact]>([])
        let sentences = Mutex<[String]>([])
    }

    var facts: [SoundingFact] { told.facts.withLock { $0 } }
    var sentences: [String] { told.sentences.withLock { $0 } }

    init(_ book: RuleBook = .modern, rendersByHand: Bool = false) throws {
        self.book = book
        state = book.initialState()
        let told = Told()
        self.told = told
        sound = try ProcessSound(
            .hand(ManualClock(from: now), rendersByHand: rendersByHand),
            tell: { fact in told.facts.withLock { $0.append(fact) } },
            say: { sentence in told.sentences.withLock { $0.append(sentence) } })
        take(.launched(.app, backgroundAudio: true, resumes: true))
    }

    /// Adds a player under a name.
    func add(
        _ material: SoundMaterial, _ name: String = "song", mayKeepPitch: Bool = true
    ) throws -> SoundPlayer {
        let player = try SoundPlayer(material, mayKeepPitch: mayKeepPitch)
        let sceneName = SceneName(.sound, app: "app", sound: name)
        sound.add(player, as: sceneName)
        players[sceneName] = player
        numbers[name] = SoundID(Name(UInt32(10 + numbers.count)))
        return player
    }

    func play(_ name: String = "song", lasts: Double? = nil) {
        take(.play(numbers[name]!, lasts: lasts.map { Length(seconds: $0) }, gain: 1))
    }

    func pause(_ name: String = "song") { take(.pause(numbers[name]!)) }
    func stop(_ name: String = "song") { take(.stop(numbers[name]!)) }
    func setGain(_ gain: Double, over: Length? = nil, _ name: String = "song") {
        take(.setGain(numbers[name]!, to: gain), gainOver: over)
    }

    private func take(_ event: AppEvent, gainOver: Length? = nil) {
        let step = book.reduce(state, .app(app, event), at: Instant(nanoseconds: now))
        #expect(step.refusal == nil)
        state = step.state
        show(step.started, finished: [], gainOver: gainOver)
    }

    private func show(_ started: [SoundReference], finished: [SceneName], gainOver: Length? = nil) {
        let picture = book.picture(of: state)
        var scene = Scene(
            at: MachineTime(nanoseconds: now), picture: picture, names: picture.sounds.map { name(of: $0.reference) },
            started: picture.sounds.indices.filter { started.contains(picture.sounds[$0].reference) },
            finished: finished, output: SceneOutput(port: .builtInSpeaker, pcm: nil))
        scene.gainOver = gainOver.map { Scene.GainOver(place: 0, length: $0) }
        for (name, player) in players {
            let place = scene.names.firstIndex(of: name)
            player.withHead {
                $0.follow(
                    at: scene.at, runs: place.map { picture.sounds[$0].isRunning } ?? false,
                    starts: place.map { scene.started.contains($0) } ?? false, isOver: finished.contains(name))
            }
        }
        sound.receive(scene)
    }

    private func name(of reference: SoundReference) -> SceneName {
        SceneName(.sound, app: "app", sound: numbers.first { $0.value == reference.sound }?.key)
    }

    /// Lets time pass, and what is due happen on the way.
    func pass(_ milliseconds: Int) {
        let end = now + Int64(milliseconds) * 1_000_000
        while let due = state.nextDeadline?.nanoseconds, due <= end {
            move(to: due)
            let before = state.apps
            state = book.reduce(state, .deadlineReached, at: Instant(nanoseconds: due)).state
            let gone = before.flatMap { app in
                app.sounds.filter { state.startedSound($0.id, of: app.id) == nil }
                    .map { name(of: SoundReference(.sound, app: app.id, sound: $0.id)) }
            }
            show([], finished: gone)
        }
        move(to: end)
    }

    private func move(to moment: Int64) {
        let samples = sound.advance(to: moment, keepsHeard: true)
        left += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        right += stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
        now = moment
    }

    /// The factor of the media volume.
    var volume: Float { Float(book.picture(of: state).mediaVolume) }

    /// Samples that say where they stand: sample n is (n + 1) / 2²².
    static func counting(_ frames: Int) -> SoundMaterial {
        .samples((0..<frames).map { Float($0 + 1) * 0x1p-22 }, channels: 1, rate: rate)
    }

    /// A file of such samples, which is read while it plays.
    static func countingFile(_ frames: Int) throws -> SoundMaterial {
        let path = Scratch.shared.fresh("counting.wav")
        let writer = try WAVWriter(path: path, rate: rate, channels: 1)
        let samples = (0..<frames).map { Float($0 + 1) * 0x1p-22 }
        try samples.withUnsafeBufferPointer { try writer.write($0.baseAddress!, count: frames) }
        try writer.finish()
        return try .reading(file: path)
    }

    /// The place of a sample in such a sound, or nil for silence.
    func place(_ sample: Float) -> Int? { sample == 0 ? nil : Int((sample / volume * 0x1p22).rounded()) - 1 }
}

/// Settings of an app's handle, at the time of the sounds.
extension SoundPlayer {
    private var now: MachineTime { MachineTime(nanoseconds: state.withLock { $0.sound }?.now ?? 0) }

    var loops: Int {
        get { head.loops }
        set { change(at: now) { $0.loops = newValue } }
    }

    var rate: Double {
        get { head.rate }
        set { change(at: now) { $0.rate = newValue } }
    }

    var end: Double? {
        get { head.end }
        set { change(at: now) { $0.end = newValue } }
    }

    func seek(to seconds: Double) { seek(to: seconds, at: now) }

    var position: Double { head.position(at: now) }
}
