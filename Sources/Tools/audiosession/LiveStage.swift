import SessionPolicy
import SessionScenario
import SessionWorld

/// What a person sees while a scenario plays: the steps with their rules as they are heard, and on a terminal, below them,
/// the lanes as far as they have come: who is heard, how loud, and what keeps the others from it.
struct LiveStage {
    private let run: ScenarioRun
    private let showsSteps: Bool
    private let lanes: LiveLanes
    private var status = StatusLines()
    private var shownSteps = 0
    private var hasBegun = false

    init(_ run: ScenarioRun, showsSteps: Bool) {
        (self.run, self.showsSteps) = (run, showsSteps)
        lanes = LiveLanes(run, width: StatusLines.size.columns - 1)
    }

    /// Shows what has been heard by now.
    mutating func show(until seconds: Double) throws {
        var text = hasBegun ? "" : run.heading
        hasBegun = true
        while shownSteps < run.entries.count, run.entries[shownSteps].reply.at <= seconds {
            if showsSteps { text += run.entries[shownSteps].timeline }
            shownSteps += 1
        }
        if !text.isEmpty {
            status.clear()
            try Output.write(text)
        }
        guard seconds.isFinite, status.isShown else { return }
        status.show(lanes.lines(at: seconds, height: min(16, StatusLines.size.lines - 4), colours: true))
    }

    /// Ends the show with all that is left, and the drawing.
    mutating func finish() throws {
        try show(until: .infinity)
        status.clear()
        try Output.write(showsSteps ? run.conclusion : run.drawing)
    }

    /// Takes the lanes away, so that a complaint stands on a line of its own.
    mutating func makeRoom() { status.clear() }
}
