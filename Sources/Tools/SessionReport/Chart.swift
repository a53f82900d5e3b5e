public import SessionPolicy
public import SessionWorld

/// What a report shows: lanes of time as values, from which the picture, the page and the JSON are made.
///
/// All times are seconds from the start of the story.
public struct Chart: Sendable {
    public let title: String
    /// The path of the scenario, as it was given.
    public let file: String
    /// The name of the rule book in force.
    public let book: String
    /// Where the story comes from.
    public let source: String?
    /// How long the story is; above 0.
    public let seconds: Double
    /// One line: whether every expectation held.
    public let verdict: String
    /// How many expectations there were.
    public let expectationCount: Int
    public let deviceLanes: [DeviceLane]
    public let groups: [Group]
    public let steps: [Step]
    public let moments: [Moment]
    /// The rules that decided anything, in the order of their identifiers.
    public let rules: [Rule]

    /// How one thing of the device stood: the switch, the screen, the route, a volume, the phone, the alarm.
    public struct DeviceLane: Sendable {
        public let name: String
        public let spans: [Span]

        /// A stretch of time in which it did not change.
        public struct Span: Sendable {
            public let from: Double
            public let to: Double
            public let text: String
            /// Whether it stood so at the start of the world; such a span is drawn quietly.
            public let isUsual: Bool
        }
    }

    /// An app with its sounds, or the device with its own.
    public struct Group: Sendable {
        /// The name of the app; nil for the device itself.
        public let app: String?
        /// What its session was, stretch by stretch.
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
        /// As scenarios name it: `app/sound`, or the kind of a device's own sound.
        public let label: String
        /// The label without the app.
        public let name: String
        /// When it began from its beginning.
        public internal(set) var starts: [Double]
        public internal(set) var spans: [Span]
        /// The peaks of the sound as it was rendered, behind all its gains, linear from 0 to 1, in columns of equal length
        /// over the whole story; empty where it was not rendered.
        public internal(set) var peaks: [Float]

        /// A stretch of time in which it stood alike; there is none where it is paused or over.
        public struct Span: Hashable, Sendable {
            public let from: Double
            public internal(set) var to: Double
            public let standing: Standing
        }
    }

    /// How a started sound stands.
    public enum Standing: Hashable, Sendable {
        /// In tenths of a decibel of total gain.
        case heard(tenths: Int)
        case ducked(tenths: Int)
        /// The rule that outranks the others for it.
        case unheard(rule: String)
    }

    /// One step of the story.
    public struct Step: Sendable {
        /// From 1.
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
            /// Which rules decided, each with its sentence.
            public let deciding: [String]
        }
    }

    /// What became of the world at one time.
    public struct Moment: Sendable {
        public let at: Double
        /// The number of the step; nil where only time passed.
        public let step: Int?
        public let heard: [Fact]
        public let unheard: [Fact]
        public let told: [Fact]
        /// How each started sound stands.
        public let sounds: [Sound]
        /// What apps are told, as the events of the protocol.
        public let events: [PositionedValue]
        public let reasons: [Reason]
        /// The sounds that stand otherwise from now on: first those that were there, in the order in which they began.
        public let changes: [Change]

        /// How a started sound stands, as values.
        public struct Sound: Sendable {
            /// The label of its lane.
            public let label: String
            /// Its app; nil for a sound of the device.
            public let app: String?
            /// Its name within the app; nil for a sound of the device.
            public let name: String?
            public let kind: SoundKind
            public let standing: Standing
            /// The ports on which it is heard.
            public let outputs: [String]
        }

        /// What holds for one sound, app or thing of the device.
        public struct Fact: Sendable {
            /// What it holds for; the sentence names it.
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
        /// How it stood before; nil where it was not there.
        public let before: Standing?
        /// How it stands from now on; nil where it has ended, or is paused.
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

    /// How many expectations held or failed, and in how many steps.
    var score: String {
        let steps = "\(steps.count) step\(steps.count == 1 ? "" : "s")"
        let expected = "\(expectationCount) expectation\(expectationCount == 1 ? "" : "s")"
        guard expectationCount > 0 else { return "\(steps), and no expectation" }
        guard !holds else { return "\(expected) hold\(expectationCount == 1 ? "s" : ""), in \(steps)" }
        let failed = self.steps.count { !$0.failures.isEmpty }
        return "\(failures.count) of \(expected) failed, in \(failed) of \(steps)"
    }
}
