import ALSADevice
public import Mixer
import SessionArbiter
public import SessionCalls
public import SessionHost
import SessionPolicy
import SessionSound
public import SessionWorld
import Synchronization
import Threads

/// The sounds behind the ids of steps. Its members may be called from any thread.
public protocol SoundProvider: AnyObject, Sendable {
    /// Looks at a sound that a step names. Nothing is decoded: whoever takes the step waits for the answer.
    ///
    /// - Parameter id: The text of the id.
    /// - Returns: How long it lasts, in seconds; nil for a sound without an end, for one whose file does not tell, and for
    ///   one that nobody hears.
    func prepare(_ id: String) -> Double?
    /// What a sound sounds like; nil for a sound that is real in the policy only.
    ///
    /// - Parameters:
    ///   - name: The sound.
    ///   - feed: Keeps a stream filled from then on, on another thread.
    func source(of name: SceneName, feed: @escaping @Sendable (StreamedVoice) -> Void) -> VoiceSource?
    /// Why a sound that has ended could not be played to its end, told once; nil where it was.
    func takeFailure(of name: SceneName) -> String?
}

/// A reply of a running session.
public struct LiveReply: Sendable {
    public let reply: Reply
    /// Whether the machine did it (a plug, a turned control, time), and nobody's step.
    public let isFromMachine: Bool
}

/// The machine that a session runs on.
struct LiveMachine {
    /// Makes its clock and outputs, to be used by the sounds' thread only.
    let access: (_ hear: @escaping ProcessSound.Hear) throws -> sending any DeviceAccess
    /// Opens a PCM for capture.
    let openInput: InputOpener
    /// Its clock where tests move it by hand.
    var hand: HandClock?

    /// This one.
    static func system(rate: Int) -> LiveMachine {
        LiveMachine(
            access: { SystemAccess(rate: rate, hear: $0) },
            openInput: { pcm throws(ALSAError) in try ALSAInput(pcm: pcm, rate: rate) })
    }
}

/// The running session: steps and facts of the machine go to the arbiter, and what that decides is heard.
///
/// Its time is the machine's steady clock. All members may be called from any thread; steps are taken in the order in which
/// they come. Somebody calls `advance` when `nextDeadline` has come.
public final class LiveSession: Sendable {
    let arbiter: Arbiter
    let sound: ProcessSound
    let capture: Capture
    /// What is plugged in, for whoever watches the machine.
    let plugs: MachinePlugs
    private let recording: LiveRecording
    private let sounds: any SoundProvider
    private let say: @Sendable (String) -> Void
    private let hand: HandClock?
    private let hasSaidTime = Atomic(false)

    /// Frames per second, of recordings too.
    static let rate = 48_000

    /// Starts a session in which nothing plays and no device is open.
    ///
    /// - Parameters:
    ///   - book: The rules; nil for the default of the protocol's version for which the first step asks.
    ///   - bindings: Which devices the ports stand for.
    ///   - machine: Where it runs.
    ///   - sounds: The sounds behind the ids.
    ///   - sink: What becomes of recordings; nil to throw them away.
    ///   - deadlineHasMoved: Is told that `nextDeadline` has come nearer; it may wake a thread, and no more.
    ///   - report: Gets each reply, in order, under a lock: it stores it.
    ///   - say: Gets each sentence about the machine, without line end.
    /// - Throws: `Shortage` where files or threads are not to be had.
    init(
        _ book: RuleBook?, bindings: Bindings, machine: LiveMachine, sounds: any SoundProvider,
        sink: (any RecordingSink)? = nil, deadlineHasMoved: @escaping @Sendable () -> Void = {},
        report: @escaping @Sendable (LiveReply) -> Void, say: @escaping @Sendable (String) -> Void
    ) throws {
        (self.sounds, self.say, hand) = (sounds, say, machine.hand)
        let clock = LiveClock(machine.hand)
        let outputs = ArbiterOutputs(
            output: { bindings.output(for: $0) }, inputPCM: { bindings.inputPCM(for: $0) })
        let arbiter = Arbiter(World(book), clock: clock, outputs: outputs, deadlineHasMoved: deadlineHasMoved)
        self.arbiter = arbiter
        let sound = try ProcessSound(
            access: machine.access, hand: machine.hand, rate: Self.rate,
            tell: { Self.take($0, arbiter, sounds) }, say: say, source: { sounds.source(of: $0, feed: $1) })
        self.sound = sound
        recording = LiveRecording(into: sink, rate: Self.rate, say: say)
        capture = try Capture(now: { clock.now }, open: machine.openInput, receiver: recording)
        if machine.hand == nil { try capture.run() }
        plugs = MachinePlugs(
            bindings,
            MachinePlugs.Device(
                isConnected: { arbiter.isConnected($0) }, perform: { _ = arbiter.perform($0, by: .machine) },
                changed: { sound.devicesHaveChanged() }))
        arbiter.watch { report(LiveReply(reply: $0.reply, isFromMachine: $0.author != .step)) }
        _ = arbiter.attach(scenes: Stage(sound: sound, capture: capture), isHome: true)
    }

