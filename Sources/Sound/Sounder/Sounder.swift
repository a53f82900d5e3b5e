import Mixer
import SessionPolicy
import Synchronization

/// Makes scenes audible for one process. Owns the mixer, the device in force, its volume control, the process's players
/// and the source of each sound. Works on the calling thread, one call at a time, opening devices included. Scenes have
/// times of the machine's steady clock and take effect one or two periods later, in each process alike.
package final class Sounder {
    let access: any DeviceAccess
    let mixer: Mixer
    let rate: Int64
    var interpreter: Interpreter!
    private var backlog: [Command] = []

    var output = SounderOutput.closed
    /// The output of the last scene, or nil before the first scene.
    var target: SceneOutput?
    var opened: String?
    /// The buffer size of the last device that played.
    var bufferFrames: Int
    var troubles: [String: Trouble] = [:]

    var knobs: [VolumeControlName: Knob] = [:]
    var raise: Raise?
    /// The last scene, and the part of it that is audible, or nil before the first scene.
    var scene: Scene?
    var shown: Picture?
    private var facts: [SoundingFact] = []
    let words: OneTimeWarnings

    let feeders: Feeders
    let provider: ProcessSound.Source
    /// The device's own sounds, for a provider without them.
    let deviceSounds: SoundLibrary?
    var players: [SceneName: SoundPlayer] = [:]
    var measured: Set<ObjectIdentifier> = []
    /// The names behind the numbers of scenes, and back.
    var names: [SoundReference: SceneName] = [:]
    var references: [SceneName: SoundReference] = [:]
    var named: (names: [SceneName], sounds: [SoundReference]) = ([], [])
    let latency: OutputLatency

    /// Creates a silent sounder without an open device.
    /// - Parameters:
    ///   - feeders: Keep the streams filled.
    ///   - rate: The mixer's rate in frames per second.
    ///   - latency: Called with the output latency.
    ///   - say: Receives each sentence about the machine.
    ///   - provider: Returns the source of a sound that has no player.
    init(
        access: any DeviceAccess, feeders: Feeders, rate: Int, latency: OutputLatency,
        say: @escaping @Sendable (String) -> Void,
        provider: @escaping ProcessSound.Source
    ) throws(MixerError) {
        (self.access, self.latency, self.provider, self.rate) = (access, latency, provider, Int64(rate))
        self.feeders = feeders
        (bufferFrames, words) = (access.usualBufferFrames, OneTimeWarnings(say))
        deviceSounds = try? SoundLibrary(nil, rate: rate, say: say)
        var configuration = MixerConfiguration()
        // Buses for all started sounds, and for ended ones that are not forgotten yet.
        (configuration.sampleRate, configuration.maxBuses) = (rate, 4_096)
        mixer = try Mixer(configuration)
        interpreter = Interpreter(sampleRate: rate) { [unowned self] in self.source(of: $0) }
        latency.frames.store(wayInFrames, ordering: .relaxed)
    }

    deinit { output.device?.drop() }

    // MARK: Scenes

    private static let manyBuses = 2 * PolicyState.soundLimit

    /// Applies the last scene again, after the output or a sound's content has changed.
    func showAgain() { show(started: [], finished: [], at: access.now) }

    /// Makes the last scene audible, on the playing device or on another one from the last heard frame on.
    /// - Parameters:
    ///   - started: The places of the sounds that start from their beginning.
    ///   - finished: The sounds that leave the picture because they have ended.
    ///   - moment: The machine's nanoseconds, not earlier than those of the previous scene.
    func show(started: [Int], finished: Set<SoundReference>, at moment: Int64) {
        // The old device may still be audible; one that was pulled out has already been dropped.
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

    /// The frame in which a change takes effect; the next frame if nothing renders.
    private func frame(of moment: Int64) -> Int64 {
        guard let run = output.run else { return mixer.renderedFrames }
        return max(run.clock.frame(of: moment, rendered: mixer.renderedFrames), interpreter.latestFrame)
    }

    /// The frame of a future time, whether anything renders or not. The interpreter may call it.
    func frame(at moment: Int64) -> Int64 {
        if let run = output.run { return run.clock.frame(of: moment, rendered: mixer.renderedFrames) }
        return mixer.renderedFrames
            + FrameClock(rate: Int(rate)).frames(in: Length(nanoseconds: max(0, moment - access.now)))
    }

    // MARK: Sounds

    /// Continues a player's sound at another position, or with changed content.
    func replay(_ player: SoundPlayer, from place: Int64?) {
        guard let sound = reference(of: player) else { return }
        observeClock()
        interpreter.replay(sound, from: place, at: frame(of: access.now)) { send($0) }
    }

    func setPan(_ pan: Float, of player: SoundPlayer) {
        guard let sound = reference(of: player) else { return }
        interpreter.setPan(pan, of: sound, at: frame(of: access.now)) { send($0) }
    }

    var heard: HeardFrame {
        HeardFrame(
            frame: heardFrame, at: access.now, rate: output.run == nil ? 0 : rate, rendered: mixer.renderedFrames)
    }

    private func cutWhatEnds() {
        guard output.run != nil else { return }
        interpreter.cutWhatEnds(before: mixer.renderedFrames + rate / 8) { send($0) }
    }

    // MARK: Rounds

    /// The polling interval of a running output.
    package static let roundInNanoseconds: Int64 = 20_000_000

    /// When to call `advance` next, in the machine's nanoseconds, or nil if nothing is due.
    var nextWakeUp: Int64? {
        if output.run != nil { return access.now + Self.roundInNanoseconds }
        if case .stopped(_, let again?) = output { return again }
        return nil
    }

    /// Performs due work: reads reports, detects lost and returning devices, and closes the device after two silent
    /// seconds.
    func advance() {
        readReports()
        resend()
        observeClock()
        if let number = output.run?.device.progress.lost { lose(number) }
        cutWhatEnds()
        raiseIfHeard()
        openIfDue()
        closeIfIdle()
    }

    var isQuiet: Bool {
        if case .closed = output { return true }
        return output.run?.quiet.map { $0.frame <= heardFrame } ?? false
    }

    /// The latency from the mixer to the ear in frames: the device's buffer and the limiter's look-ahead.
    var wayInFrames: Int { bufferFrames + mixer.latencyInFrames }

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
                // A sound that lacks its first frames starts late, without a gap.
                if let start = interpreter.startedFrame(of: sound), start < report.frame {
                    words.say("A sound did not come as fast as it plays; there was a moment of silence in it.")
                }
            default: break
            }
        }
    }

    // MARK: Facts

    /// Returns and removes the facts since the last call, in order.
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
