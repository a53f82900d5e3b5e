import Glibc
import Mixer
import SessionPolicy
import SessionWorld
import Synchronization
import SystemSupport
import Testing

@testable import ALSADevice
@testable import SessionPhone
@testable import Sounder

/// A fact that the machine tells of plugs and controls.
enum MachineFact {
    case jack(String, isPlugged: Bool)
    case card(id: String, number: Int, isThere: Bool)
    /// A device of a sound server.
    case sink(String, isThere: Bool)
    case level(VolumeControlName, HardwareVolume.Change)
}

/// A running session in virtual time, on devices that play as fast as the test lets time pass.
final class Bench {
    let machine = TestMachine()
    let sounds: TestSounds
    let phone: Phone
    let recording: LiveRecording
    /// The events so far, in order, each with its millisecond.
    var log: [String] { machine.log }
    private let told = Told()
    var replies: [(reply: Reply, isFromMachine: Bool)] { told.replies.withLock { $0 } }

    private final class Told: Sendable {
        let replies = Mutex<[(reply: Reply, isFromMachine: Bool)]>([])
    }

    /// - Parameters:
    ///   - library: The sounds in place of `sounds`.
    ///   - sink: Keeps recordings.
    init(
        _ ports: String, book: RuleBook = .iPhoneOS3, library: (any SoundProvider)? = nil,
        sink: (any RecordingSink)? = nil
    ) throws {
        let (machine, told) = (machine, told)
        sounds = try TestSounds()
        recording = LiveRecording(into: sink) { machine.note("says: \($0)") }
        phone = try Phone(
            book, bindings: try Bindings(yaml: "ports:\n" + ports, file: "test.yaml"), clock: PhoneClock(machine.clock),
            machine: SoundMachine(
                access: { hear in
                    machine.hear = hear
                    return machine
                }, openInput: { pcm throws(ALSAError) in try machine.openInput(pcm) }, hand: machine.clock),
            deadlines: .caller({}), sounds: library ?? sounds, recordings: recording,
            say: { machine.note("says: \($0)") })
        phone.arbiter.watch { news in
            told.replies.withLock { $0.append((news.reply, news.isFromMachine)) }
            let author = news.isFromMachine ? "machine: " : ""
            machine.note(author + [news.reply.verb, news.reply.app].compactMap { $0 }.joined(separator: " "))
        }
    }

    var world: World { phone.arbiter.world }

    /// Takes a step, written as JSON.
    func step(_ text: String) throws {
        phone.perform(.success(try PositionedValue(json: text.utf8, line: 1)))
        wakeUp = phone.nextWakeUpByHand
    }

    /// Tells a fact of the machine.
    func tell(_ fact: MachineFact) {
        switch fact {
        case .jack(let control, let isPlugged):
            let card = JackMonitor.Card(number: 0, id: "PCH", driver: "HDA-Intel", name: "HDA Intel PCH")
            let jack = JackMonitor.Jack(card: card, control: control, index: 0)
            phone.plugs?.handle(isPlugged ? JackMonitor.JackEvent.plugged(jack) : .unplugged(jack))
        case .card(let id, let number, let isThere):
            let card = JackMonitor.Card(number: number, id: id, driver: "USB-Audio", name: id)
            phone.plugs?.handle(isThere ? JackMonitor.JackEvent.cardAppeared(card) : .cardGone(card))
        case .sink(let name, let isThere):
            phone.plugs?.handle(isThere ? SinkMonitor.SinkEvent.appeared(name) : .gone(name))
        case .level(let volume, let change): machine.hear?(volume, change)
        }
        phone.advance()
        wakeUp = phone.nextWakeUpByHand
    }

    /// The time at which the session is to be woken.
    private var wakeUp: Int64?

    /// Lets time pass, a millisecond at a time; the session wakes only when it has asked to.
    func pass(_ milliseconds: Int) {
        for _ in 0..<milliseconds {
            machine.now += 1_000_000
            machine.pull()
            guard let due = wakeUp, due <= machine.now else { continue }
            machine.wakeUps += 1
            phone.advance()
            wakeUp = phone.nextWakeUpByHand
        }
    }

    /// The frames that have been heard on a PCM by now: the left channel, without dropped ones.
    func heard(_ pcm: String) -> [Float] { machine.heard(pcm) }

    func plug(_ jack: String, _ isPlugged: Bool = true) {
        tell(.jack(jack, isPlugged: isPlugged))
    }

    /// Bindings of a phone with headphones on a PCM of their own.
    static let twoOutputs = """
          builtInSpeaker: {pcm: speaker}
          headphones: {pcm: headphones, jack: {card: PCH, control: Headphone Jack}}

        """
}

