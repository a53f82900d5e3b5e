import Glibc
public import Mixer
public import SessionHost
public import SessionPolicy
public import SessionWorld

/// The sounds behind the ids of steps.
public protocol SoundProvider: AnyObject {
    /// Gets a sound ready that a step names.
    ///
    /// - Parameters:
    ///   - id: The text of the id.
    ///   - name: The same as the policy knows it.
    /// - Returns: How long it lasts, in seconds; nil for a sound without an end, and for one that nobody hears.
    func prepare(_ id: String, as name: Name) -> Double?
    /// What a sound sounds like; nil for a sound that is real in the policy only.
    func source(of sound: SoundReference) -> VoiceSource?
}

/// A reply of a running session.
public struct LiveReply: Sendable {
    public let reply: Reply
    /// Whether the machine did it (a plug, a turned control, time), and nobody's step.
    public let isFromMachine: Bool
}

/// The running session: steps and facts of the machine go into the policy, and what it decides is heard on the device that
/// its route is bound to.
///
/// The clock is the mixer's count of frames while an output runs; while none does, time goes on for the person and stands
/// still for the mixer. Everything is done on one thread, the caller's, who calls `advance` at the latest at `nextWakeUp`.
public final class LiveSession {
    /// Whether an output pulls frames.
    enum Stage {
        /// No device is held; the policy's time since a moment of the machine's clock, both in nanoseconds.
        case closed(host: Int64, instant: Int64)
        /// The output has been stopped, every voice has been taken back to what was heard last, and the mixer is silent.
        case halted
        case running
    }

    let access: any DeviceAccess
    let bindings: Bindings
    let sounds: any SoundProvider
    private let report: (LiveReply) -> Void
    private let sayLine: (String) -> Void

    public internal(set) var world: World
    let mixer: Mixer
    let rate: Int64
    var interpreter: Interpreter
    /// Commands for which the ring had no room.
    private var backlog: [Command] = []

    var stage: Stage
    var timeline: Timeline
    /// The output that is held.
    var device: (any OutputDevice)?
    /// The PCM that it is, or that silence stands in for.
    var deviceName: String?
    /// Whether silence stands in for a PCM that cannot be had.
    var isSilent = false
    /// What the port in force is heard on.
    var entry: Bindings.Entry
    /// What was said of the PCMs that could not be had.
    var trouble: [String: String] = [:]
    var retry: Retry?
    /// The mixer's frame with which the output began.
    var startFrame: Int64 = 0
    /// Times since then that the system suspended it, as far as they have been told.
    var suspensions = 0
    /// Since when nothing has sounded: the machine's nanoseconds, and the mixer's frame.
    var idle: (since: Int64, frame: Int64)?

    var knobs: [Bindings.Volume: Knob] = [:]
    var raise: Raise?
    /// The picture that is audible now.
    var shown: Picture?
    var recording: Recording?
    /// What becomes of recordings.
    public var sink: (any RecordingSink)?
    /// Whether something of them could not be kept; it has been said.
    public internal(set) var hasLostRecording = false
    /// What has been said and has not changed since.
    private var said: Set<String> = []

    /// Creates a session in which nothing plays and no device is open.
    ///
    /// - Parameters:
    ///   - world: The device in its first state; its names are those of `sounds`.
    ///   - bindings: Which devices the ports stand for.
    ///   - access: The machine.
    ///   - sounds: The sounds behind the ids.
    ///   - configuration: How the mixer is built.
    ///   - report: Gets each reply, in order.
    ///   - say: Gets each sentence about the machine, without line end.
    /// - Throws: `MixerError` naming the field of the configuration that is out of range.
    public init(
        world: World, bindings: Bindings, access: any DeviceAccess, sounds: any SoundProvider,
        configuration: MixerConfiguration = LiveSession.usualConfiguration, report: @escaping (LiveReply) -> Void,
        say: @escaping (String) -> Void
    ) throws(MixerError) {
        (self.world, self.bindings, self.access, self.sounds) = (world, bindings, access, sounds)
        (self.report, sayLine) = (report, say)
        mixer = try Mixer(configuration)
        rate = Int64(configuration.sampleRate)
        interpreter = Self.interpreter(configuration.sampleRate, sounds)
        stage = .closed(host: access.now, instant: 0)
        timeline = Timeline(instant: 0, frame: 0, rate: rate)
        entry = bindings.fallback
    }

    /// A mixer with buses for all that may be started at once, and for what was and has not been forgotten.
    public static var usualConfiguration: MixerConfiguration {
        var configuration = MixerConfiguration()
        configuration.maxBuses = 4_096
        return configuration
    }

    deinit { device?.drop() }

    private static func interpreter(_ rate: Int, _ sounds: any SoundProvider) -> Interpreter {
        Interpreter(sampleRate: rate) { sounds.source(of: $0) }
    }

    // MARK: Time

    /// How many frames ahead of the render thread commands are sent.
    var margin: Int64 { 2 * Int64(device?.periodFrames ?? 0) }

    /// The time of what happens now, in nanoseconds from the start of the world; never before what has happened.
    var now: Int64 {
        let time =
            switch stage {
            case .closed(let host, let instant): instant + max(0, access.now - host)
            case .halted: timeline.instant(of: mixer.renderedFrames)
            case .running: timeline.instant(of: mixer.renderedFrames + margin)
            }
        return max(time, worldInstant)
    }

    /// The time of what happened last, likewise.
    var worldInstant: Int64 { Int64((world.time * 1e9).rounded()) }

