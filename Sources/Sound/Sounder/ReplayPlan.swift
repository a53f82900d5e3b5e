import Glibc
import Mixer
import SessionPolicy
public import SessionScenario
import SessionWorld

/// The plan of a replay: its changes over time, its sounds, and the resources that it needs.
///
/// Use from one thread at a time.
public final class ReplayPlan {
    /// The rate of every replay, in frames per second.
    public static let sampleRate = Capture.rate
    static let soundLimit = 4_096

    /// The moments at which something changes, in order.
    let moments: [Moment]
    let sounds: SoundLibrary
    let inputs: [String]
    /// The end, in frames.
    let end: Int64
    /// The audible sounds with their buses, in order of their first start.
    let buses: [(sound: SoundReference, bus: BusID)]
    private let names: NameTable

    /// Plans a scenario that has run in virtual time: interprets it once without sound, and decodes short sound files.
    ///
    /// - Parameter run: The run.
    /// - Throws: `ReplayError.file` for an unreadable sound file, or an error about exceeded limits.
    public init(_ run: ScenarioRun) throws(ReplayError) {
        moments = run.moments
        let names = run.entries.last?.reply.names ?? run.scenario.names
        inputs = run.scenario.inputs
        let sounds = SoundLibrary(run.scenario.sounds, length: run.seconds)
        let feeders = Feeders(isByHand: true) { _ in }
        var interpreter = Interpreter(sampleRate: Self.sampleRate) {
            sounds.source(of: names.sceneName(of: $0), feeders)?.withoutFrames
        }
        for moment in moments {
            interpreter.interpret(moment.picture, started: moment.started, at: moment.at) { _ in }
            guard interpreter.busCount <= Self.soundLimit else { throw .tooManySounds }
        }
        let last = interpreter.frame(of: moments.last?.at ?? .zero)
        // Ramps that begin at the end are heard in full.
        end = run.tail.isEmpty ? last : max(last, interpreter.settledFrame)
        (self.sounds, self.names) = (sounds, names)
        buses = interpreter.buses
        if let failure = sounds.failure { throw .file(failure) }
    }

    /// Remarks for a person on the sound files that were decoded so far, a sentence each.
    public var remarks: [String] { sounds.remarks }

    func interpreter(_ feeders: Feeders) -> Interpreter {
        Interpreter(sampleRate: Self.sampleRate) { [sounds, names] in
            sounds.source(of: names.sceneName(of: $0), feeders)
        }
    }

    func mixer() throws(ReplayError) -> Mixer {
        var configuration = MixerConfiguration()
        configuration.sampleRate = Self.sampleRate
        configuration.maxBuses = max(1, buses.count)
        // Room for every sound to start or change in one frame, while the voices before it fade. Unused memory costs nothing.
        (configuration.commandCapacity, configuration.maxVoices) = (32 * Self.soundLimit, 16 * Self.soundLimit)
        do { return try Mixer(configuration) } catch { throw .mixer("\(error)") }
    }

    /// Ensures that enough files may be open at once, sounds included.
    func requireOpenFiles(besides count: Int) throws(ReplayError) {
        // A streamed sound may fade while its next voice begins.
        let needed = count + 2 * sounds.fileStreamCount + 64
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(needed) else { return }
        guard limit.rlim_max >= rlim_t(needed) else { throw .tooManyFiles(needed: needed) }
        limit.rlim_cur = rlim_t(needed)
        guard setrlimit(resource, &limit) == 0 else { throw .tooManyFiles(needed: needed) }
    }

    /// The file names of the stems, in order of first start: `app-sound.wav`, or the kind of a device sound. Invalid
    /// characters become underscores; a duplicate gets `#2`.
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
            + [microphone].compactMap { $0 }
    }
}