extension Phone {
    /// When to call `advance` next with a manual clock.
    var nextWakeUpByHand: Int64? {
        let round = capture.isBusy ? clock.now.nanoseconds + Sounder.roundInNanoseconds : nil
        return [sound.nextWakeUp, nextDeadline, round].compactMap { $0 }.min()
    }
}

extension Arbiter.News {
    /// Whether the machine caused it, not a step.
    var isFromMachine: Bool { author != .step }
}

/// The machine of a bench; all of it is used by the thread of one test.
final class TestMachine: DeviceAccess, @unchecked Sendable {
    static let rate: Int64 = 48_000
    let clock = ManualClock(from: 5_000_000_000)
    var now: Int64 {
        get { clock.now }
        set { clock.move(to: newValue) }
    }
    /// The closure that is told when another program turns a control.
    var hear: ProcessSound.Hear?
    var wakeUps = 0
    /// The scheduling of the threads of its devices.
    var priority = ThreadPriority.fifo(20)
    var log: [String] = []
    /// The PCMs that cannot be opened now, each with the system's error number.
    var refused: [String: Int32] = [:]
    /// The reason for which none can be opened, whatever its name, or nil if all can.
    var obstacle: ALSAError.Kind?
    /// Whether silence cannot be started either.
    var lacksThreads = false
    var levels: [String: TestLevel] = [:]
    private(set) var outputs: [TestOutput] = []

    func note(_ text: String) { log.append("\((now - 5_000_000_000) / 1_000_000) \(text)") }

    func openOutput(_ pcm: String) throws(ALSAError) -> any OutputDevice {
        if let number = refused[pcm] {
            note("cannot open \(pcm)")
            throw ALSAError(.open, pcm: pcm, code: -number)
        }
        if let obstacle {
            note("cannot open \(pcm)")
            throw ALSAError(.open, pcm: pcm, code: -ELIBACC, kind: obstacle)
        }
        note("opens \(pcm)")
        return output(pcm)
    }

    func openInput(_ pcm: String) throws(ALSAError) -> any InputDevice {
        note("records from \(pcm)")
        let input = TestInput { [unowned self] in note("ends recording") }
        inputs.append(input)
        return input
    }

    private(set) var inputs: [TestInput] = []

    func silentOutput() -> any OutputDevice { output("silence") }

    func openLevel(_ volume: VolumeControlName) throws(ALSAError) -> any LevelControl {
        guard let level = levels[volume.control ?? ""] else {
            throw ALSAError(.open, pcm: volume.card, code: -2, kind: .noVolume(control: volume.control))
        }
        return level
    }

    private func output(_ pcm: String) -> TestOutput {
        let output = TestOutput(pcm, self)
        outputs.append(output)
        return output
    }

    func pull() { for output in outputs { output.pull() } }

    func heard(_ pcm: String) -> [Float] {
        outputs.filter { $0.pcm == pcm }.flatMap { $0.samples.prefix($0.played) }
    }

    /// The output that plays on a PCM.
    func playing(_ pcm: String) -> TestOutput? { outputs.last { $0.pcm == pcm && $0.isPlaying } }
}

/// A device of four periods that plays by the machine's clock.
final class TestOutput: OutputDevice {
    let pcm: String
    let periodFrames = 256
    let bufferFrames = 1_024
    private unowned let machine: TestMachine
    private var renderer: PeriodRenderer?
    private var startedAt: Int64 = 0
    /// The frames before this start.
    private var before = 0
    /// The left channel of the frames that were pulled, without dropped ones.
    private(set) var samples: [Float] = []
    private(set) var played = 0
    var lost: Int32?

    init(_ pcm: String, _ machine: TestMachine) { (self.pcm, self.machine) = (pcm, machine) }

    var priority: ThreadPriority? { machine.priority }
    var isPlaying: Bool { renderer != nil }
    var progress: OutputProgress {
        OutputProgress(lost: lost, framesUnheard: dropped + samples.count - played)
    }
    /// The frames that the last drop threw away.
    private var dropped = 0

    func start(_ renderer: PeriodRenderer) throws(ALSAError) {
        guard pcm != "silence" || !machine.lacksThreads else {
            throw ALSAError(.start, pcm: pcm, code: EAGAIN, kind: .shortage(.threads))
        }
        if pcm != "silence" { machine.note("starts \(pcm)") }
        (self.renderer, startedAt, before) = (renderer, machine.now, samples.count)
        dropped = 0
        pull()
    }

    func drop() {
        guard renderer != nil else { return }
        if pcm != "silence" { machine.note("drops \(pcm)") }
        renderer = nil
        dropped = samples.count - played
        samples.removeLast(dropped)
    }

