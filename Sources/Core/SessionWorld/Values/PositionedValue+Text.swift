extension PositionedValue {
    /// A step for people: its verb, its app, and the rest in the order of the text.
    package var stepText: String {
        guard case .object(let members) = content else { return "" }
        var words = [self["do"]?.string, self["app"]?.string].compactMap { $0 }
        for member in members where !["do", "at", "app", "expect", "note"].contains(member.key) {
            let text = member.value.text
            words.append(
                ["sound", "phase", "for", "port", "press", "kind"].contains(member.key) ? text : "\(member.key) \(text)"
            )
        }
        return words.joined(separator: " ")
    }

    /// The value as YAML would write it on one line.
    package var text: String {
        switch content {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let number): plainText(number)
        case .string(let text): text
        case .array(let items): "[\(items.map { $0.text }.joined(separator: ", "))]"
        case .object(let members): "{\(members.map { "\($0.key): \($0.value.text)" }.joined(separator: ", "))}"
        }
    }
}

/// A number in the fewest digits; a whole one without a decimal point.
package func plainText(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
}
