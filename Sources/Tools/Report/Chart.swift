import SessionPolicy
import SessionScenario
import SessionWorld

/// The contents of a report: lanes of time as values, from which the picture, the page and the JSON are made.
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

    /// The states of one thing of the device over time: the switch, the screen, the route, a volume, the phone, the
    /// alarm.
    struct DeviceLane {
        let name: String
        let spans: [Span]

        /// A stretch of time in which the thing did not change.
        struct Span: TimeStretch {
            let from: Double
            let to: Double
            let text: String
            /// Whether the text is that of the start of the world; such a span is drawn quietly.
            let isUsual: Bool
        }
    }

    /// An app with its sounds, or the device with its own.
    struct Group {
        /// The name of the app, or nil for the device itself.
        let app: String?
        /// The states of the app's session, stretch by stretch.
        let sessions: [SessionSpan]
        var lanes: [Lane]
    }

    /// A stretch of time in which a session did not change.
    struct SessionSpan: TimeStretch {
        let from: Double
        let to: Double
        let session: Session
    }

    /// One sound.
    struct Lane {
        /// The name that scenarios use: `app/sound`, or the kind of a device's own sound.
        let label: String
        /// The label without the app.
        let name: String
        /// The times at which the sound began from its beginning.
        var starts: [Double] = []
        /// The times at which the sound was paused.
        var pauses: [Double] = []
        /// The times from which the sound has a state, or nil if it is no longer there.
        var turns: [(at: Double, state: LaneState?)] = []
        /// The stretches of time with one state; there is none while the sound is paused or over.
        var spans: [Span] = []
        /// The peaks of the sound as it was rendered, behind all its gains, linear from 0 to 1, in columns of equal length
        /// over the whole story; empty if it was not rendered.
        var peaks: [Float] = []

        struct Span: TimeStretch {
            let from: Double
            let to: Double
            let state: LaneState
        }
    }

    enum LaneState: Hashable {
        /// The sound is heard, with so many tenths of a decibel of total gain.
        case heard(tenths: Int)
        case ducked(tenths: Int)
        /// The sound is not heard, by the rule that outranks the others.
        case unheard(rule: String)

        init(_ sound: Heard) {
            self = sound.isDucked ? .ducked(tenths: sound.tenthsOfDecibel) : .heard(tenths: sound.tenthsOfDecibel)
        }
    }

    typealias Step = ScenarioRun.Entry

    /// The state of the world at one time, and its changes.
    package struct Snapshot: Sendable {
        package let at: Double
        /// The step, or nil if only time passed.
        let step: Step?
        /// The messages to apps, in words and as the events of the protocol.
        let told: [(fact: Fact, event: PositionedValue)]
        let sounds: [SnapshotSound]
        let reasons: [Reply.Reason]
        /// The sounds whose state changes at this moment: first those that were there, in the order in which they began.
        let changes: [Change]

        /// The sounds that are heard and those that are not, in words.
        var facts: (heard: [Fact], unheard: [Fact]) {
            (sounds.filter(\.state.isHeard).map(\.fact), sounds.filter { !$0.state.isHeard }.map(\.fact))
        }

        /// The state of a started sound, as values.
        struct SnapshotSound {
            let label: String
            /// The app of the sound, or nil for a sound of the device.
            let app: String?
            /// The name of the sound within its app, or nil for a sound of the device.
            let name: String?
            let kind: SoundKind
            let state: LaneState
            let outputs: [String]

            var fact: Fact {
                let words =
                    switch state {
                    case .heard: "at \(state.words) on \(outputs.joined(separator: ", "))"
                    case .ducked(let tenths): "at \(decibels(tenths)), lowered on \(outputs.joined(separator: ", "))"
                    case .unheard(let rule): "by \(rule)"
                    }
                return Fact(about: label, sentence: "\(label) \(words)")
            }
        }

        /// A fact about one sound, app or thing of the device.
        struct Fact {
            /// The name of the sound, app or thing; the sentence names it too.
            let about: String
            let sentence: String
        }
    }

    /// A change of a sound's state.
    struct Change {
        let reference: SoundReference
        let sound: String
        /// The state before, or nil if the sound was not there.
        let before: LaneState?
        /// The state from now on, or nil if the sound has ended, or is paused.
        let now: LaneState?
        /// The ports on which it is heard, if they are others than before; else empty.
        let outputs: [String]
        /// Whether the sound may continue: it is paused, and has not ended.
        let isPaused: Bool
        /// The rule that decided it, or nil if the app did it, or the sound came to its end.
        let rule: String?
    }
}

extension Chart {
    var steps: [Step] { run.entries }

    /// The expectations that did not hold, in order, each with its step.
    var failures: [(step: Step, failure: FailedExpectation)] {
        steps.flatMap { step in step.failures.map { (step, $0) } }
    }

    /// The number of expectations that held or failed, and of the steps in which they did, in words.
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
    /// The number of the step, from 1.
    var number: Int { step.number }
    var at: Double { reply.at }
    /// `ok`, or the name of the error.
    var result: String { reply.outcome.name }
}

extension Rule {
    /// The documents behind the rule, and how it is known.
    var sourceText: String { "\(source) (\(evidence.map(\.name).joined(separator: ", ")))" }
}

extension FailedExpectation {
    /// The failure in words, without its step.
    var sentence: String { "\(key): expected \(expected); was \(actual)" }
}

extension Chart.LaneState {
    /// The style that draws it, which is also its name in the JSON.
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

/// Round times from 0 on, each at least a given time after the one before.
func ticks(in seconds: Double, apart: Double) -> [Double] {
    var step = 0.001
    var turn = 0
    while step < apart {
        step *= [2, 2.5, 2][turn % 3]
        turn += 1
    }
    return (0...Int(seconds / step)).map { (Double($0) * step * 1000).rounded() / 1000 }
}
