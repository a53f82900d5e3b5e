import SessionPolicy
public import SessionScenario
import SessionWorld

extension Chart {
    /// Creates the chart of a scenario run.
    ///
    /// - Parameters:
    ///   - run: The scenario, played in virtual time.
    ///   - peaks: The rendered peaks of each sound by label, as described at `Lane.peaks`; empty for a chart of
    ///     decisions alone.
    public init(_ run: ScenarioRun, peaks: [String: [Float]] = [:]) {
        let story = Story(run)
        self.run = run
        seconds = story.end
        deviceLanes = story.deviceLanes
        moments = story.moments
        groups = story.groups(of: moments, peaks)
        let named = Set(moments.flatMap { $0.reasons.map(\.rule) } + run.moments.flatMap { $0.unheard.map(\.rule) })
        rules = RuleID.allCases.filter(named.contains).map(\.rule).sorted { $0.id.id < $1.id.id }
    }
}

private struct Story {
    private let run: ScenarioRun
    private let beats: [(at: Double, step: Chart.Step?, moment: Moment, reply: Reply)]
    /// The end of the story, in seconds; above 0.
    let end: Double

    init(_ run: ScenarioRun) {
        self.run = run
        func beat(_ step: Chart.Step?, _ moment: Moment, _ reply: Reply) -> (Double, Chart.Step?, Moment, Reply) {
            (moment.at.seconds, step, moment, reply)
        }
        let steps = run.entries.flatMap { entry in
            entry.reply.meanwhile.map { beat(nil, $0, entry.reply) } + [beat(entry, entry.reply.moment, entry.reply)]
        }
        beats = steps + (run.entries.last.map { last in run.tail.map { beat(nil, $0, last.reply) } } ?? [])
        end = max(run.seconds, 0.001)
    }

    var moments: [Chart.Snapshot] {
        var changes = ChangeFinder()
        return beats.map { beat in
            let names = beat.reply.names
            func fact(_ sound: SoundReference, _ words: String) -> Chart.Snapshot.Fact {
                let label = names.name(of: sound).text
                return .init(about: label, sentence: "\(label) \(words)")
            }
            return Chart.Snapshot(
                at: beat.at, step: beat.step,
                told: beat.moment.notices.map { .init(about: names[$0.app.name], sentence: $0.sentence(names)) },
                heard: beat.moment.heard.map { sound in
                    let ports = sound.outputs.ports.map(\.name).joined(separator: ", ")
                    let lowered = sound.isDucked ? ", lowered" : ""
                    return fact(sound.reference, "at \(decibels(sound.tenthsOfDecibel))\(lowered) on \(ports)")
                },
                unheard: beat.moment.unheard.map { fact($0.reference, "by \($0.rule.id)") },
                reasons: beat.step?.reply.reasons ?? [], changes: changes.changes(at: beat.moment, in: beat.reply))
        }
    }

    // MARK: The device

    var deviceLanes: [Chart.DeviceLane] {
        let all: [(String, (Reply) -> String)] = [
            ("switch", { $0.state.ringSwitch == .silent ? "silent" : "ring" }),
            ("screen", { $0.state.isLocked ? "locked" : "unlocked" }),
            ("route", { $0.moment.picture.route.outputs.ports.map(\.name).joined(separator: ", ") }),
            ("volume", { number($0.moment.picture.mediaVolume) }),
            ("phone", { Self.word($0.state.call) }),
            ("alarm", { $0.state.alarmFires ? "firing" : "none" }),
        ]
        return all.compactMap { name, text in
            let points = run.entries.map { ($0.at, text($0.reply)) }
            let spans = stretches(points)
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

    /// Returns spans of equal values up to the end, the first from 0; a span that starts at the end only on request.
    private func stretches<Value: Equatable & Sendable>(
        _ points: [(at: Double, value: Value)], keepsLast: Bool = false
    ) -> [Chart.Span<Value>] {
        guard var (from, value) = points.first.map({ (0.0, $0.value) }) else { return [] }
        var stretches: [Chart.Span<Value>] = []
        for point in points where point.value != value {
            if point.at > from { stretches.append(.init(from: from, to: point.at, value: value)) }
            (from, value) = (point.at, point.value)
        }
        if end > from || keepsLast { stretches.append(.init(from: from, to: end, value: value)) }
        return stretches
    }

    // MARK: Apps and sounds

    func groups(of moments: [Chart.Snapshot], _ peaks: [String: [Float]]) -> [Chart.Group] {
        guard let names = run.entries.last?.reply.names else { return [] }
        var groups: [Chart.Group] = []
        for (reference, lane) in lanes(of: moments, names) {
            let app = reference.app.map { names[$0.name] }
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

    private func lanes(
        of moments: [Chart.Snapshot], _ names: NameTable
    ) -> [(reference: SoundReference, lane: Chart.Lane)] {
        var lanes: [(reference: SoundReference, lane: Chart.Lane)] = []
        var places: [SoundReference: Int] = [:]
        for (beat, moment) in zip(beats, moments) {
            for change in moment.changes {
                let reference = change.reference
                if places[reference] == nil {
                    places[reference] = lanes.count
                    let name = reference.sound.map { names[$0.name] } ?? reference.kind.name
                    lanes.append((reference, Chart.Lane(label: change.sound, name: name)))
                }
                lanes[places[reference]!].lane.turns.append((moment.at, change.now))
                if change.isPaused { lanes[places[reference]!].lane.pauses.append(moment.at) }
            }
            for reference in beat.moment.started {
                if let place = places[reference] { lanes[place].lane.starts.append(moment.at) }
            }
        }
        for place in lanes.indices {
            let turns = lanes[place].lane.turns.map { (at: $0.at, value: $0.state) }
            lanes[place].lane.spans = present(stretches([(0, nil)] + turns, keepsLast: true))
        }
        return lanes
    }

    /// The apps without sounds whose sessions were active at some time: they may duck or silence others.
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

    private func sessions(of app: String) -> [Chart.Span<Session>] {
        present(
            stretches(
                run.entries.map { entry -> (at: Double, value: Session?) in
                    let reply = entry.reply
                    return (reply.at, reply.state.apps.first { reply.names[$0.id.name] == app }?.session)
                }))
    }

    /// Returns the spans in which there is a value.
    private func present<Value>(_ spans: [Chart.Span<Value?>]) -> [Chart.Span<Value>] {
        spans.compactMap { span in span.value.map { .init(from: span.from, to: span.to, value: $0) } }
    }
}
