import SessionPolicy
import SessionWorld

extension Chart {
    /// The chart as values of JSON.
    var members: JSONText {
        .members([
            "title": .string(title), "file": .string(file), "rules in force": .string(book),
            "source": source.map { .string($0) } ?? .null, "seconds": .seconds(seconds), "verdict": .string(verdict),
            "holds": .bool(holds), "expectations": .number("\(expectationCount)"),
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
            "step": .object(JSONText(source).fields.filter { $0.key != "expect" }),
            "expect": source["expect"].map { JSONText($0) } ?? .null,
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
            "sounds": .array(sounds.map(\.json)), "events": .array(events.map { JSONText($0) }),
            "because": .array(
                reasons.map {
                    .members(["rule": .string($0.rule), "about": .string($0.about), "says": .string($0.says)])
                }),
            "changes": .array(changes.map(\.json)),
        ])
    }
}

extension Chart.Moment.Sound {
    /// The members of the protocol's `heard` and `unheard`, and those of a lane's stretch.
    fileprivate var json: JSONText {
        var members: [JSONText.Member] = [.init(key: "label", value: .string(label))]
        if let app { members.append(.init(key: "app", value: .string(app))) }
        if let name { members.append(.init(key: "sound", value: .string(name))) }
        members += [.init(key: "as", value: .string(kind.name))] + standing.json
        members.append(.init(key: "on", value: .array(outputs.map { .string($0) })))
        return .object(members)
    }
}

extension JSONText {
    /// A value out of a file; a number that JSON cannot write is null.
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

    /// The members of an object; none where this is no object.
    fileprivate var fields: [Member] { if case .object(let members) = self { members } else { [] } }

    /// A number with three decimals at most.
    fileprivate static func seconds(_ value: Double) -> JSONText { .number(Report.number(value)) }
}
