import Mixer
import SessionWorld

/// A running replay, which sends commands as their time comes. Use from the thread that feeds the mixer.
struct RunningReplay {
    let mixer: Mixer

    private let moments: [Moment]
    private var interpreter: Interpreter
    private var next = 0

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

    /// Sends everything before a frame.
    mutating func send(before frame: Int64) throws(ReplayError) {
        var refusal: String?
        while let due = nextFrame, due < frame {
            let moment = moments[next]
            next += 1
            interpreter.interpret(moment.picture, started: moment.started, at: moment.at) {
                switch mixer.send($0) {
                case .queued, .clamped: break
                case .full: refusal = "too many changes at once; split the scenario"
                case .invalid(let why): refusal = "\(why)"
                }
            }
        }
        if let refusal { throw .mixer(refusal) }
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
