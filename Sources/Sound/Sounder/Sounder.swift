import Mixer
import SessionPolicy
import Synchronization

/// Makes the policy's decisions audible for the sounds of one process. It holds the mixer, the device in force, the
/// control of its volume, the players of the process, and the source of each sound.
///
/// It applies scenes and reports facts. All work is done on the calling thread, one call at a time, devices opened
/// included. The time of scenes is the machine's steady clock: a scene takes effect one or two periods after its
/// moment, the same in each process, however late within that time it arrives.
package final class Sounder {
    let access: any DeviceAccess
    let mixer: Mixer
    let rate: Int64
    var interpreter: Interpreter!
    /// Commands for which the ring had no room.
    private var backlog: [Command] = []

    var output = SounderOutput.closed
    /// The output of the last scene; nil before the first scene.
    var target: SceneOutput?
    /// The PCM of the device that is held.
    var opened: String?
    /// Frames that the last device holds that played.
    var bufferFrames: Int
    /// The PCMs that could not be had or were lost.
    var troubles: [String: Trouble] = [:]

    var knobs: [VolumeControlName: Knob] = [:]
    var raise: Raise?
    /// The last scene, and the part of it that is audible; nil before the first scene.
    var scene: Scene?
    var shown: Picture?
    private var facts: [SoundingFact] = []
    let words: OneTimeWarnings

    let feeders: Feeders
    let provider: ProcessSound.Source
    /// The device's own sounds, for a provider that has none.
    let deviceSounds: SoundLibrary?
    var players: [SceneName: SoundPlayer] = [:]
    var measured: Set<ObjectIdentifier> = []
    /// The names behind the numbers of scenes, and back.
    var names: [SoundReference: SceneName] = [:]
    var references: [SceneName: SoundReference] = [:]
    /// The names and references of the last scene.
    var named: (names: [SceneName], sounds: [SoundReference]) = ([], [])
    let latency: OutputLatency

    /// Creates a sounder in which nothing plays and no device is open.
    ///
    /// - Parameters:
    ///   - access: The machine.
    ///   - isByHand: Whether time is moved by hand.
    ///   - rate: The mixer's rate in frames per second.
    ///   - latency: Told how long frames are on their way.
    ///   - say: Gets each sentence about the machine.
    ///   - provider: Returns the source of a sound that has no player.
    /// - Throws: `MixerError` for a rate that no mixer has.
    init(
        access: any DeviceAccess, isByHand: Bool, rate: Int, latency: OutputLatency,
        say: @escaping @Sendable (String) -> Void,
        provider: @escaping ProcessSound.Source
    ) throws(MixerError) {
        (self.access, self.latency, self.provider, self.rate) = (access, latency, provider, Int64(rate))
        (bufferFrames, words) = (access.usualBufferFrames, OneTimeWarnings(say))
        feeders = Feeders(isByHand: isByHand, say)
        deviceSounds = try? SoundLibrary(nil, rate: rate, say: say)
        var configuration = MixerConfiguration()
        // Buses for all sounds that may be started at once, and for ended ones that have not been forgotten.
        (configuration.sampleRate, configuration.maxBuses) = (rate, 4_096)
        mixer = try Mixer(configuration)
        interpreter = Interpreter(sampleRate: rate) { [unowned self] in self.source(of: $0) }
        latency.frames.store(wayInFrames, ordering: .relaxed)
    }

    deinit { output.device?.drop() }

    // MARK: Scenes

    /// Twice as many as there may be started sounds.
    private static let manyBuses = 2 * PolicyState.soundLimit

    /// Makes a scene audible: on the device that plays, or on another one from the frame that was heard last.
    ///
    /// - Parameters:
    ///   - scene: The scene, not before the one before it.
    ///   - finished: The sounds that leave the picture because they have run to their end.
    func show(_ scene: Scene, finished: Set<SoundReference>) {
        self.scene = scene
        show(started: scene.started, finished: finished, at: scene.at.nanoseconds)
    }

    /// Shows the last scene again, after the output or the content of a sound has changed.
    func showAgain() { show(started: [], finished: [], at: access.now) }

    private func show(started: [Int], finished: Set<SoundReference>, at moment: Int64) {
        // The device that is left may be heard yet; one that was pulled out has been dropped before.
        if scene?.output.pcm != target?.pcm { halt(fading: true) }
        target = scene?.output
        settleVolume()
        if interpreter.busCount >= Self.manyBuses { forgetSounds() }
        observeClock()
        if let scene { interpret(scene, started: started, finished: finished, at: moment) }
        cutWhatEnds()
        shown = scene?.picture
        if output.run == nil { interpreter.hasVoices ? start() : close() }
    }

    /// Gives the buses of sounds that are over to new sounds, so that a session may hear any number one after another.
    private func forgetSounds() {
        let started = Set(scene?.picture.sounds.map(\.reference) ?? [])
        interpreter.forget { started.contains($0) }
    }

    private func interpret(_ scene: Scene, started: [Int], finished: Set<SoundReference>, at moment: Int64) {
        let sounds = scene.picture.sounds
        var ends: [SoundReference: Instant] = [:]
        for (place, end) in scene.ends { ends[sounds[place].reference] = Instant(nanoseconds: end.nanoseconds) }
        interpreter.interpret(
            scene.picture, started: started.map { sounds[$0].reference }, ends: ends, finished: finished,
            gainOver: scene.gainOver.map { [sounds[$0.place].reference: $0.length] } ?? [:],
            at: Instant(nanoseconds: moment), frame: frame(of: moment)
        ) { send($0) }
    }

    /// The frame in which a change decided at a moment takes effect. Where nothing renders, that is the next frame.
    private func frame(of moment: Int64) -> Int64 {
        guard let run = output.run else { return mixer.renderedFrames }
        return max(run.clock.frame(of: moment, rendered: mixer.renderedFrames), interpreter.latestFrame)
    }

    /// The frame in which a future moment falls, whether anything renders or not. The interpreter may ask for it while
    /// it interprets.
    func frame(at moment: Int64) -> Int64 {
        if let run = output.run { return run.clock.frame(of: moment, rendered: mixer.renderedFrames) }
        return mixer.renderedFrames
            + FrameClock(rate: Int(rate)).frames(in: Length(nanoseconds: max(0, moment - access.now)))
    }

    // MARK: Sounds

    /// Continues a sound at another place, or with its changed content.
    func replay(_ sound: SoundReference, from place: Int64?) {
        observeClock()
        interpreter.replay(sound, from: place, at: frame(of: access.now)) { send($0) }
    }

    func setPan(_ pan: Float, of sound: SoundReference) {
        interpreter.setPan(pan, of: sound, at: frame(of: access.now)) { send($0) }
    }

    /// The frame that is heard now.
    var heard: HeardFrame {
        HeardFrame(
            frame: heardFrame, at: access.now, rate: output.run == nil ? 0 : rate, rendered: mixer.renderedFrames)
    }

    /// Orders the ends that come before the next round.
    private func cutWhatEnds() {
        guard output.run != nil else { return }
        interpreter.cutWhatEnds(before: mixer.renderedFrames + rate / 8) { send($0) }
    }

    // MARK: Rounds

    /// The interval between two looks at a running output.
    package static let roundInNanoseconds: Int64 = 20_000_000

    /// The moment of the next call of `advance`, in the machine's nanoseconds; nil where only a scene or a fact of the
    /// machine can change anything.
    var nextWakeUp: Int64? {
        if output.run != nil { return access.now + Self.roundInNanoseconds }
        if case .stopped(_, let again?) = output { return again }
        return nil
    }

    /// Does the due work: reads the mixer's reports, notices a device that is gone or comes back, rests after two
    /// seconds of silence.
    func advance() {
        readReports()
        resend()
        observeClock()
        if let number = output.run?.device.progress.lost { lose(number) }
        noticeSuspension()
        cutWhatEnds()
        raiseIfHeard()
        openIfDue()
        closeIfIdle()
    }

    /// Whether nothing sounds, and the last of it has been heard.
    var isQuiet: Bool {
        if case .closed = output { return true }
        return output.quiet.map { $0.frame <= heardFrame } ?? false
    }

    /// Frames from what the mixer takes to the ear: those that the device holds, and those that the limiter looks ahead.
    var wayInFrames: Int { bufferFrames + mixer.latencyInFrames }

    /// The mixer's frame that is heard now.
    var heardFrame: Int64 {
        mixer.renderedFrames - Int64(output.device?.progress.framesUnheard ?? 0) - Int64(mixer.latencyInFrames)
    }

    func readReports() {
        while let report = mixer.nextReport() {
            if let name = interpreter.note(report).flatMap({ names[$0] }) { facts.append(end(of: name)) }
            switch report.event {
            case .refused(_, .voiceLimit):
                words.say("More sounds play at once than the mixer has voices for; some are not heard.")
            case .starved(let voice, let frames):
                guard let sound = interpreter.sound(of: voice) else { break }
                let length = FrameClock(rate: Int(rate)).length(of: Int64(frames))
                if let name = names[sound] { facts.append(.stalled(name, by: length)) }
                // A sound whose first frames are missing begins late, and has no gap.
                if let start = interpreter.startedFrame(of: sound), start < report.frame {
                    words.say("A sound did not come as fast as it plays; there was a moment of silence in it.")
                }
            case .silenced:
                words.say(
                    "The mix overflowed (a sample above 1e15), so those frames were played as silence. Check the loudest sound file."
                )
            default: break
            }
        }
    }

    // MARK: Facts

    /// Returns the facts since the last time, in order.
    func takeFacts() -> [SoundingFact] {
        defer { facts = [] }
        return facts
    }

    func tell(_ fact: SoundingFact) { facts.append(fact) }

    // MARK: Commands

    func send(_ command: Command) {
        guard backlog.isEmpty else { return backlog.append(command) }
        switch mixer.send(command) {
        case .queued, .clamped: break
        case .full: backlog.append(command)
        case .invalid(let problem): words.say("The mixer refuses a command: \(problem).")
        }
    }

    func resend() {
        guard !backlog.isEmpty else { return }
        let waiting = backlog
        backlog = []
        for command in waiting { send(command) }
    }
}