    /// Tells the policy what the sounds have noticed.
    private static func take(_ fact: SoundingFact, _ arbiter: Arbiter, _ sounds: any SoundProvider) {
        switch fact {
        case .ended(let name):
            guard let reason = sounds.takeFailure(of: name) else { return arbiter.reportEnd(of: name) }
            tell(reason, of: name, arbiter)
        case .failed(let name, let reason): tell(reason, of: name, arbiter)
        case .stalled(let name, let length): arbiter.reportStall(of: name, by: length)
        case .outputLost(let port): arbiter.report(.outputLost(port))
        case .volumeTurned(let level, let isTurnedNow): arbiter.reportVolume(level, isTurnedNow: isTurnedNow)
        case .control: break
        }
    }

    private static func tell(_ reason: String, of name: SceneName, _ arbiter: Arbiter) {
        guard name.kind == .sound, let app = name.app, let sound = name.sound else { return }
        arbiter.report(.soundFailed(sound, reason: reason), ofApp: app)
    }

    // MARK: Steps

    /// Takes a step that happens now, whatever time it names.
    ///
    /// - Parameter value: One object of the step vocabulary.
    public func take(_ value: PositionedValue) {
        arbiter.advance()
        if value["at"] != nil, !hasSaidTime.exchange(true, ordering: .relaxed) {
            say("A step's time is ignored here: it happens when it comes.")
        }
        var seconds: Double?
        if let verb = value["do"]?.string, Verb(rawValue: verb)?.startsSound == true, let id = value["sound"]?.string,
            // The file of a step that is none is not even looked for.
            arbiter.canRead(value)
        {
            seconds = sounds.prepare(id)
        }
        _ = arbiter.take(value, soundSeconds: seconds)
        capture.tryAgain()
        followByHand()
    }

    /// Answers a line that is no step.
    ///
    /// - Parameter error: What is wrong with it.
    public func refuse(_ error: StepError) {
        arbiter.advance()
        _ = arbiter.refuse(error)
        followByHand()
    }

    // MARK: Time

    /// When `advance` is to be called next, in the machine's nanoseconds; nil where nothing is due.
    public var nextDeadline: Int64? { arbiter.nextDeadline?.nanoseconds }

    /// Does what is due: ends of sounds and alerts.
    public func advance() {
        sound.lookByHand()
        arbiter.advance()
        followByHand()
    }

    /// When `advance` is to be called next where time goes by hand, and no thread does anything by itself.
    var nextWakeUpByHand: Int64? {
        let round = capture.isBusy ? (hand?.now ?? 0) + Sounder.roundInNanoseconds : nil
        return [sound.nextWakeUp, nextDeadline, round].compactMap { $0 }.min()
    }

    private func followByHand() {
        guard hand != nil else { return }
        sound.lookByHand()
        capture.follow()
    }

    /// Whether nothing sounds, the last of it has been heard, and nothing that has an end is still to come.
    public var isQuiet: Bool { arbiter.nextDeadline == nil && !capture.isBusy && sound.isQuiet }

    /// Whether something that was recorded could not be kept; it has been said.
    public var hasLostRecording: Bool { recording.hasLost }

    /// Ends recording, finishes what is kept of it, and gives the device back; what sounds fades out. The last call.
    func close() {
        capture.close()
        recording.finish()
        sound.close()
    }
}

/// Where the session's scenes go.
private final class Stage: SceneReceiver {
    private let sound: ProcessSound
    private let capture: Capture

    init(sound: ProcessSound, capture: Capture) { (self.sound, self.capture) = (sound, capture) }

    func take(_ scene: Scene) {
        sound.take(scene)
        capture.take(scene.input)
    }

    func drop() { sound.drop() }
}

/// The machine's steady clock, or one that is moved by hand.
private final class LiveClock: ArbiterClock {
    private let hand: HandClock?

    init(_ hand: HandClock?) { self.hand = hand }

    var now: MachineTime { MachineTime(nanoseconds: hand?.now ?? SteadyClock.now) }
}
