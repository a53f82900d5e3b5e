public import SessionPolicy
public import SessionWorld

/// The contents of a report: lanes of time as values, from which the picture, the page and the JSON are made.
///
/// All times are seconds from the start of the story.
public struct Chart: Sendable {
    public let title: String
    /// The path of the scenario, as it was given.
    public let file: String
    /// The name of the rule book in force.
    public let book: String
    /// The file or program that the story comes from.
    public let source: String?
    /// The length of the story; above 0.
    public let seconds: Double
    /// A line that says whether every expectation held.
    public let verdict: String
    /// The number of expectations.
    public let expectationCount: Int
    public let deviceLanes: [DeviceLane]
    public let groups: [Group]
    public let steps: [Step]
    public let moments: [Moment]
    /// The rules that decided anything, in the order of their identifiers.
    public let rules: [Rule]

    /// The states of one thing of the device over time: the switch, the screen, the route, a volume, the phone, the
    /// alarm.
    public struct DeviceLane: Sendable {
        public let name: String
        public let spans: [Span]

        /// A stretch of time in which the thing did not change.
        public struct Span: Sendable {
            public let from: Double
            public let to: Double
            public let text: String
            /// Whether the text is that of the start of the world; such a span is drawn quietly.
            public let isUsual: Bool
        }
    }

    /// An app with its sounds, or the device with its own.
    public struct Group: Sendable {
        /// The name of the app; nil for the device itself.
        public let app: String?
        /// The states of the app's session, stretch by stretch.
        public let sessions: [Session]
        public internal(set) var lanes: [Lane]
    }

    /// A stretch of time in which a session did not change.
    public struct Session: Sendable {
        public let from: Double
        public let to: Double
        public let category: String
        public let mode: String
        public let options: [String]
        public let phase: Phase
    }

    /// One sound.
    public struct Lane: Sendable {
        /// The name that scenarios use: `app/sound`, or the kind of a device's own sound.
        public let label: String
        /// The label without the app.
        public let name: String
        /// The times at which the sound began from its beginning.
        public internal(set) var starts: [Double]
        public internal(set) var spans: [Span]
        /// The peaks of the sound as it was rendered, behind all its gains, linear from 0 to 1, in columns of equal length
        /// over the whole story; empty where it was not rendered.
        public internal(set) var peaks: [Float]

        /// A stretch of time with one standing; there is none where the sound is paused or over.
        public struct Span: Hashable, Sendable {
            public let from: Double
            public internal(set) var to: Double
            public let standing: Standing
        }
    }

    /// The standing of a started sound.
    public enum Standing: Hashable, Sendable {
        /// The sound is heard, with so many tenths of a decibel of total gain.
        case heard(tenths: Int)
        case ducked(tenths: Int)
        /// The sound is not heard, by the rule that outranks the others.
        case unheard(rule: String)
    }

    /// One step of the story.
    public struct Step: Sendable {
        /// The number of the step, from 1.
        public let number: Int
        public let at: Double
        public let text: String
        /// The step as it stands in the file, with what it expects.
        public let source: PositionedValue
        /// `ok`, or the name of the error.
        public let result: String
        public let failures: [Failure]

        /// An expectation that did not hold.
        public struct Failure: Sendable {
            public let key: String
            public let expected: String
            public let actual: String
            /// The line of the expectation in the file, from 1.
            public let line: Int
            /// The column of the expectation in its line, from 1.
            public let column: Int
            /// The rules that decided, each with its sentence.
            public let deciding: [String]
        }
    }

    /// The state of the world at one time, and its changes.
    public struct Moment: Sendable {
        public let at: Double
        /// The number of the step; nil where only time passed.
        public let step: Int?
        public let heard: [Fact]
        public let unheard: [Fact]
        public let told: [Fact]
        /// The standing of each started sound.
        public let sounds: [Sound]
        /// The messages to apps, as the events of the protocol.
        public let events: [PositionedValue]
        public let reasons: [Reason]
        /// The sounds that stand otherwise from now on: first those that were there, in the order in which they began.
        public let changes: [Change]

        /// The standing of a started sound, as values.
        public struct Sound: Sendable {
            /// The label of its lane.
            public let label: String
            /// The app of the sound; nil for a sound of the device.
            public let app: String?
            /// The name of the sound within its app; nil for a sound of the device.
            public let name: String?
            public let kind: SoundKind
            public let standing: Standing
            /// The ports on which it is heard.
            public let outputs: [String]
        }

        /// A fact about one sound, app or thing of the device.
        public struct Fact: Sendable {
            /// The name of the sound, app or thing; the sentence names it too.
            public let about: String
            public let sentence: String
        }

        /// A rule that decided something.
        public struct Reason: Sendable {
            public let rule: String
            public let about: String
            public let says: String
        }
    }

    /// A sound that stands otherwise from a moment on.
    public struct Change: Sendable {
        /// The label of its lane.
        public let sound: String
        /// The standing before; nil where the sound was not there.
        public let before: Standing?
        /// The standing from now on; nil where the sound has ended, or is paused.
        public let now: Standing?
        /// The ports on which it is heard, where they are others than before; else empty.
        public let outputs: [String]
        /// The rule that decided it; nil where the app did it, or the sound came to its end.
        public let rule: String?
    }

    /// A rule in words.
    public struct Rule: Sendable {
        public let id: String
        public let statement: String
        public let source: String
    }
}

extension Chart {
    /// The expectations that did not hold, in order, each with its step.
    var failures: [(step: Step, failure: Step.Failure)] {
        steps.flatMap { step in step.failures.map { (step, $0) } }
    }

    /// Whether every expectation held.
    var holds: Bool { steps.allSatisfy(\.failures.isEmpty) }

    /// The number of expectations that held or failed, and of the steps in which they did, in words.
    var score: String {
        let steps = "\(steps.count) step\(steps.count == 1 ? "" : "s")"
        let expected = "\(expectationCount) expectation\(expectationCount == 1 ? "" : "s")"
        guard expectationCount > 0 else { return "\(steps), and no expectation" }
        guard !holds else { return "\(expected) hold\(expectationCount == 1 ? "s" : ""), in \(steps)" }
        let failed = self.steps.count { !$0.failures.isEmpty }
        return "\(failures.count) of \(expected) failed, in \(failed) of \(steps)"
    }
}
