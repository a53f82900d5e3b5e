import SessionPolicy

extension Chart {
    /// The chart as values of JSON.
    var members: JSONText {
        .members([
            "title": .string(title), "file": .string(file), "rules in force": .string(book),
            "source": source.map { .string($0) } ?? .null, "seconds": .seconds(seconds), "verdict": .string(verdict),
            "device": .array(deviceLanes.map { .members(["name": .string($0.name), "spans": Self.json($0.spans)]) }),
            "apps": .array(groups.map(\.json)),
            "steps": .array(steps.map(\.json)),
            "moments": .array(moments.map(\.json)),
            "rules": .array(
                rules.map {
                    .members([
                        "id": .string($0.id), "statement": .string($0.statement), "source": .string($0.source),
                    ])
                }),
        ])
    }

    fileprivate static func json(_ spans: [DeviceLane.Span]) -> JSONText {
        .array(
            spans.map {
                .members(["from": .seconds($0.from), "to": .seconds($0.to), "text": .string($0.text)])
            })
    }
}

extension Chart.Group {
    fileprivate var json: JSONText {
        .members([
            "app": app.map { .string($0) } ?? .null, "session": .array(sessions.map(\.json)),
            "sounds": .array(lanes.map(\.json)),
        ])
    }
}

extension Chart.Session {
    fileprivate var json: JSONText {
        .members([
            "from": .seconds(from), "to": .seconds(to), "text": .string(text), "category": .string(category),
            "mode": .string(mode), "options": .array(options.map { .string($0) }), "phase": .string(phase.name),
        ])
    }
}

extension Chart.Lane {
    fileprivate var json: JSONText {
        .members([
            "sound": .string(label), "starts": .array(starts.map { .seconds($0) }),
            "spans": .array(spans.map(\.json)),
            "peaks": .array(peaks.map { .seconds(Double($0)) }),
        ])
    }
}

extension Chart.Lane.Span {
    fileprivate var json: JSONText {
        .object([.init(key: "from", value: .seconds(from)), .init(key: "to", value: .seconds(to))] + standing.json)
    }
}

extension Chart.Standing {
    fileprivate var json: [JSONText.Member] {
        switch self {
        case .heard(let tenths), .ducked(let tenths):
            [
                .init(key: "is", value: .string(style)),
                .init(key: "gainDB", value: .seconds(Double(tenths) / 10)),
            ]
        case .unheard(let rule):
            [.init(key: "is", value: .string("unheard")), .init(key: "rule", value: .string(rule))]
        }
    }
}

extension Chart.Change {
    fileprivate var json: JSONText {
        .members([
            "sound": .string(sound), "before": before.map { .object($0.json) } ?? .null,
            "now": now.map { .object($0.json) } ?? .null, "on": .array(outputs.map { .string($0) }),
            "rule": rule.map { .string($0) } ?? .null,
        ])
    }
}

extension Chart.Step {
    fileprivate var json: JSONText {
        .members([
            "n": .number("\(number)"), "at": .seconds(at), "text": .string(text), "result": .string(result),
            "failures": .array(
                failures.map {
                    .members([
                        "key": .string($0.key), "expected": .string($0.expected), "actual": .string($0.actual),
                        "line": .number("\($0.line)"), "column": .number("\($0.column)"),
                        "decided": .array($0.deciding.map { .string($0) }),
                    ])
                }),
        ])
    }
}

extension Chart.Moment {
    fileprivate var json: JSONText {
        .members([
            "at": .seconds(at), "step": step.map { .number("\($0)") } ?? .null,
            "heard": .array(heard.map { .string($0.sentence) }),
            "unheard": .array(unheard.map { .string($0.sentence) }),
            "told": .array(told.map { .string($0.sentence) }),
            "because": .array(
                reasons.map {
                    .members(["rule": .string($0.rule), "about": .string($0.about), "says": .string($0.says)])
                }),
            "changes": .array(changes.map(\.json)),
        ])
    }
}

extension JSONText {
    /// A number with three decimals at most.
    fileprivate static func seconds(_ value: Double) -> JSONText { .number(SessionReport.number(value)) }
}
