import Glibc
import Mixer
import SessionPolicy
public import SessionScenario
import SessionWorld

/// A replay as it is to be heard: what changes when, what each sound sounds like, and what all of it takes.
///
/// To be used by one thread at a time.
public final class ReplayPlan {
    /// The rate of everything that is replayed, in frames per second.
    public static let sampleRate = Capture.rate
    /// The most sounds that one replay can hold apart.
    static let soundLimit = 4_096
    /// The capacity of the queue of commands to the mixer.
    static let commandLimit = 1 << 20

    /// The moments at which something changes, in the order of time.
    let moments: [Moment]
    let sounds: SoundLibrary
    /// The files that the replay reads: the scenario and its sounds.
    let inputs: [String]
    /// The end, in frames.
    let end: Int64
    /// The sounds that are heard through the mixer, in order of their first start, each with its bus.
    let buses: [(sound: SoundReference, bus: BusID)]
    /// The most voices that play at once, those that fade out not counted.
    private let voices: Int
    /// The most commands within a second.
    let commands: Int
    private let names: NameTable

    /// Prepares a scenario that has run in virtual time: interprets it once without its sounds. The short ones of the sound
    /// files that it plays are decoded here.
    ///
    /// - Parameter run: The run.
    /// - Throws: `ReplayError.file` for a sound file that is played and cannot be read, and what tells that the replay takes
    ///   more than there is.
    public init(_ run: ScenarioRun) throws(ReplayError) {
        moments = run.moments
        let names = run.entries.last?.reply.names ?? run.scenario.names
        inputs = run.scenario.inputs
        let sounds = SoundLibrary(run.scenario.sounds, length: run.seconds)
        let feeders = Feeders(isByHand: true) { _ in }
        var interpreter = Interpreter(sampleRate: Self.sampleRate) {
            sounds.source(of: names.sceneName(of: $0), feeders)?.withoutFrames
        }
        var (voices, commands) = (0, 0)
        // The numbers of commands within the last second, and their sum.
        var window: [(frame: Int64, count: Int)] = []
        var (first, sum) = (0, 0)
        for moment in moments {
            let frame = interpreter.frame(of: moment.at)
            var count = 0
            interpreter.interpret(moment.picture, started: moment.started, at: moment.at) { _ in count += 1 }
            window.append((frame, count))
            sum += count
            while window[first].frame < frame - Int64(Self.sampleRate) {
                sum -= window[first].count
                first += 1
            }
            (voices, commands) = (max(voices, interpreter.voiceCount), max(commands, sum))
            guard interpreter.busCount <= Self.soundLimit else { throw .tooManySounds(line: nil) }
            guard commands <= Self.commandLimit else { throw .tooManyChanges(seconds: moment.at.seconds) }
        }
        let last = interpreter.frame(of: moments.last?.at ?? .zero)
        // Ramps that begin at the end are still heard out.
        end = run.tail.isEmpty ? last : max(last, interpreter.settledFrame)
        (self.sounds, self.names, self.voices, self.commands) = (sounds, names, voices, commands)
        buses = interpreter.buses
        if let failure = sounds.failure { throw .file(failure) }
    }

    /// Remarks for a person on the sound files that were decoded so far, a sentence each.
    public var remarks: [String] { sounds.remarks }

    /// A new interpreter of this story.
    func interpreter(_ feeders: Feeders) -> Interpreter {
        Interpreter(sampleRate: Self.sampleRate) { [sounds, names] in
            sounds.source(of: names.sceneName(of: $0), feeders)
        }
    }

    /// A mixer that is large enough.
    func mixer() throws(ReplayError) -> Mixer {
        var configuration = MixerConfiguration()
        configuration.sampleRate = Self.sampleRate
        configuration.maxBuses = max(1, buses.count)
        configuration.commandCapacity = max(configuration.commandCapacity, commands)
        // Each command may have taken a voice's place, and then it still fades.
        configuration.maxVoices = min(65_536, max(configuration.maxVoices, voices + commands))
        do { return try Mixer(configuration) } catch { throw .mixer("\(error)") }
    }

    /// Sees to it that so many files may be open at once, those of the sounds included.
    func requireOpenFiles(besides count: Int) throws(ReplayError) {
        // Of the sounds that are read while they play one may fade while its next voice begins.
        let needed = count + min(2 * sounds.fileStreamCount, voices + commands) + 64
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
        return buses.map { entry in
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

extension NameTable {
    fileprivate func sceneName(of sound: SoundReference) -> SceneName {
        SceneName(sound.kind, app: sound.app.map { self[$0.name] }, sound: sound.sound.map { self[$0.name] })
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
            if started.count > ReplayPlan.soundLimit { throw .tooManySounds(line: step.step.position.line) }
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
