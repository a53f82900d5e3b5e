import Glibc
import SessionPolicy
public import SessionScenario
import SessionWorld

/// A replay as it is to be heard: what changes when, what each sound sounds like, and what all of it takes.
///
/// To be used by one thread at a time.
public final class ReplayPlan {
    /// The moments at which something changes, in the order of time.
    let moments: [Moment]
    /// Its length, its sounds, and how much happens at once.
    let survey: Survey
    let sounds: ReplaySounds
    /// The files that the replay reads: the scenario and its sounds.
    let inputs: [String]
    private let names: NameTable

    /// Prepares a scenario that has run in virtual time; the short ones of the sound files that it plays are decoded here.
    ///
    /// - Parameter run: The run.
    /// - Throws: `ReplayError.file` for a sound file that is played and cannot be read, and what tells that the replay takes
    ///   more than there is.
    public init(_ run: ScenarioRun) throws(ReplayError) {
        moments = run.moments
        names = run.entries.last?.reply.names ?? run.scenario.names
        inputs = run.scenario.inputs
        let sounds = ReplaySounds(run.scenario.sounds, seconds: run.seconds)
        self.sounds = sounds
        survey = try Survey(
            moments,
            Interpreter(sampleRate: Replay.sampleRate, source: sounds.outline(of:)),
            end: moments.last?.at ?? .zero, endsWithRamps: !run.tail.isEmpty)
        if let failure = sounds.failure { throw .file(failure) }
        do { try sounds.load() } catch { throw .file(error) }
    }

    /// Remarks for a person on the sound files that were decoded so far, a sentence each.
    public var remarks: [String] { sounds.remarks }

    /// A new interpreter of this story.
    func interpreter(_ source: @escaping (SoundReference) -> VoiceSource?) -> Interpreter {
        Interpreter(sampleRate: Replay.sampleRate, source: source)
    }

    /// Sees to it that so many files may be open at once, those of the sounds included.
    func requireOpenFiles(besides count: Int) throws(ReplayError) {
        // Of the sounds that are read while they play one may fade while its next voice begins.
        let streams = min(2 * sounds.fileStreamCount, survey.voices + survey.commands)
        let needed = count + streams + 64
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(needed) else { return }
        guard limit.rlim_max >= rlim_t(needed) else { throw .tooManyFiles(needed: needed) }
        limit.rlim_cur = rlim_t(needed)
        guard setrlimit(resource, &limit) == 0 else { throw .tooManyFiles(needed: needed) }
    }

    /// The file names of the sounds that are heard, in order of their first start, without a folder: `app-sound.wav`, or the
    /// kind of a device's sound. What no name may hold becomes an underscore; where two would be one, the later is `#2`.
    var stemNames: [String] {
        var taken: Set<[UInt8]> = []
        return survey.buses.map { entry in
            let plain = stem(of: entry.sound)
            var name = plain
            var number = 2
            while !taken.insert(name).inserted {
                name = plain + Array("#\(number)".utf8)
                number += 1
            }
            return String(decoding: name, as: UTF8.self) + ".wav"
        }
    }

    /// A sound as scenarios name it.
    func label(of sound: SoundReference) -> String { names.name(of: sound).text }

    private func stem(of sound: SoundReference) -> [UInt8] {
        guard let app = sound.app, let id = sound.sound else { return Array(sound.kind.name.utf8) }
        let name = "\(names[app.name])-\(names[id.name])".unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == "/" || !scalar.isPrintable ? "_" : scalar
        }
        return Array(String(String.UnicodeScalarView(name)).utf8)
    }
}

extension Scenario {
    /// The files that a replay of it reads.
    public var inputs: [String] {
        [file] + sounds.compactMap { if case .file(let path, _) = $0.sound { path } else { nil } }
    }

    /// Refuses what is too much for a replay, before its story is worked out.
    ///
    /// - Throws: `ReplayError.tooManySounds`.
    public func requireReplayable() throws(ReplayError) {
        let heard = Set(
            sounds.compactMap { entry -> Name? in if case .silence = entry.sound { nil } else { entry.name } })
        var started: Set<SoundReference> = []
        for step in steps {
            guard let reference = step.step.startedSound, let id = reference.sound, heard.contains(id.name),
                started.insert(reference).inserted
            else { continue }
            if started.count > Replay.soundLimit { throw .tooManySounds(line: step.step.position.line) }
        }
    }
}

extension TimedStep {
    /// The sound that it starts, where it names one.
    fileprivate var startedSound: SoundReference? {
        guard case .event(.app(let app, let event)) = action else { return nil }
        return switch event {
        case .play(let sound, _, _): SoundReference(.sound, app: app, sound: sound)
        case .systemSound(let sound, _, _): SoundReference(.systemSound, app: app, sound: sound)
        case .alertSound(let sound, _): SoundReference(.alertSound, app: app, sound: sound)
        default: nil
        }
    }
}
