public import ALSADevice
import Mixer

/// Plays a replay on an ALSA PCM in real time.
public struct RealTimePlayer {
    /// How far commands are sent ahead of the render thread: a second, in frames.
    private static let headStart = Int64(ReplayPlan.sampleRate)

    private let plan: ReplayPlan

    /// Creates a player.
    ///
    /// - Parameter plan: The plan that is played.
    public init(_ plan: ReplayPlan) { self.plan = plan }

    /// Opens an output that can play any replay.
    ///
    /// - Parameter pcm: The name of the ALSA PCM.
    /// - Throws: `ReplayError.device` if it cannot be opened.
    public static func open(_ pcm: String) throws(ReplayError) -> ALSAOutput {
        do { return try ALSAOutput(pcm: pcm, rate: ReplayPlan.sampleRate) } catch { throw .device(error) }
    }

    /// Plays to the end, or until cancelled.
    ///
    /// The calling thread feeds the sound some twenty times a second; the closures must not block it.
    ///
    /// - Parameters:
    ///   - output: An output of `open(_:)`.
    ///   - note: Called with a sentence about missing real-time priority, an unreadable sound file,
    ///     and dropouts.
    ///   - progress: Called with the position in seconds.
    ///   - isCancelled: Checked as often; once true, playback stops with `ReplayError.cancelled`.
    /// - Throws: `ReplayError`.
    public func play(
        on output: ALSAOutput, note: (String) -> Void, progress: (Double) -> Void, isCancelled: () -> Bool
    ) throws(ReplayError) {
        try plan.requireOpenFiles(besides: 0)
        // This thread fills the streams, so none starts before its first frames are ready.
        let feeders = Feeders(isByHand: true) { _ in }
        var replay = try RunningReplay(plan, feeders)
        let mixer = replay.mixer
        try replay.send(before: Self.headStart)
        let end = Int(plan.end)
        do { try output.start(mixer.renderer, limitInFrames: end + mixer.latencyInFrames) } catch {
            throw .device(error)
        }
        defer { output.stop(.drop) }
        if let priority = output.priority, !priority.isRealTime { note(priority.sentence) }
        var hasFailed = false
        while !output.wait(milliseconds: 50) {
            if isCancelled() {
                output.stop(.fade)
                throw .cancelled
            }
            let status = output.status
            feeders.fillByHand()
            try replay.send(before: Int64(status.framesRendered) + Self.headStart)
            try replay.readReports()
            if let failure = plan.sounds.failure, !hasFailed {
                note("\(failure) What is left of it is not heard.")
                hasFailed = true
            }
            progress(Double(max(0, Int(status.framesPlayed) - mixer.latencyInFrames)) / Double(ReplayPlan.sampleRate))
        }
        // A lost device may report an underrun first.
        if case .lost(let errno) = output.status.phase {
            throw .device(ALSAError(.play, pcm: output.name, code: errno, kind: .gone))
        }
        let xruns = output.status.xruns
        if xruns > 0 {
            let times = xruns == 1 ? "once" : "\(xruns) times"
            note("\(output.name) ran out of sound \(times) (xruns); what came out of it has a gap each time.")
        }
        progress(Double(end) / Double(ReplayPlan.sampleRate))
        withExtendedLifetime(mixer) {}
    }
}
