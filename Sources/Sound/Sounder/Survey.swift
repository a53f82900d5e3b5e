import Mixer
import SessionPolicy
import SessionWorld

/// The resources of a replay, found out before anything is heard or written: its length, its sounds, and the number of
/// things that happen at once.
struct Survey {
    /// The end, in frames.
    let end: Int64
    /// The sounds that are heard through the mixer, in order of their first start, each with its bus.
    let buses: [(sound: SoundReference, bus: BusID)]
    /// The most voices that play at once, those that fade out not counted.
    let voices: Int
    /// The most commands within a second.
    let commands: Int

    /// Goes through a story without its sounds.
    ///
    /// - Parameters:
    ///   - moments: The moments at which something changes, in the order of time.
    ///   - interpreter: One whose sources have lengths and need no frames.
    ///   - end: The moment of the last change.
    ///   - endsWithRamps: Whether ramps that begin at the end are still heard out.
    init(
        _ moments: [Moment], _ interpreter: Interpreter, end: Instant, endsWithRamps: Bool
    ) throws(ReplayError) {
        var interpreter = interpreter
        var voices = 0
        var window = Window()
        for moment in moments {
            let frame = interpreter.frame(of: moment.at)
            var count = 0
            interpreter.interpret(moment.picture, started: moment.started, at: moment.at) { _ in count += 1 }
            window.add(count, at: frame)
            voices = max(voices, interpreter.voiceCount)
            guard interpreter.busCount <= Replay.soundLimit else { throw .tooManySounds(line: nil) }
            guard window.most <= Replay.commandLimit else {
                throw .tooManyChanges(seconds: moment.at.seconds)
            }
        }
        let last = interpreter.frame(of: end)
        self.end = endsWithRamps ? max(last, interpreter.settledFrame) : last
        self.voices = voices
        buses = interpreter.buses
        commands = window.most
    }

    /// Counts the things that happen within a second.
    private struct Window {
        private(set) var most = 0
        private var entries: [(frame: Int64, count: Int)] = []
        private var first = 0
        private var sum = 0

        mutating func add(_ count: Int, at frame: Int64) {
            entries.append((frame, count))
            sum += count
            while entries[first].frame < frame - Int64(Replay.sampleRate) {
                sum -= entries[first].count
                first += 1
            }
            most = max(most, sum)
        }
    }

    /// A mixer that is large enough.
    func mixer() throws(ReplayError) -> Mixer {
        var configuration = MixerConfiguration()
        configuration.sampleRate = Replay.sampleRate
        configuration.maxBuses = max(1, buses.count)
        configuration.commandCapacity = max(configuration.commandCapacity, commands)
        // Each command may have taken a voice's place, and then it still fades.
        configuration.maxVoices = min(65_536, max(configuration.maxVoices, voices + commands))
        do { return try Mixer(configuration) } catch { throw .mixer("\(error)") }
    }
}
