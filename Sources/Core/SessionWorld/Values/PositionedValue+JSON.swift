extension PositionedValue {
    /// Reads one line of JSON.
    ///
    /// - Parameters:
    ///   - bytes: The line, in UTF-8.
    ///   - line: Its number in its text, from 1, for errors.
    /// - Throws: The problem and its position.
    public init(json bytes: some Collection<UInt8>, line: Int) throws(StepError) {
        self = try Array(bytes).withUnsafeBufferPointer { bytes throws(StepError) in
            try JSONLineReader.read(bytes, line: line)
        }
    }
}

extension ByteBuffer {
    /// Appends a value as JSON. Infinities and NaN become null.
    package mutating func append(_ value: PositionedValue) { append(value.content) }

    mutating func append(_ content: PositionedValue.Content) {
        switch content {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let number): number.isFinite ? append(number: number) : append("null")
        case .string(let text): append(quoting: text)
        case .array(let items): list(items) { $0.append($1) }
        case .object(let members):
            list(members, "{", "}") { buffer, member in
                buffer.append(quoting: member.key)
                buffer.append(": ")
                buffer.append(member.value)
            }
        }
    }

    /// Appends elements with commas between them.
    mutating func list<Element>(
        _ elements: [Element], _ open: StaticString = "[", _ close: StaticString = "]",
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
