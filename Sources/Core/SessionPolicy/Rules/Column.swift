/// One column of a table: its key in YAML and JSON, its heading, and how a cell of it is printed and read.
struct Column<Row: Sendable>: Sendable {
    let heading: PrintedTable.Heading
    let cell: @Sendable (Row) -> PrintedTable.Cell
    /// Puts what a person has written into a row, or nil if the cell follows from the others.
    let put: (@Sendable (inout Row, WrittenRow.Cell) throws(RowProblem) -> Void)?

    /// Describes a column of what a row holds.
    /// - Parameter place: Where the row holds it: calls its second argument with the value in its place.
    init<Value>(
        _ key: String, _ heading: String, _ kind: CellKind<Value>, _ role: PrintedTable.Role = [],
        at place: @escaping @Sendable (inout Row, (inout Value) -> Void) -> Void
    ) {
        self.init(key, heading, kind: { _ in kind }, role, at: place)
    }

    init<Value>(
        _ key: String, _ heading: String, kind: @escaping @Sendable (Row) -> CellKind<Value>,
        _ role: PrintedTable.Role = [], at place: @escaping @Sendable (inout Row, (inout Value) -> Void) -> Void
    ) {
        @Sendable func value(_ row: Row) -> Value {
            var (row, value) = (row, Value?.none)
            place(&row) { value = $0 }
            return value!
        }
        self.heading = PrintedTable.Heading(key: key, heading: heading, role: role)
        cell = { kind($0).cell(value($0)) }
        put = { row, cell throws(RowProblem) in
            guard let value = kind(row).value(cell) else {
                throw RowProblem(key: key, says: "\"\(key)\" is \(kind(row).expected)")
            }
            place(&row) { $0 = value }
        }
    }

    /// Describes a column of what follows from the rest of a row: a person may write it, and changes nothing by it.
    init(
        _ key: String, _ heading: String, _ role: PrintedTable.Role = [],
        explaining cell: @escaping @Sendable (Row) -> PrintedTable.Cell
    ) {
        self.heading = PrintedTable.Heading(key: key, heading: heading, role: role)
        (self.cell, put) = (cell, nil)
    }
}

/// The kind of a column's cells: how a value is printed, and how one is read.
struct CellKind<Value: Sendable>: Sendable {
    /// The values that a person can write, such as `true or false`.
    let expected: String
    let cell: @Sendable (Value) -> PrintedTable.Cell
    /// The value that is written, or nil if something else is.
    let value: @Sendable (WrittenRow.Cell) -> Value?

    init(
        _ expected: String, _ cell: @escaping @Sendable (Value) -> PrintedTable.Cell,
        _ value: @escaping @Sendable (WrittenRow.Cell) -> Value?
    ) {
        (self.expected, self.cell, self.value) = (expected, cell, value)
    }

    /// One of some values, by its name.
    /// - Parameter shown: What people read in place of the name.
    static func one(
        of values: [Value], _ name: @escaping @Sendable (Value) -> String,
        shown: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) -> Self {
        CellKind(
            "one of " + values.map(name).joined(separator: ", "), { .init(.text(name($0)), shown: shown($0)) },
            { cell in values.first { cell == .text(name($0)) } })
    }
}

/// A case of a small enumeration, written by its name.
typealias TableWord = RawRepresentable<UInt8> & CaseIterable & Hashable & Sendable

extension CellKind where Value: TableWord {
    static func word(_ shown: @escaping @Sendable (Value) -> String? = { _ in nil }) -> Self {
        one(of: Array(Value.allCases), { "\($0)" }, shown: shown)
    }
}

extension CellKind where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// A case, written by its name; its raw value is what people read.
    static var phrase: Self { one(of: Array(Value.allCases), { "\($0)" }, shown: { $0.rawValue }) }
}

