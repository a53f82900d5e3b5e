import SessionPolicy
import SessionScenario
import SessionWorld

extension Chart {
    /// The input of the page's script: the lanes and the refused steps.
    var drawn: JSONText {
        .members([
            "seconds": .seconds(seconds), "device": device,
            "apps": .list(groups) { .members(["app": .text($0.app), "sounds": .list($0.lanes, \.json)]) },
            "refused": .list(steps.filter { $0.result != "ok" }) { step in
                let (app, sound) = (step.step.source["app"]?.string, step.step.source["sound"]?.string)
                return .members([
                    "at": .seconds(step.at), "app": .text(app),
                    "label": .string([app, sound].compactMap { $0 }.joined(separator: "/")),
                ])
            },
        ])
    }

    private var device: JSONText {
        .list(deviceLanes) { lane in
            .members([
                "name": .string(lane.name), "spans": .list(lane.spans) { .stretch($0, ["text": .string($0.text)]) },
            ])
        }
    }

    private var apps: JSONText {
        .list(groups) { group in
            .members([
                "app": .text(group.app), "session": .list(group.sessions, \.json),
                "sounds": .list(group.lanes, \.json),
            ])
        }
    }

    var members: JSONText {
        .members([
            "title": .string(run.scenario.title), "file": .string(run.scenario.file),
            "rules in force": .string(run.book.title), "source": run.scenario.source.map { .string($0) } ?? .null,
            "seconds": .seconds(seconds), "verdict": .string(run.verdict), "holds": .bool(run.holds),
            "expectations": .number("\(run.expectationCount)"),
            "device": device, "apps": apps,
            "steps": .list(steps, \.json), "moments": .list(moments, \.json),
            "rules": .list(rules) {
                .members([
                    "id": .string($0.id.id), "statement": .string($0.statement), "source": .string($0.sourceText),
                ])
            },
        ])
    }
}

extension Chart.SessionSpan {
    fileprivate var json: JSONText {
        .stretch(
            self,
            [
                "text": .string(text), "category": .string(session.category.name), "mode": .string(session.mode.name),
                "options": .texts(session.options.names), "phase": .string(session.phase.name),
            ])
    }
}

extension Chart.Lane {
    fileprivate var json: JSONText {
        .members([
            "sound": .string(label), "starts": .list(starts) { .seconds($0) },
            "spans": .list(spans) { .stretch($0, $0.state.json) }, "peaks": .list(peaks) { .seconds(Double($0)) },
        ])
    }
}

extension Chart.LaneState {
    fileprivate var json: KeyValuePairs<String, JSONText> {
        switch self {
        case .heard(let tenths), .ducked(let tenths):
            ["is": .string(style), "gainDB": .seconds(Double(tenths) / 10)]
        case .unheard(let rule): ["is": .string(style), "rule": .string(rule)]
        }
    }
}

extension Chart.Change {
    fileprivate var json: JSONText {
        .members([
            "sound": .string(sound), "before": before.map { .members($0.json) } ?? .null,
            "now": now.map { .members($0.json) } ?? .null, "on": .texts(outputs), "rule": .text(rule),
        ])
    }
}

extension ScenarioRun.Entry {
    fileprivate var json: JSONText {
        var said = JSONText(step.source)
        if case .object(let members) = said { said = .object(members.filter { $0.key != "expect" }) }
        return .members([
            "n": .number("\(number)"), "at": .seconds(at), "text": .string(step.text), "result": .string(result),
            "step": said, "expect": step.source["expect"].map { JSONText($0) } ?? .null,
            "failures": .list(failures) {
                .members([
                    "key": .string($0.key), "expected": .string($0.expected), "actual": .string($0.actual),
                    "line": .number("\($0.position.line)"), "column": .number("\($0.position.column)"),
                    "decided": .texts($0.deciding),
                ])
            },
        ])
    }
}

extension Chart.Snapshot {
    fileprivate var json: JSONText {
        let (heard, unheard) = facts
        return .members([
            "at": .seconds(at), "step": step.map { .number("\($0.number)") } ?? .null,
            "heard": .texts(heard.map(\.sentence)), "unheard": .texts(unheard.map(\.sentence)),
            "told": .texts(told.map(\.fact.sentence)), "sounds": .list(sounds, \.json),
            "events": .list(told) { JSONText($0.event) },
            "because": .list(reasons) {
                .members(["rule": .string($0.rule.id), "about": .string($0.about), "says": .string($0.says)])
            },
            "changes": .list(changes, \.json),
        ])
    }
}

extension Chart.Snapshot.SnapshotSound {
    /// The protocol's members of `heard` and `unheard`, or those of a lane's span.
    fileprivate var json: JSONText {
        var members: [JSONText.Member] = [.init(key: "label", value: .string(label))]
        if let app { members.append(.init(key: "app", value: .string(app))) }
        if let name { members.append(.init(key: "sound", value: .string(name))) }
        members.append(.init(key: "as", value: .string(kind.name)))
        members += state.json.map { .init(key: $0, value: $1) }
        return .object(members + [.init(key: "on", value: .texts(outputs))])
    }
}

extension JSONText {
    /// Converts a value from a file; a number that JSON cannot represent becomes null.
    fileprivate init(_ value: PositionedValue) {
        self =
            switch value.content {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .number(let number) where !number.isFinite: .null
            case .number(let number): Int(exactly: number).map { .number("\($0)") } ?? .number("\(number)")
            case .string(let text): .string(text)
            case .array(let items): .array(items.map { JSONText($0) })
            case .object(let members): .object(members.map { .init(key: $0.key, value: JSONText($0.value)) })
            }
    }

    fileprivate static func list<Value>(_ values: [Value], _ json: (Value) -> JSONText) -> JSONText {
        .array(values.map(json))
    }

    fileprivate static func texts(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }

    fileprivate static func text(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

    /// Rounds a number to three decimals.
    fileprivate static func seconds(_ value: Double) -> JSONText { .number(Report.number(value)) }

    /// A span with its times and further members.
    fileprivate static func stretch(_ stretch: some TimeStretch, _ rest: KeyValuePairs<String, JSONText>) -> JSONText {
        let ends = [("from", stretch.from), ("to", stretch.to)].map { JSONText.Member(key: $0, value: .seconds($1)) }
        return .object(ends + rest.map { .init(key: $0, value: $1) })
    }
}