    /// Keeps a period, and fades over 240 frames after it.
    func fade() {
        guard renderer != nil else { return }
        if pcm != "silence" { machine.note("fades \(pcm)") }
        renderer = nil
        let begin = min(samples.count, played + periodFrames)
        let end = min(samples.count, begin + Self.fadeFrames)
        for place in begin..<end { samples[place] *= 1 - Float(place - begin + 1) / Float(end - begin + 1) }
        dropped = samples.count - begin
        samples.removeLast(samples.count - end)
        played = end
    }

    static let fadeFrames = 240

    func pull() {
        guard let renderer, lost == nil else { return }
        var block = [Float](repeating: 0, count: 2 * periodFrames)
        played = before + Int((machine.now - startedAt) * TestMachine.rate / 1_000_000_000)
        while samples.count < played || samples.count - played + periodFrames <= bufferFrames {
            block.withUnsafeMutableBufferPointer { renderer.body(renderer.context, $0.baseAddress!, periodFrames) }
            samples += (0..<periodFrames).map { block[2 * $0] }
        }
    }
}

/// A device that hears what the test says, and keeps what becomes of it.
final class TestInput: InputDevice {
    /// The left and right samples that wait.
    var waiting: [Float] = []
    var lost: Int32?
    let periodFrames = 256
    private let onStop: () -> Void

    init(_ onStop: @escaping () -> Void) { self.onStop = onStop }

    func start() {}
    func stop() { onStop() }

    func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        let count = min(frames, waiting.count / 2)
        for index in 0..<2 * count { samples[index] = waiting[index] }
        waiting.removeFirst(2 * count)
        return count
    }
}

/// A volume control of whole decibels from -60 to 0.
final class TestLevel: LevelControl {
    /// Every level it was set to.
    private(set) var settings: [Double] = []
    private(set) var decibels: Double

    init(_ decibels: Double) { self.decibels = decibels }

    func setting() -> HardwareVolume.ControlState { HardwareVolume.ControlState(decibels: decibels, isMuted: false) }

    func level(reachedBy wish: Double) -> Double { max(-60, wish.rounded(.up)) }

    func set(decibels wish: Double) -> Double {
        decibels = level(reachedBy: wish)
        settings.append(decibels)
        return wish - decibels
    }
}

/// Sounds whose samples say where they stand: sample n is (n + 1) / 2²², so that every gap and repetition shows.
final class TestSounds: SoundProvider {
    static let frames = 240_000
    private let storage: ClipStorage
    private let state = Mutex(State())

    private struct State {
        var prepared: Set<String> = []
        var seconds: [String: Double] = [:]
    }

    /// The lengths of sounds, in seconds; others have no end.
    var seconds: [String: Double] {
        get { state.withLock { $0.seconds } }
        set { state.withLock { $0.seconds = newValue } }
    }

    init() throws {
        let samples = (0..<Self.frames).map { Float($0 + 1) * 0x1p-22 }
        storage = try ClipStorage(interleaved: samples, channelCount: 1, sampleRate: 48_000)
    }

    /// The source of the device's own sounds.
    private var silence: VoiceSource? {
        let storage = try? ClipStorage(interleaved: [0, 0], channelCount: 1, sampleRate: 48_000)
        return storage.map { VoiceSource(clip: $0.clip, owner: $0, frames: 2, loops: true) }
    }

    /// The ids that were asked for.
    var prepared: Set<String> { state.withLock { $0.prepared } }

    func prepare(_ id: String) -> Double? {
        state.withLock { state in
            state.prepared.insert(id)
            return state.seconds[id]
        }
    }

    func source(of name: SceneName, _ feeders: Feeders) -> VoiceSource? {
        guard let id = name.sound else { return silence }
        guard id != "unheard" else { return nil }
        let frames = seconds[id].map { Int($0 * 48_000) } ?? Self.frames
        let clip = try? Clip(
            samples: storage.clip.samples, frameCount: frames, channelCount: 1, sampleRate: 48_000)
        return clip.map { VoiceSource(clip: $0, frames: frames, loops: false) }
    }

    func takeFailure(of name: SceneName) -> String? { nil }

    /// The place in the sound of a sample that was played at a volume.
    static func place(_ sample: Float, volume: Float = 0.5) -> Int { Int((sample / volume * 0x1p22).rounded()) - 1 }
}

/// The sentences of a library, from whichever thread.
final class Sentences: Sendable {
    private let said = Mutex<[String]>([])
    var all: [String] { said.withLock { $0 } }
    let wakeSignal: WakeSignal

    init() throws { wakeSignal = try WakeSignal() }

    func say(_ sentence: String) {
        said.withLock { $0.append(sentence) }
        wakeSignal.raise()
    }
}
