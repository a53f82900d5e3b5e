import Glibc
import SessionPolicy
import SessionWire
package import SessionWorld

/// The problems that made a table of apps invalid.
package struct AppTableError: Error, CustomStringConvertible, Sendable {
    package let file: String
    /// The problems, in the order of the file.
    package let problems: [StepError]

    /// One line per problem: `file:line:column: what is wrong; what would be right`.
    package var description: String { problems.lines(in: file) }
}

extension AppRow {
    /// The paths of the tables of apps; rows of earlier files take precedence.
    /// - Parameter environment: Looks up an environment variable.
    package static func places(_ environment: (String) -> String?) -> [String] {
        let home = environment("XDG_CONFIG_HOME") ?? environment("HOME").map { $0 + "/.config" }
        return (home.map { ["\($0)/audiosession/apps.yaml"] } ?? []) + ["/etc/audiosession/apps.yaml"]
    }

    /// Returns the rows in effect for this process: those of the files that exist, followed by the built-in ones.
    /// - Parameter value: Parses a YAML file.
    package static func ofThisProcess(
        _ value: (String) throws(StepError) -> PositionedValue
    ) throws(AppTableError) -> [AppRow] {
        var rows: [AppRow] = []
        for file in places(SocketPlace.environment) where access(file, F_OK) == 0 {
            rows += try read(file) { () throws(StepError) in try value(file) }
        }
        return rows + builtIn
    }

    /// Reads a table of apps.
    /// - Parameters:
    ///   - file: The path, for errors and the rows' origins.
    ///   - root: Returns the table.
    package static func read(
        _ file: String, _ root: () throws(StepError) -> PositionedValue
    ) throws(AppTableError) -> [AppRow] {
        var reader = AppTableReader(file: file)
        do throws(StepError) {
            let rows = reader.rows(try root())
            if reader.problems.isEmpty { return rows }
        } catch {
            reader.problems.append(error)
        }
        throw AppTableError(file: file, problems: reader.problems.sorted { $0.position < $1.position })
    }
}

private struct AppTableReader {
    let file: String
    var problems: [StepError] = []

    private static let marks = ["program", "application", "player", "role"]
    private static let keys = marks + ["category", "mode", "options", "interrupted", "back", "call", "records"]
    /// Other categories are excluded: a phone suspends them in the background, where a desktop lets every program run.
    private static let categories: [SessionPolicy.Category] = [.playback, .playAndRecord]

    init(file: String) { self.file = file }

    mutating func rows(_ root: PositionedValue) -> [AppRow] {
        guard case .object(let members) = root.content, members.count == 1, members[0].key == "apps",
            case .array(let rows) = members[0].value.content
        else {
            report(
                root.position,
                "a table of apps has one key, apps: a list of rows such as {program: mpv, mode: moviePlayback}")
            return []
        }
        return rows.compactMap { value in
            let position = value.position
            // Two rows on one line are told apart by their columns.
            let isAlone = rows.count { $0.position.line == position.line } == 1
            return row(value, at: isAlone ? "\(position.line)" : "\(position.line):\(position.column)")
        }
    }

    private mutating func row(_ value: PositionedValue, at place: String) -> AppRow? {
        guard case .object(let members) = value.content else {
            report(
                value.position,
                "a row is an object with the keys \(Self.keys.joined(separator: ", ")); found \(value.kind)")
            return nil
        }
        var row = AppRow(AppTerms(), origin: "\(file):\(place)")
        for member in members {
            let (key, value) = (member.key, member.value)
            switch key {
            case "program": row.program = text(value, key)
            case "application": row.application = text(value, key)
            case "player": row.player = text(value, key)
            case "role": row.role = text(value, key)
            case "category": row.terms.category = named(value, key, Self.categories, \.name) ?? row.terms.category
            case "mode": row.terms.mode = named(value, key, Mode.allCases, \.name) ?? row.terms.mode
            case "interrupted":
                row.terms.interruption = named(value, key, AppTerms.Interruption.allCases, \.rawValue) ?? .pause
            case "call": row.terms.isCall = flag(value, key)
            case "records": row.terms.records = flag(value, key)
            case "options":
                if case .array(let names) = value.content {
                    for name in names {
                        row.terms.options.formUnion(named(name, key, CategoryOptions.named, \.name)?.option ?? [])
                    }
                } else {
                    report(value.position, "\"options\" must be a list such as [mixWithOthers]; found \(value.kind)")
                }
            // Depends on other keys.
            case "back": break
            default:
                report(
                    member.keyPosition,
                    "a row has no key \"\(key.shortened)\"; its keys are \(Self.keys.joined(separator: ", "))")
            }
        }
        if !members.contains(where: { Self.marks.contains($0.key) }) {
            report(value.position, "the row matches no program; add one of \(Self.marks.joined(separator: ", "))")
        }
        if value["call"] == nil {
            row.terms.isCall = row.role.map { AppMarks.rolesOfCalls.contains($0.lowercased()) } ?? false
        }
        if let given = value["back"] { row.terms.back = back(given, in: row) ?? row.terms.back }
        return row
    }

    /// How far a player seeks back, which requires that it is paused.
    private mutating func back(_ value: PositionedValue, in row: AppRow) -> Length? {
        let number: Double? = if case .number(let number) = value.content { number } else { nil }
        guard let seconds = number, (0...60).contains(seconds) else {
            let found = value.string.map { "\"\($0.shortened)\"" } ?? number.map { "\($0)" } ?? value.kind
            report(value.position, "\"back\" must be a number of seconds, 0 to 60; found \(found)")
            return nil
        }
        if row.program != nil || row.role != nil {
            report(
                value.position,
                "only a media player seeks back: name it by player or application, without program and role")
        } else if row.terms.interruption != .pause {
            report(
                value.position,
                "a player that is not paused does not seek back; leave out \"back\" or \"interrupted\"")
        }
        return Length(seconds: seconds)
    }

    private mutating func text(_ value: PositionedValue, _ key: String) -> String? {
        if let text = value.string, !text.isEmpty { return text }
        report(value.position, "\"\(key)\" must be a name, in quotes if need be; found \(value.kind)")
        return nil
    }

    private mutating func flag(_ value: PositionedValue, _ key: String) -> Bool {
        if case .bool(let flag) = value.content { return flag }
        report(value.position, "\"\(key)\" must be true or false; found \(value.kind)")
        return false
    }

    private mutating func named<Value>(
        _ value: PositionedValue, _ key: String, _ values: [Value], _ name: (Value) -> String
    ) -> Value? {
        if let text = value.string, let found = values.first(where: { name($0) == text }) { return found }
        let found = value.string.map { "\"\($0.shortened)\"" } ?? value.kind
        report(
            value.position,
            "\"\(key)\" must be one of \(values.map(name).joined(separator: ", ")); found \(found)")
        return nil
    }

    private mutating func report(_ position: SourcePosition, _ says: String) {
        problems.append(StepError(position, says))
    }
}
