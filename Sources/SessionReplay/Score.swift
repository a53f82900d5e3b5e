import SessionHost
import SessionPolicy
public import SessionScenario
import SessionWorld

/// A replay as it is to be heard: what changes when, what each sound sounds like, and when it is over.
public struct Score {
    /// What changes, in the order of time.
    let moments: [Moment]
    /// When the replay is over, ramps aside.
    let end: Instant
    /// Whether ramps that begin at the end are still heard out: so where a finite sound outlasts the last step.
    let endsWithRamps: Bool
    private let bank: SoundBank
    private let names: NameTable

    /// Prepares a scenario that has run in virtual time; its sound files are decoded here.
    ///
    /// - Parameter run: The run.
    /// - Throws: `ReplayError.file` for a sound file that cannot be read whole.
    public init(_ run: ScenarioRun) throws(ReplayError) {
        moments = run.moments
        end = moments.last?.at ?? .zero
        endsWithRamps = !run.tail.isEmpty
        names = run.entries.last?.reply.names ?? run.scenario.names
        bank = try SoundBank(run.scenario.sounds, seconds: run.seconds)
    }

    /// What a person should know of the sound files, a sentence each.
    public var remarks: [String] { bank.remarks }

    func source(of sound: SoundReference) -> VoiceSource? { bank.source(of: sound) }

    /// The name of a sound's own file, without its ending: `app-sound`, or the kind of a device's sound.
    func stemName(of sound: SoundReference) -> String {
        guard let app = sound.app, let id = sound.sound else { return sound.kind.name }
        let name = "\(names[app.name])-\(names[id.name])"
        return String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    }
}
