import SessionPolicy

extension ScenarioStep {
    /// The step as one line of JSON for a program that speaks the oracle's protocol, without a line's end.
    ///
    /// What only this emulator's own files know is left out (`expect`, `note`) or spelled out (how long a sound lasts).
    public var json: String {
        guard case .object(var members) = source.content else { return "{}" }
        members.removeAll { $0.key == "expect" || $0.key == "note" }
        if source["seconds"] == nil, let seconds {
            members.append(
                PositionedValue.Member(
                    key: "seconds", keyPosition: source.position,
                    value: PositionedValue(.number(seconds), at: source.position)))
        }
        var buffer = ByteBuffer(capacity: 256)
        buffer.append(PositionedValue(.object(members), at: source.position))
        return buffer.text
    }

    /// How long the sound that the step starts lasts.
    private var seconds: Double? {
        guard case .event(.app(_, let event)) = step.action else { return nil }
        switch event {
        case .play(_, let length, _): return length.map { Double($0.nanoseconds) / 1e9 }
        case .systemSound(_, let length), .alertSound(_, let length): return Double(length.nanoseconds) / 1e9
        default: return nil
        }
    }
}

extension ByteBuffer {
    /// Appends a value as JSON; a number that JSON does not know becomes null.
    fileprivate mutating func append(_ value: PositionedValue) {
        switch value.content {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let number): number.isFinite ? append(number: number) : append("null")
        case .string(let text): append(quoting: text)
        case .array(let items): list(items, "[", "]") { $0.append($1) }
        case .object(let members):
            list(members, "{", "}") { buffer, member in
                buffer.append(quoting: member.key)
                buffer.append(": ")
                buffer.append(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ elements: [Element], _ open: StaticString, _ close: StaticString,
        _ appendElement: (inout ByteBuffer, Element) -> Void
    ) {
        append(open)
        for index in elements.indices {
            if index > 0 { append(", ") }
            appendElement(&self, elements[index])
        }
        append(close)
    }
}
