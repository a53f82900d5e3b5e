import SessionPolicy
import SessionScenario
import SessionWorld

extension Chart {
    /// The input of the page's script: the lanes, and the refused steps.
    var drawn: JSONText {
        .members([
            "seconds": .seconds(seconds),
            "device": .list(deviceLanes) { lane in
                .members([
                    "name": .string(lane.name),
                    "spans": .list(lane.spans) { .stretch($0, ["text": .string($0.value)]) },
                ])
            },
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
}

extension Chart.Lane {
    fileprivate var json: JSONText {
        .members([
            "sound": .string(label), "starts": .list(starts) { .seconds($0) },
            "spans": .list(spans) { .stretch($0, $0.value.json) }, "peaks": .list(peaks) { .seconds(Double($0)) },
        ])
    }
}

extension Chart.LaneState {
    fileprivate var json: KeyValuePairs<String, JSONText> {
        switch self {
        case .heard(let tenths), .ducked(let tenths):
            ["is": .string(style), "gainDB": .seconds(Double(tenths) / 10)]
        case .unheard: ["is": .string(style)]
        }
    }
}

extension JSONText {
    fileprivate static func list<Value>(_ values: [Value], _ json: (Value) -> JSONText) -> JSONText {
        .array(values.map(json))
    }

    fileprivate static func text(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

    /// Rounds a number to three decimals.
    fileprivate static func seconds(_ value: Double) -> JSONText { .number(Report.number(value)) }

    /// A span with its times and further members.
    fileprivate static func stretch(_ stretch: some TimeStretch, _ rest: KeyValuePairs<String, JSONText>) -> JSONText {
        let ends = [("from", stretch.from), ("to", stretch.to)].map { JSONText.Member(key: $0, value: .seconds($1)) }
        return .object(ends + rest.map { .init(key: $0, value: $1) })
    }
}
