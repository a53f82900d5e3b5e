import SessionPolicy
import SessionScenario
import SessionWorld

/// The contents of a report: lanes over time, from which the picture, the page and the JSON are made.
///
/// All times are seconds from the start of the story.
public struct Chart: Sendable {
    let run: ScenarioRun
    /// The length of the story; above 0.
    let seconds: Double
    let deviceLanes: [DeviceLane]
    let groups: [Group]
    package let moments: [Snapshot]
    /// The rules that decided anything, in the order of their identifiers.
    let rules: [Rule]

    /// A time in which a value did not change.
    struct Span<Value: Sendable>: TimeStretch, Sendable {
        let from: Double
        let to: Double
        let value: Value
    }

    /// The state of a part of the device over time: the switch, the screen, the route, a volume, the phone, the alarm.
    struct DeviceLane {
        let name: String
        let spans: [Span<String>]

        /// Whether the state is the initial one; such a span is drawn unobtrusively.
        func isUsual(_ span: Span<String>) -> Bool { span.value == spans.first?.value }
    }

    struct Group {
        let app: String?
        let sessions: [Span<Session>]
        var lanes: [Lane]
    }

    struct Lane {
        /// The scenario's name for it: `app/sound`, or the kind of a device's own sound.
        let label: String
        /// The label without the app.
        let name: String
        var starts: [Double] = []
        var pauses: [Double] = []
        /// The times at which the state changed, with the new state, or nil if the sound is gone.
        var turns: [(at: Double, state: LaneState?)] = []
        /// The spans with one state; none while the sound is paused or over.
        var spans: [Span<LaneState>] = []
        /// The peaks of the rendered sound after all gains, linear, 0 to 1, in equal columns over the whole story;
        /// empty if it was not rendered.
        var peaks: [Float] = []
    }

    enum LaneState: Hashable, Sendable {
        /// Audible, with a total gain in tenths of a decibel.
        case heard(tenths: Int)
        case ducked(tenths: Int)
        /// Inaudible, because of this rule.
        case unheard(rule: String)

        init(_ sound: Heard) {
            self = sound.isDucked ? .ducked(tenths: sound.tenthsOfDecibel) : .heard(tenths: sound.tenthsOfDecibel)
        }
    }

    typealias Step = ScenarioRun.Entry

    /// The state of the world at a time, and its changes.
    package struct Snapshot: Sendable {
        package let at: Double
        /// The step, or nil if only time has passed.
        let step: Step?
        /// The notices to apps.
        let told: [Fact]
        /// The audible and the inaudible sounds.
        let heard: [Fact]
        let unheard: [Fact]
        let reasons: [Reply.Reason]
        /// The sounds whose state changes: first existing ones, in the order in which they started.
        let changes: [Change]

        /// A fact about a sound, an app or a part of the device.
        struct Fact {
            /// The name of the subject; the sentence contains it, too.
            let about: String
            let sentence: String
        }
    }

    struct Change {
        let reference: SoundReference
        let sound: String
        /// The previous state, or nil if the sound is new.
        let before: LaneState?
        /// The new state, or nil if the sound has ended or is paused.
        let now: LaneState?
        /// The ports on which it is audible, if they have changed; otherwise empty.
        let outputs: [String]
        /// Whether the sound may continue: it is paused, and has not ended.
        let isPaused: Bool
        /// The rule that decided, or nil if the app did it or the sound reached its end.
        let rule: String?
    }
}

extension Chart {
    var steps: [Step] { run.entries }

    var failures: [(step: Step, failure: FailedExpectation)] {
        steps.flatMap { step in step.failures.map { (step, $0) } }
    }

    /// The numbers of passed and failed expectations and of their steps, in words.
    var score: String {
        func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
        let all = run.expectationCount
        let (steps, expected) = (counted(steps.count, "step"), counted(all, "expectation"))
        guard all > 0 else { return "\(steps), and no expectation" }
        guard !run.holds else { return "\(expected) hold\(all == 1 ? "s" : ""), in \(steps)" }
        let failed = self.steps.count { !$0.failures.isEmpty }
        return "\(failures.count) of \(expected) failed, in \(failed) of \(steps)"
    }
}

extension ScenarioRun {
    var mark: String { holds ? "✓" : "✗" }
}

extension ScenarioRun.Entry {
    var number: Int { step.number }
    var at: Double { reply.at }
    /// `ok`, or the name of the error.
    var result: String { reply.outcome.name }
}

extension Rule {
    var sourceText: String { "\(source) (\(evidence.map(\.name).joined(separator: ", ")))" }
}

extension FailedExpectation {
    /// The failure in words, without its step.
    var sentence: String { "\(key): expected \(expected); was \(actual)" }
}

extension Chart.LaneState {
    /// Its style class, which is also its name in the JSON.
    var style: String {
        switch self {
        case .heard: "heard"
        case .ducked: "ducked"
        case .unheard: "unheard"
        }
    }

    var isHeard: Bool { if case .unheard = self { false } else { true } }

    var words: String {
        switch self {
        case .heard(let tenths): decibels(tenths)
        case .ducked(let tenths): "lowered to \(decibels(tenths))"
        case .unheard(let rule): "not heard: \(rule)"
        }
    }
}

func decibels(_ tenths: Int) -> String { "\(number(Double(tenths) / 10)) dB" }

/// Round times from 0, at least a given time apart.
func ticks(in seconds: Double, apart: Double) -> [Double] {
    var step = 0.001
    var turn = 0
    while step < apart {
        step *= [2, 2.5, 2][turn % 3]
        turn += 1
    }
    return (0...Int(seconds / step)).map { (Double($0) * step * 1000).rounded() / 1000 }
}