    private var nowInSeconds: Double { Double(now) / 1e9 }

    /// When `advance` is to be called next, in the machine's nanoseconds; nil where only a step or a fact can change
    /// anything.
    public var nextWakeUp: Int64? {
        let host = access.now
        let due = world.state.nextDeadline?.nanoseconds
        guard case .running = stage else {
            let wait = due.map { max(0, $0 - now) }
            guard recording != nil else { return wait.map { host + $0 } }
            return host + min(wait ?? .max, Self.roundInNanoseconds)
        }
        var wait = Self.roundInNanoseconds
        if let due {
            let frames = timeline.frame(of: due) - margin - mixer.renderedFrames
            wait = min(wait, max(Self.leastWaitInNanoseconds, frames * 1_000_000_000 / rate))
        }
        return host + wait
    }

    /// How often a running output is looked at.
    private static let roundInNanoseconds: Int64 = 20_000_000
    private static let leastWaitInNanoseconds: Int64 = 500_000

    // MARK: Steps

    /// Takes a step that happens now, whatever time it names.
    ///
    /// - Parameter value: One object of the step vocabulary.
    public func take(_ value: PositionedValue) {
        advance()
        if let kind = accessoryTaken(by: value) { dropWhatUses(kind) }
        if value["at"] != nil { say("A step's time is ignored here: it happens when it comes.") }
        var seconds: Double?
        if let verb = value["do"]?.string, Verb(rawValue: verb)?.startsSound == true, let id = value["sound"]?.string {
            seconds = sounds.prepare(id, as: world.name(id))
        }
        settle(world.take(value, at: nowInSeconds, soundSeconds: seconds), isFromMachine: false)
    }

    /// Answers a line that is no step.
    ///
    /// - Parameter error: What is wrong with it.
    public func refuse(_ error: StepError) {
        advance()
        settle(world.reply(to: error), isFromMachine: false)
    }

    /// Lets the machine do something to the policy.
    func take(_ verb: Verb, _ event: Event, at moment: Int64? = nil) {
        let seconds = moment.map { Double($0) / 1e9 } ?? nowInSeconds
        settle(world.take(TimedStep(verb, at: seconds, action: .event(event))), isFromMachine: true)
    }

    private func accessoryTaken(by value: PositionedValue) -> Accessory.Kind? {
        guard ["unplug", "disconnect"].contains(value["do"]?.string), let port = value["port"]?.string else {
            return nil
        }
        return Accessory.Kind.allCases.first { $0.name == port }
    }

    /// Makes audible what a step has changed, and then reports it.
    private func settle(_ reply: Reply, isFromMachine: Bool) {
        // Only the first step can change the book, and nothing sounds before it.
        if reply.verb == Verb.rules.name, case .accepted = reply.outcome {
            interpreter = Self.interpreter(Int(rate), sounds)
        }
        var moments = reply.meanwhile
        if case .unreadable = reply.outcome {} else { moments.append(reply.moment) }
        sound(moments)
        followRecording()
        // Time that passes is worth a line only where something was due.
        if reply.verb != Verb.wait.name || !isFromMachine || !reply.meanwhile.isEmpty {
            report(LiveReply(reply: reply, isFromMachine: isFromMachine))
        }
        adoptLevel()
    }

    // MARK: Rounds

    /// Does what is due: ends of sounds, a device that is gone or comes back, a rest after two seconds of silence.
    public func advance() {
        readReports()
        resend()
        if case .running = stage, let number = device?.progress.lost { lose(number) }
        saySuspension()
        while let due = world.state.nextDeadline?.nanoseconds, due <= now {
            take(.wait, .timePassed, at: max(due, worldInstant))
        }
        drainRecording()
        raiseIfHeard()
        openIfDue()
        closeIfIdle()
    }

    /// Whether nothing sounds, the last of it has been heard, and nothing that has an end is still to come.
    public var isQuiet: Bool {
        guard world.state.nextDeadline == nil, recording == nil else { return false }
        if case .closed = stage { return true }
        return idle.map { $0.frame <= heardFrame } ?? false
    }

    /// The mixer's frame that is heard now.
    var heardFrame: Int64 {
        mixer.renderedFrames - Int64(device?.progress.framesUnheard ?? 0) - Int64(mixer.latencyInFrames)
    }

    func readReports() {
        while let report = mixer.nextReport() {
            interpreter.note(report)
            switch report.event {
            case .refused(_, .voiceLimit):
                say("More sounds play at once than the mixer has voices for; some are not heard.")
            case .starved:
                say("A sound file could not be read as fast as it plays; there was a moment of silence in it.")
            case .silenced: say("Sounds together went beyond all measure; there was a moment of silence in them.")
            default: break
            }
        }
    }

    // MARK: Commands

    func send(_ command: Command) {
        guard backlog.isEmpty else { return backlog.append(command) }
        switch mixer.send(command) {
        case .queued, .clamped: break
        case .full: backlog.append(command)
        case .invalid(let problem): say("The mixer refuses a command: \(problem).")
        }
    }

    func resend() {
        guard !backlog.isEmpty else { return }
        let waiting = backlog
        backlog = []
        for command in waiting { send(command) }
    }

    // MARK: Words

    /// Says a sentence, unless it has been said and nothing has been heard of it since.
    func say(_ sentence: String) {
        if said.insert(sentence).inserted { sayLine(sentence) }
    }

    /// Lets a sentence be said again.
    func unsay(_ sentence: String) { said.remove(sentence) }
}
