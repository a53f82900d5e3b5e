import Mixer
import SessionHost
import SessionPolicy
import SessionWorld

/// A score in the mixer's terms: every command at its frame, and where the replay ends.
struct Plan {
    /// The rate of everything that is replayed, in frames per second.
    static let sampleRate = 48_000
    /// The most sounds that one replay can hold apart.
    static let soundLimit = 4_096

    let commands: [(frame: Int64, command: Command)]
    let end: Int64
    /// The sounds that are heard through the mixer, in order of their first start, each with its bus.
    let buses: [(sound: SoundReference, bus: BusID)]

    init(_ score: Score) throws(ReplayError) {
        var interpreter = Interpreter(sampleRate: Self.sampleRate, source: score.source(of:))
        var commands: [(frame: Int64, command: Command)] = []
        for moment in score.moments {
            let frame = interpreter.frame(of: moment.at)
            interpreter.interpret(moment.picture, started: moment.started, at: moment.at) {
                commands.append((frame, $0))
            }
        }
        let end = interpreter.frame(of: score.end)
        self.end = score.endsWithRamps ? max(end, interpreter.settledFrame) : end
        self.commands = commands
        buses = interpreter.buses
        guard buses.count <= Self.soundLimit else { throw .tooManySounds(buses.count) }
    }

    /// A mixer that is large enough for the plan.
    func mixer() throws(ReplayError) -> Mixer {
        var configuration = MixerConfiguration()
        configuration.sampleRate = Self.sampleRate
        configuration.maxBuses = max(1, buses.count)
        do { return try Mixer(configuration) } catch { throw .mixer("\(error)") }
    }
}

extension Mixer {
    /// Sends a command that the plan has made to fit.
    ///
    /// - Returns: Whether the ring took it; if not, render first and send it again.
    func take(_ command: Command) throws(ReplayError) -> Bool {
        switch send(command) {
        case .queued, .clamped: return true
        case .full: return false
        case .invalid(let why): throw .mixer("\(why)")
        }
    }

    /// Reads what the render thread has to say.
    func readReports() throws(ReplayError) {
        while let report = nextReport() {
            if case .refused(_, .voiceLimit) = report.event {
                throw .mixer("too many voices at once; split the scenario")
            }
        }
    }
}
