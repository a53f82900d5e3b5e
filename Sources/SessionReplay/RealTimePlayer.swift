package import ALSADevice
import Mixer
import SessionHost

/// Plays a replay on an ALSA PCM in real time.
public struct RealTimePlayer {
    private let score: Score

    /// Creates a player.
    ///
    /// - Parameter score: What is played.
    public init(_ score: Score) { self.score = score }

    /// Plays to the end, or until cancelled.
    ///
    /// - Parameters:
    ///   - pcm: The name of the ALSA PCM.
    ///   - note: Called with a sentence if the sound may drop out for want of real-time priority, each time that the system
    ///     has suspended the device, and if at the end the sound has dropped out.
    ///   - progress: Called some twenty times a second with the seconds of the replay that have been heard.
    ///   - isCancelled: Asked as often; once true, the sound stops and `ReplayError.cancelled` is thrown.
    /// - Throws: `ReplayError`; `.device` before anything was heard, if the PCM cannot be opened.
    public func play(
        pcm: String, note: (String) -> Void, progress: (Double) -> Void, isCancelled: () -> Bool
    ) throws(ReplayError) {
        let output: ALSAOutput
        do { output = try ALSAOutput(pcm: pcm, rate: Plan.sampleRate) } catch { throw .device(error) }
        try play(on: output, note: note, progress: progress, isCancelled: isCancelled)
    }

    /// The same on an output that is already open, of 48,000 frames per second.
    package func play(
        on output: ALSAOutput, note: (String) -> Void, progress: (Double) -> Void, isCancelled: () -> Bool
    ) throws(ReplayError) {
        let plan = try Plan(score)
        let mixer = try plan.mixer()
        var feed = Feed(plan: plan, mixer: mixer)
        try feed.send(before: Feed.headStart)
        let frames = Int(plan.end) + mixer.latencyInFrames
        do { try output.start(mixer.renderer, limitInFrames: frames) } catch { throw .device(error) }
        defer { output.stop(.drop) }
        if let priority = output.priority, !priority.isRealTime { note(priority.sentence) }
        var suspensions = 0
        while !output.wait(milliseconds: 50) {
            if isCancelled() {
                output.stop(.fade)
                throw .cancelled
            }
            let status = output.status
            if status.suspensions > suspensions { note(ALSAOutput.sentence(suspended: output.name)) }
            suspensions = status.suspensions
            try feed.send(before: Int64(status.framesRendered) + Feed.headStart)
            try mixer.readReports()
            progress(Double(max(0, Int(status.framesPlayed) - mixer.latencyInFrames)) / Double(Plan.sampleRate))
        }
        // A device that is lost may answer that it ran dry first.
        if case .lost(let errno) = output.status.phase { throw .deviceLost(pcm: output.name, errno: errno) }
        let xruns = output.status.xruns
        if xruns > 0 {
            let times = xruns == 1 ? "once" : "\(xruns) times"
            note("\(output.name) ran out of sound \(times) (xruns); what came out of it has a gap each time.")
        }
        progress(Double(plan.end) / Double(Plan.sampleRate))
        withExtendedLifetime(mixer) {}
    }
}

/// Sends a plan's commands ahead of their time, so that each takes effect in its own frame.
private struct Feed {
    /// How far ahead of the render thread commands are sent: a second, in frames.
    static let headStart = Int64(Plan.sampleRate)

    let plan: Plan
    let mixer: Mixer
    private var next = 0

    init(plan: Plan, mixer: Mixer) {
        self.plan = plan
        self.mixer = mixer
    }

    mutating func send(before frame: Int64) throws(ReplayError) {
        while next < plan.commands.count, plan.commands[next].frame < frame {
            guard try mixer.take(plan.commands[next].command) else { return }
            next += 1
        }
    }
}
