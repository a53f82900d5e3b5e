import Mixer
import SessionWorld

/// A running replay, which sends commands as their time comes. Use from the thread that feeds the mixer.
struct RunningReplay {
    let mixer: Mixer

    private let moments: [Moment]
    private var interpreter: Interpreter
    private var next = 0
    /// Commands that did not fit into the mixer's ring yet.
    private var waiting: [Command] = []

    /// Prepares a replay.
    /// - Parameters:
    ///   - feeders: Keep its streams filled.
    init(_ plan: ReplayPlan, _ feeders: Feeders) throws(ReplayError) {
        mixer = try plan.mixer()
        moments = plan.moments
        interpreter = plan.interpreter(feeders)
    }

    /// The frame of the next moment, or nil after the last.
    var nextFrame: Int64? { next < moments.count ? interpreter.frame(of: moments[next].at) : nil }

    /// Sends everything before a frame. Commands that do not fit are sent next time.
    /// - Returns: Whether all of it was sent.
    mutating func send(before frame: Int64) throws(ReplayError) -> Bool {
        guard try sendWaiting() else { return false }
        while let due = nextFrame, due < frame {
            let moment = moments[next]
            next += 1
            interpreter.interpret(moment.picture, started: moment.started, at: moment.at) { waiting.append($0) }
            guard try sendWaiting() else { return false }
        }
        return true
    }

    private mutating func sendWaiting() throws(ReplayError) -> Bool {
        var sent = 0
        defer { waiting.removeFirst(sent) }
        for command in waiting {
            switch mixer.send(command) {
            case .queued, .clamped: sent += 1
            case .full: return false
            case .invalid(let why): throw .mixer("\(why)")
            }
        }
        return true
    }

    /// Reads the reports of the render thread.
    mutating func readReports() throws(ReplayError) {
        while let report = mixer.nextReport() {
            interpreter.note(report)
            if case .refused(_, .voiceLimit) = report.event {
                throw .mixer("too many voices at once; split the scenario")
            }
        }
    }
}
