import SessionPolicy
public import SessionScenario
import SessionWorld

extension Chart {
    /// Draws up what became of a scenario.
    ///
    /// - Parameters:
    ///   - run: The scenario, played in virtual time.
    ///   - peaks: What was rendered of each sound, by its label, as `Lane.peaks` describes it; empty for a chart of decisions
    ///     alone.
    public init(_ run: ScenarioRun, peaks: [String: [Float]] = [:]) {
        let story = Story(run)
        title = run.scenario.title
        file = run.scenario.file
        book = run.book.title
        source = run.scenario.source
        seconds = story.end
        verdict = run.verdict
        expectationCount = run.expectationCount
        deviceLanes = story.deviceLanes
        groups = story.groups(peaks)
        steps = run.entries.map { Step($0) }
        moments = story.moments
        let named = Set(moments.flatMap { $0.reasons.map(\.rule) } + story.silencers)
        rules = run.book.catalogued(named)
    }
}

extension Chart.Step {
    fileprivate init(_ entry: ScenarioRun.Entry) {
        number = entry.step.number
        at = entry.reply.at
        text = entry.step.text
        source = entry.step.source
        result = entry.reply.outcome.name
        failures = entry.failures.map {
            Failure(
                key: $0.key, expected: $0.expected, actual: $0.actual, line: $0.position.line,
                column: $0.position.column, deciding: $0.deciding)
        }
    }
}

extension RuleBook {
    /// The rules of these names in words, sorted by name.
    fileprivate func catalogued(_ ids: Set<String>) -> [Chart.Rule] {
        RuleID.allCases.filter { ids.contains($0.id) }.map { id in
            let rule = id.rule
            let evidence = rule.evidence.map(\.name).joined(separator: ", ")
            return Chart.Rule(id: id.id, statement: rule.statement, source: "\(rule.source) (\(evidence))")
        }.sorted { $0.id < $1.id }
    }
}

extension Chart.Standing {
    /// Creates the standing of a sound that is heard.
    init(_ sound: Heard) {
        self = sound.isDucked ? .ducked(tenths: sound.tenthsOfDecibel) : .heard(tenths: sound.tenthsOfDecibel)
    }
}

/// The moments of a run with the step that each belongs to.
private struct Story {
    private struct Beat {
        let at: Double
        /// The step; nil where only time passed.
        let entry: ScenarioRun.Entry?
        let moment: Moment
        let reply: Reply
    }

    private let run: ScenarioRun
    private let beats: [Beat]
    /// The end of the story, in seconds; above 0.
    let end: Double

    init(_ run: ScenarioRun) {
        self.run = run
        var beats: [Beat] = []
        for entry in run.entries {
            for moment in entry.reply.meanwhile {
                beats.append(Beat(at: moment.at.seconds, entry: nil, moment: moment, reply: entry.reply))
            }
            beats.append(
                Beat(
                    at: entry.reply.moment.at.seconds, entry: entry, moment: entry.reply.moment, reply: entry.reply))
        }
        if let reply = run.entries.last?.reply {
            beats += run.tail.map { Beat(at: $0.at.seconds, entry: nil, moment: $0, reply: reply) }
        }
        self.beats = beats
        end = max(run.seconds, 0.001)
    }

    /// The rules by which sounds were not heard.
    var silencers: [String] { beats.flatMap { $0.moment.unheard.map(\.rule.id) } }

