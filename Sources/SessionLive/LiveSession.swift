public import Mixer
public import SessionHost
public import SessionPolicy
public import SessionSound
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

/// The running session: steps and facts of the machine go into the policy, and what it decides is handed to the sounder.
///
/// Its time is the machine's steady clock. Everything is done on one thread, the caller's, who calls `advance` at the
/// latest at `nextWakeUp`.
public final class LiveSession {
    let access: any DeviceAccess
    let bindings: Bindings
    let sounds: any SoundProvider
    private let report: (LiveReply) -> Void
    private let words: Sayings

    public internal(set) var world: World
    let sounder: Sounder
    /// Frames per second, of recordings too.
    let rate: Int64
    /// The start of the world, in the machine's nanoseconds.
    private let epoch: Int64
    var recording: Recording?
    /// What becomes of recordings.
    public var sink: (any RecordingSink)?
    /// Whether something of them could not be kept; it has been said.
    public internal(set) var hasLostRecording = false

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
        configuration: MixerConfiguration = Sounder.usualConfiguration, report: @escaping (LiveReply) -> Void,
        say: @escaping (String) -> Void
    ) throws(MixerError) {
        (self.world, self.bindings, self.access, self.sounds) = (world, bindings, access, sounds)
        (self.report, words) = (report, Sayings(say))
        epoch = access.now
        rate = Int64(configuration.sampleRate)
        sounder = try Sounder(access: access, configuration: configuration, words: words) {
            sounds.source(of: $0)
        }
    }

    // MARK: Time

    /// The time of what happens now, in nanoseconds from the start of the world; never before what has happened.
    var now: Int64 { max(access.now - epoch, worldInstant) }

    /// The time of what happened last, likewise.
    private var worldInstant: Int64 { world.time.instant.nanoseconds }

    /// When `advance` is to be called next, in the machine's nanoseconds; nil where only a step or a fact can change
    /// anything.
    public var nextWakeUp: Int64? {
        let round = recording == nil ? nil : access.now + Sounder.roundInNanoseconds
        let due = world.state.nextDeadline.map { max(access.now, epoch + $0.nanoseconds) }
        return [sounder.nextWakeUp, round, due].compactMap { $0 }.min()
    }

    // MARK: Steps

    /// Takes a step that happens now, whatever time it names.
    ///
    /// - Parameter value: One object of the step vocabulary.
    public func take(_ value: PositionedValue) {
        advance()
        if value["at"] != nil { say("A step's time is ignored here: it happens when it comes.") }
        var seconds: Double?
        if let verb = value["do"]?.string, Verb(rawValue: verb)?.startsSound == true, let id = value["sound"]?.string,
            // The file of a step that is none is not even looked for.
            world.canRead(value)
        {
            seconds = sounds.prepare(id, as: world.name(id))
        }
        let length = seconds.map { Length(seconds: $0) }
        let moment = Instant(nanoseconds: now)
        decide(isFromMachine: false) { $0.take(value, at: moment, soundLength: length) }
    }

    /// Answers a line that is no step.
    ///
    /// - Parameter error: What is wrong with it.
    public func refuse(_ error: StepError) {
        advance()
        decide(isFromMachine: false) { $0.reply(to: error) }
    }

    /// Lets the machine do something to the policy.
    func take(_ verb: Verb, _ event: Event, at moment: Int64? = nil) {
        let moment = Instant(nanoseconds: moment ?? now)
        decide(isFromMachine: true) { $0.take(TimedStep(verb, at: moment, action: .event(event))) }
    }

    /// Lets the world take a step, and makes audible what has changed. Where an accessory has gone by it, nothing that the
    /// device holds for that is heard any more.
    private func decide(isFromMachine: Bool, _ take: (inout World) -> Reply) {
        let (before, picture) = (world.state.accessories, world.picture)
        let reply = take(&world)
        let gone = before.filter { !world.state.accessories.contains($0) }
        if gone.contains(where: { picture.uses($0.kind.output) }) { sounder.drop() }
        settle(reply, isFromMachine: isFromMachine)
    }

    /// Makes audible what a step has changed, and then reports it.
    private func settle(_ reply: Reply, isFromMachine: Bool) {
        var moments = reply.meanwhile
        if case .unreadable = reply.outcome {} else { moments.append(reply.moment) }
        if !moments.isEmpty { sounder.show(scenes(of: moments)) }
        followRecording()
        // Time that passes is worth a line only where something was due.
        if reply.verb != Verb.wait.name || !isFromMachine || !reply.meanwhile.isEmpty {
            report(LiveReply(reply: reply, isFromMachine: isFromMachine))
        }
        followFacts()
    }

    private func scenes(of moments: [Moment]) -> [SoundScene] {
        let ends = world.state.ends.mapValues { epoch + $0.nanoseconds }
        return moments.map { moment in
            var scene = SoundScene(
                at: epoch + moment.at.nanoseconds, picture: moment.picture, started: moment.started,
                output: bindings.output(for: moment.picture))
            scene.ends = ends
            return scene
        }
    }

    // MARK: Rounds

    /// Does what is due: ends of sounds, a device that is gone or comes back, a rest after two seconds of silence.
    public func advance() {
        sounder.advance()
        followFacts()
        while let due = world.state.nextDeadline?.nanoseconds, due <= now {
            take(.wait, .timePassed, at: max(due, worldInstant))
        }
        drainRecording()
    }

    /// Whether nothing sounds, the last of it has been heard, and nothing that has an end is still to come.
    public var isQuiet: Bool { world.state.nextDeadline == nil && recording == nil && sounder.isQuiet }

    /// Gives the device back; what sounds fades out.
    func close() { sounder.close() }

    // MARK: Words

    /// Says a sentence, unless it has been said and nothing has been heard of it since.
    func say(_ sentence: String) { words.say(sentence) }

    /// Lets a sentence be said again.
    func unsay(_ sentence: String) { words.unsay(sentence) }
}
