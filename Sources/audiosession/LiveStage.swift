import Glibc
import SessionPolicy
import SessionScenario
import SessionWorld

/// What a person sees while a scenario plays: the steps as they are heard, and on a terminal a line that says where it
/// is, who is heard and how loud.
struct LiveStage {
    private let run: ScenarioRun
    private let moments: [Moment]
    private var shownSteps = 0
    private var hasBegun = false
    private let hasStatusLine = isatty(STDERR_FILENO) != 0

    init(_ run: ScenarioRun) {
        self.run = run
        moments = run.moments
    }

    /// Shows what has been heard by now.
    mutating func show(until seconds: Double) throws {
        clearStatus()
        if !hasBegun { try Output.write(run.heading) }
        hasBegun = true
        while shownSteps < run.entries.count, run.entries[shownSteps].reply.at <= seconds {
            try Output.write(run.entries[shownSteps].timeline)
            shownSteps += 1
        }
        showStatus(at: seconds)
    }

    /// Ends the show with all that is left, and the drawing.
    mutating func finish() throws {
        try show(until: .infinity)
        clearStatus()
        try Output.write(run.conclusion)
    }

    private func clearStatus() {
        if hasStatusLine { Output.showStatus("") }
    }

    private func showStatus(at seconds: Double) {
        guard hasStatusLine, seconds.isFinite, let reply = run.entries.last?.reply else { return }
        let now = moments.last { $0.at <= Instant(seconds: seconds) }
        let heard = (now?.heard ?? []).map { "\(reply.text(of: $0.reference)) \($0.decibels) dB" }
        let place = "\((seconds * 10).rounded() / 10) of \((run.seconds * 10).rounded() / 10) s"
        let names = heard.isEmpty ? "nobody is heard" : heard.joined(separator: ", ")
        Output.showStatus(String("\(place)   \(names)".prefix(78)))
    }
}