    var moments: [Chart.Moment] {
        var changes = ChangeFinder()
        return beats.map { beat in
            Chart.Moment(
                at: beat.at, step: beat.entry?.step.number,
                heard: beat.moment.heard.map {
                    let (name, ports) = (beat.reply.text(of: $0.reference), $0.outputs.ports.map(\.name))
                    let level = "\(number($0.decibels)) dB\($0.isDucked ? ", lowered" : "")"
                    return Chart.Moment.Fact(
                        about: name, sentence: "\(name) at \(level) on \(ports.joined(separator: ", "))")
                },
                unheard: beat.moment.unheard.map {
                    let name = beat.reply.text(of: $0.reference)
                    return Chart.Moment.Fact(about: name, sentence: "\(name) by \($0.rule.id)")
                },
                told: beat.moment.notices.map {
                    Chart.Moment.Fact(
                        about: beat.reply.names[$0.app.name], sentence: $0.sentence(beat.reply.names))
                },
                sounds: Self.sounds(of: beat.moment, in: beat.reply.names),
                events: beat.moment.notices.map { $0.value(beat.reply.names) },
                reasons: (beat.entry?.reply.reasons ?? []).map {
                    Chart.Moment.Reason(rule: $0.rule.id, about: $0.about, says: $0.says)
                },
                changes: changes.take(beat.moment, in: beat.reply))
        }
    }

    private static func sounds(of moment: Moment, in names: NameTable) -> [Chart.Moment.Sound] {
        func sound(_ reference: SoundReference, _ standing: Chart.Standing, _ outputs: [String]) -> Chart.Moment.Sound {
            Chart.Moment.Sound(
                label: names.name(of: reference).text, app: reference.app.map { names[$0.name] },
                name: reference.sound.map { names[$0.name] }, kind: reference.kind, standing: standing, outputs: outputs
            )
        }
        return moment.heard.map {
            sound($0.reference, Chart.Standing($0), $0.outputs.ports.map(\.name))
        } + moment.unheard.map { sound($0.reference, .unheard(rule: $0.rule.id), []) }
    }

    // MARK: The device

    var deviceLanes: [Chart.DeviceLane] {
        let replies = run.entries.map { ($0.reply.at, $0.reply) }
        let all: [(String, (Reply) -> String)] = [
            ("switch", { $0.state.ringSwitch == .silent ? "silent" : "ring" }),
            ("screen", { $0.state.isLocked ? "locked" : "unlocked" }),
            ("route", { $0.moment.picture.route.outputs.ports.map(\.name).joined(separator: ", ") }),
            ("volume", { number($0.moment.picture.mediaVolume) }),
            ("phone", { Self.word($0.state.call) }),
            ("alarm", { $0.state.alarmFires ? "firing" : "none" }),
        ]
        return all.compactMap { name, text in
            let spans = Self.spans(replies.map { ($0.0, text($0.1)) }, until: end)
            let isQuiet = spans.count <= 1 && ["phone", "alarm", "screen"].contains(name)
            return isQuiet ? nil : Chart.DeviceLane(name: name, spans: spans)
        }
    }

    private static func word(_ call: CallState) -> String {
        switch call {
        case .none: "none"
        case .incoming: "rings"
        case .answered: "call"
        case .outgoing: "dials"
        }
    }

    /// Returns stretches of equal text; the first text is the usual one.
    static func spans(_ points: [(at: Double, value: String)], until end: Double) -> [Chart.DeviceLane.Span] {
        stretches(points, until: end).map { from, to, text in
            .init(from: from, to: to, text: text, isUsual: text == points[0].value)
        }
    }

    /// Returns stretches of equal values from 0 on, where the first value stands from the start.
    private static func stretches<Value: Equatable>(
        _ points: [(at: Double, value: Value)], until end: Double
    ) -> [(from: Double, to: Double, value: Value)] {
        guard var (from, value) = points.first.map({ (0.0, $0.value) }) else { return [] }
        var stretches: [(from: Double, to: Double, value: Value)] = []
        for point in points where point.value != value {
            if point.at > from { stretches.append((from, point.at, value)) }
            (from, value) = (point.at, point.value)
        }
        if end > from { stretches.append((from, end, value)) }
        return stretches
    }

    // MARK: Apps and sounds