extension CellKind {
    /// A set of cases; one name stands for a list of it.
    static func words<Case: TableWord>() -> Self where Value == Members<Case> {
        let word = CellKind<Case>.word()
        return CellKind(
            word.expected, { .init(.list($0.cases.map { "\($0)" })) },
            { cell in cell.texts.flatMap { $0.all { word.value(.text($0)) } }.map { Members($0) } })
    }
}

extension CellKind where Value == CategoryOptions {
    /// One option, by any word that names it; the bit of interrupting spoken audio alone bears the name of both.
    static var option: Self {
        let options = one(
            of: CategoryOptions.named.map { _, option in
                option == .mixWithOthers ? option : option.subtracting(.mixWithOthers)
            }, { $0.name })
        return CellKind(
            options.expected, options.cell,
            { cell in
                let named = CategoryOptions.words.first { $0.name == cell.text && !$0.option.isEmpty }
                return named.flatMap { options.value(.text($0.option.name)) }
            })
    }

    static var options: Self {
        CellKind(
            option.expected, { .init(.list($0.names)) },
            { cell in cell.texts.flatMap { $0.all { option.value(.text($0)) } }.map { CategoryOptions($0) } })
    }
}

extension CellKind where Value == CategoryOptions? {
    static var optionOrNothing: Self {
        let options = CellKind<CategoryOptions>.options
        return CellKind(
            options.expected, { .init($0.map { .text($0.name) } ?? .nothing) },
            { cell in options.value(cell).map { $0.isEmpty ? nil : $0 } })
    }
}

extension CellKind where Value == Bool {
    static var flag: Self { flag { $0 ? "Yes" : "No" } }

    static func flag(_ shown: @escaping @Sendable (Bool) -> String) -> Self {
        CellKind("true or false", { .init(.flag($0), shown: shown($0)) }, { $0.flag })
    }
}

extension CellKind where Value == Bool? {
    static var flagOrNothing: Self {
        CellKind(
            "true, false or null", { $0.map { CellKind<Bool>.flag.cell($0) } ?? .init(.nothing) },
            { $0 == .nothing ? .some(nil) : $0.flag.map { .some($0) } })
    }
}

extension CellKind where Value == String {
    static var text: Self { CellKind("a text", { .init(.text($0)) }, { $0.text }) }
}

extension CellKind where Value == RuleID {
    static var rule: Self {
        CellKind(
            "a rule that there is, such as R-DK-1", { .init(.text($0.id)) },
            { cell in RuleID.allCases.first { cell == .text($0.id) } })
    }
}

extension CellKind where Value == SessionError {
    static var error: Self { one(of: SessionError.allCases) { $0.name } }
}

extension CellKind where Value == Length {
    /// Milliseconds, up to a minute.
    static var length: Self {
        CellKind(
            "a number from 0.0 to 60000.0", { .init(.number(Double($0.milliseconds))) },
            { $0.number(in: 0...60_000).map { .milliseconds(Int64($0)) } })
    }
}

extension CellKind where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> Self {
        CellKind(
            "a number from \(range.lowerBound) to \(range.upperBound)", { .init(.number($0)) },
            { $0.number(in: range) })
    }

    static func wholeNumber(_ range: ClosedRange<Double>) -> Self {
        CellKind(
            "a whole number from \(Int(range.lowerBound)) to \(Int(range.upperBound))", { .init(.number($0)) },
            { cell in cell.number(in: range).flatMap { $0 == $0.rounded() ? $0 : nil } })
    }
}

extension CellKind where Value == SystemVersion? {
    /// The name of a system, or nothing where the table has a dash.
    static var system: Self {
        CellKind(
            "a system, such as iOS 10: " + SystemVersion.releases.map { $0.name }.joined(separator: ", "),
            { .init($0.map { .text($0.name) } ?? .nothing) },
            { cell in
                if cell == .nothing { return .some(nil) }
                return cell.text.flatMap { SystemVersion($0) }.flatMap { $0.wasReleased ? .some($0) : nil }
            })
    }
}
