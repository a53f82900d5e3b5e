/// The settings of a rule book, or its numbers: values by name, each a member that the reducer reads in place.
protocol NamedValues: Sendable {
    associatedtype Value: Hashable & Sendable

    init()

    /// Every member once, in the order in which they are printed.
    static var fields: [Field<Self>] { get }
}

/// One setting or number: its name, what it is under which systems, and what it means.
struct Field<Values: NamedValues>: Sendable {
    let name: String
    let kind: CellKind<Values.Value>
    let unit: String
    /// The range of the value on a command line, or nil for a value that is set in books alone.
    let range: ClosedRange<Double>?
    let rules: [RuleID]
    let means: String
    /// The values from the first system to the newest.
    let history: [BookValue<Values>]
    /// The number of the contested point that it settles, or nil if it settles none.
    let point: Int?
    /// The words of the contested point for off and on.
    let words: [String]
    /// Calls its second argument with the member in its place.
    let place: @Sendable (inout Values, (inout Values.Value) -> Void) -> Void
}

extension Field<RuleBook.Settings> {
    /// - Parameter on: The systems under which it is on.
    static func setting(
        _ name: String, on: SystemSpan, _ rules: [RuleID], _ means: String, settles point: Int? = nil,
        _ words: String...,
        at place: @escaping @Sendable (inout RuleBook.Settings, (inout Bool) -> Void) -> Void
    ) -> Self {
        Field(
            name: name, kind: .flag, unit: "", range: nil, rules: rules, means: means,
            history: on.turns.map { BookValue(name: name, value: $0.isIn, since: $0.since, until: $0.until) },
            point: point, words: words, place: place)
    }
}

extension Field<RuleBook.Numbers> {
    /// A linear level, the same under every system.
    static func level(
        _ name: String, _ range: ClosedRange<Double>, _ rules: [RuleID], _ means: String,
        at place: @escaping @Sendable (inout RuleBook.Numbers, (inout Double) -> Void) -> Void
    ) -> Self {
        number(name, .number(range), "linear", range, rules, means, at: place)
    }

    /// A length of whole milliseconds, from 1 on.
    static func length(
        _ name: String, upTo most: Double, _ rules: [RuleID], _ means: String,
        at place: @escaping @Sendable (inout RuleBook.Numbers, (inout Length) -> Void) -> Void
    ) -> Self {
        number(name, .wholeNumber(1...most), "ms", nil, rules, means) { numbers, change in
            place(&numbers) { length in
                var milliseconds = length.seconds * 1000
                change(&milliseconds)
                length = Length(seconds: milliseconds / 1000)
            }
        }
    }

    private static func number(
        _ name: String, _ kind: CellKind<Double>, _ unit: String, _ range: ClosedRange<Double>?,
        _ rules: [RuleID], _ means: String,
        at place: @escaping @Sendable (inout RuleBook.Numbers, (inout Double) -> Void) -> Void
    ) -> Self {
        var (numbers, value) = (RuleBook.Numbers(), 0.0)
        place(&numbers) { value = $0 }
        return Field(
            name: name, kind: kind, unit: unit, range: range, rules: rules, means: means,
            history: [BookValue(name: name, value: value)], point: nil, words: [], place: place)
    }
}

/// A setting or a number as a book has it.
struct BookValue<Values: NamedValues>: DatedRow, Hashable {
    let name: String
    var value: Values.Value
    var since: SystemVersion?
    var until: SystemVersion?

    var field: Field<Values> { Values.fields.first { $0.name == name }! }
}

extension NamedValues {
    func write(to rows: inout [BookValue<Self>]) {
        rows.edit { row in
            var values = self
            row.field.place(&values) { row.value = $0 }
        }
    }

    init(_ rows: [BookValue<Self>]) {
        self.init()
        for row in rows { row.field.place(&self) { $0 = row.value } }
    }
}
