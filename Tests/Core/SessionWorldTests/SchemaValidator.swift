import Testing

@testable import SessionWorld

/// A validator of as much of JSON Schema as the project's own schemas use; a keyword that it does not know is an error of
/// the schema.
struct SchemaValidator {
    private let root: PositionedValue
    /// The definitions by the references to them.
    private let definitions: [String: PositionedValue]
    /// Whether an object may have only the keys that its schema names, although it does not say so.
    private let closesObjects: Bool

    init(_ schema: JSONSchema, closesObjects: Bool = false) throws {
        let root = try value(schema.text)
        let named = (root["$defs"]?.keys ?? []).map { ("#/$defs/" + $0, root["$defs"]?[$0] ?? root) }
        self.root = root
        definitions = Dictionary(uniqueKeysWithValues: named)
        self.closesObjects = closesObjects
    }

    /// The first thing that is wrong with a value, with its path, or nil if nothing is.
    func problem(of value: PositionedValue) -> String? { problem(of: value, against: root, at: "") }

    private func problem(of value: PositionedValue, against schema: PositionedValue, at path: String) -> String? {
        switch schema.content {
        case .bool(let accepts): return accepts ? nil : "\(path): must not be there"
        case .object(let keywords):
            for keyword in keywords {
                if let problem = problem(of: value, against: keyword, of: schema, at: path) { return problem }
            }
            return closesObjects ? problem(ofKeysIn: value, against: schema, at: path) : nil
        default: return "\(path): the schema is neither an object nor a flag"
        }
    }

    private func problem(
        of value: PositionedValue, against keyword: PositionedValue.Member, of schema: PositionedValue, at path: String
    ) -> String? {
        let rule = keyword.value
        switch keyword.key {
        case "$schema", "$id", "$defs", "title", "description", "then", "else": return nil
        case "$ref":
            guard let definition = definitions[rule.text] else { return "\(path): \(rule.text) leads nowhere" }
            return problem(of: value, against: definition, at: path)
        case "type":
            let types = rule.string.map { [$0] } ?? rule.items.compactMap(\.string)
            return types.contains { value.isOf(type: $0) } ? nil : "\(path): \(value.kind) is not \(rule.text)"
        case "const": return value.says(theSameAs: rule) ? nil : "\(path): \(value.kind) is not \(rule.text)"
        case "enum":
            return rule.items.contains { value.says(theSameAs: $0) } ? nil : "\(path): \(value.kind) is not listed"
        case "minimum", "maximum", "exclusiveMaximum":
            guard case .number(let number) = value.content, case .number(let limit) = rule.content else { return nil }
            let fits =
                switch keyword.key {
                case "minimum": number >= limit
                case "maximum": number <= limit
                default: number < limit
                }
            return fits ? nil : "\(path): beyond \(limit)"
        case "pattern":
            guard let text = value.string, let pattern = rule.string else { return nil }
            let isFound = (try? Regex(pattern).firstMatch(in: text)) != nil
            return isFound ? nil : "\(path): \(value.kind) is not written as \(pattern)"
        case "anyOf":
            let problems = rule.items.map { problem(of: value, against: $0, at: path) }
            return problems.contains(nil) ? nil : problems.compactMap(\.self).joined(separator: "; ")
        case "required":
            guard case .object = value.content else { return nil }
            return rule.items.compactMap(\.string).first { value[$0] == nil }.map { "\(path): lacks \($0)" }
        case "properties":
            return first(rule.keys) { key in
                value[key].flatMap { problem(of: $0, against: rule[key] ?? rule, at: path + "/" + key) }
            }
        case "additionalProperties":
            let named = schema["properties"]?.keys ?? []
            return first(value.keys.filter { !named.contains($0) }) { key in
                value[key].flatMap { problem(of: $0, against: rule, at: path + "/" + key) }
            }
        case "items":
            return first(value.items.indices) { problem(of: value.items[$0], against: rule, at: "\(path)/\($0)") }
        case "oneOf":
            let problems = rule.items.map { problem(of: value, against: $0, at: path) }
            let count = problems.count { $0 == nil }
            guard count != 1 else { return nil }
            let reasons = problems.compactMap(\.self).joined(separator: "; ")
            return "\(path): fits \(count) of \(problems.count) (\(reasons))"
        case "if":
            let branch = schema[problem(of: value, against: rule, at: path) == nil ? "then" : "else"]
            return branch.flatMap { problem(of: value, against: $0, at: path) }
        default: return "\(path): the schema has the keyword \(keyword.key), which is not known here"
        }
    }

    private func problem(ofKeysIn value: PositionedValue, against schema: PositionedValue, at path: String) -> String? {
        guard schema["type"]?.string == "object", schema["additionalProperties"] == nil else { return nil }
        let named = schema["properties"]?.keys ?? []
        return value.keys.first { !named.contains($0) }.map { "\(path)/\($0): is not described" }
    }

    private func first<Elements: Sequence>(
        _ elements: Elements, _ problem: (Elements.Element) -> String?
    ) -> String? {
        for element in elements {
            if let found = problem(element) { return found }
        }
        return nil
    }
}

extension PositionedValue {
    fileprivate func isOf(type: String) -> Bool {
        switch content {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let number): type == "number" || type == "integer" && number.rounded() == number
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
