import SessionPolicy
import SessionWorld

extension ScenarioStep {
    /// The step as a JSON line of the oracle's protocol, without a line break.
    ///
    /// Members that only scenario files have are omitted (`expect`, `note`) or resolved (the length of a sound).
    public var json: String {
        guard case .object(var members) = source.content else { return "{}" }
        members.removeAll { $0.key == "expect" || $0.key == "note" }
        if source["seconds"] == nil, let length {
            members.append(
                PositionedValue.Member(
                    key: "seconds", keyPosition: source.position,
                    value: PositionedValue(.number(length.seconds), at: source.position)))
        }
        var buffer = ByteBuffer(capacity: 256)
        buffer.append(PositionedValue(.object(members), at: source.position))
        return buffer.text
    }

    private var length: Length? {
        guard case .event(.app(_, let event)) = step.action else { return nil }
        switch event {
        case .play(_, let length, _): return length
        case .systemSound(_, let length, _), .alertSound(_, let length): return length
        default: return nil
        }
    }
}