    func groups(_ peaks: [String: [Float]]) -> [Chart.Group] {
        var lanes = LaneBuilder(end: end)
        for beat in beats { lanes.take(beat.moment, at: beat.at, in: beat.reply) }
        var groups: [Chart.Group] = []
        for (reference, lane) in lanes.finished {
            let app = reference.app.flatMap { id in run.entries.last?.reply.names[id.name] }
            var lane = lane
            lane.peaks = peaks[lane.label] ?? []
            if let place = groups.firstIndex(where: { $0.app == app }) {
                groups[place].lanes.append(lane)
            } else {
                groups.append(Chart.Group(app: app, sessions: app.map(sessions(of:)) ?? [], lanes: [lane]))
            }
        }
        groups += silentApps(besides: Set(groups.compactMap(\.app)))
        return groups.filter { $0.app != nil } + groups.filter { $0.app == nil }
    }

    /// The apps without a sound of their own whose sessions were active at some time: they may lower or silence others.
    private func silentApps(besides known: Set<String>) -> [Chart.Group] {
        var names: [String] = []
        var seen = known
        for reply in run.entries.map(\.reply) {
            for app in reply.state.apps where app.session.phase != .inactive {
                let name = reply.names[app.id.name]
                if seen.insert(name).inserted { names.append(name) }
            }
        }
        return names.map { Chart.Group(app: $0, sessions: sessions(of: $0), lanes: []) }
    }

    private func sessions(of app: String) -> [Chart.Session] {
        let points = run.entries.map { entry -> (at: Double, value: Session?) in
            let reply = entry.reply
            return (reply.at, reply.state.apps.first { reply.names[$0.id.name] == app }?.session)
        }
        return Self.stretches(points, until: end).compactMap { from, to, session in
            session.map {
                Chart.Session(
                    from: from, to: to, category: $0.category.name, mode: $0.mode.name, options: $0.options.names,
                    phase: $0.phase)
            }
        }
    }
}

/// Lanes on their way, in the order of their first sound.
private struct LaneBuilder {
    private let end: Double
    private var lanes: [(reference: SoundReference, lane: Chart.Lane)] = []
    private var places: [SoundReference: Int] = [:]
    /// The lanes with an open stretch.
    private var open: [SoundReference: Chart.Standing] = [:]

    init(end: Double) { self.end = end }

    mutating func take(_ moment: Moment, at time: Double, in reply: Reply) {
        var standings: [SoundReference: Chart.Standing] = [:]
        for sound in moment.heard {
            standings[sound.reference] = Chart.Standing(sound)
        }
        for sound in moment.unheard { standings[sound.reference] = .unheard(rule: sound.rule.id) }
        for (reference, standing) in open where standings[reference] != standing { close(reference, at: time) }
        for reference in moment.heard.map(\.reference) + moment.unheard.map(\.reference)
        where open[reference] == nil {
            begin(reference, standings[reference]!, at: time, reply)
        }
        for reference in moment.started {
            if let place = places[reference] { lanes[place].lane.starts.append(time) }
        }
    }

    private mutating func begin(
        _ reference: SoundReference, _ standing: Chart.Standing, at time: Double, _ reply: Reply
    ) {
        let place: Int
        if let known = places[reference] {
            place = known
        } else {
            place = lanes.count
            places[reference] = place
            let name = reference.sound.map { reply.names[$0.name] } ?? reference.kind.name
            let lane = Chart.Lane(
                label: reply.text(of: reference), name: name, starts: [], spans: [], peaks: [])
            lanes.append((reference, lane))
        }
        lanes[place].lane.spans.append(.init(from: time, to: end, standing: standing))
        open[reference] = standing
    }

    private mutating func close(_ reference: SoundReference, at time: Double) {
        open[reference] = nil
        guard let place = places[reference], let last = lanes[place].lane.spans.indices.last else { return }
        if lanes[place].lane.spans[last].from == time {
            lanes[place].lane.spans.removeLast()
        } else {
            lanes[place].lane.spans[last].to = time
        }
    }

    var finished: [(reference: SoundReference, lane: Chart.Lane)] { lanes }
}
