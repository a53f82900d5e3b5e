import Glibc
public import SessionPolicy
public import SessionWorld

/// The problems in the file of a rule book.
public struct BookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the invalid file: the book's own, or one that it is based on.
    public let file: String
    /// The problems, in the order of the text; never empty.
    public let problems: [StepError]

    /// The first hundred problems with their locations, one per line.
    public var description: String { problems.lines(in: file) }
}

extension RuleBook {
    /// Reads a custom book: the rows that differ from the book that it is based on.
    ///
    /// - Parameter file: The path of a YAML file with `book`, the name; `based on`, a book's name or another such file;
    ///   and tables with the names and columns that `rules --json` prints.
    ///   - changes: Changes to apply afterwards.
    /// - Throws: All problems of the file.
    public init(file: String) throws(BookError) { self = try Self.reading(file).book }

    /// Reads a custom book.
    /// - Returns: The book, and the files that were read: its own, and those that it is based on.
    package static func reading(_ file: String) throws(BookError) -> (book: RuleBook, files: [String]) {
        var reader = BookReader()
        return (try reader.book(file), reader.files)
    }
}

/// Reads the files of rule books, each based on the next.
private struct BookReader {
    private static let basis = "based on"
    private static let fileLimit = 16

    /// The files that were read, each based on the next.
    private(set) var files: [String] = []

    mutating func book(_ file: String) throws(BookError) -> RuleBook {
        files.append(file)
        let root: PositionedValue
        let members: [PositionedValue.Member]
        do throws(StepError) {
            root = try PositionedValue(yamlFile: file, wanted: "a rule book")
            members = try root.members("a rule book is an object, such as {book: mine, based on: modern}")
        } catch {
            throw BookError(file: file, problems: [error])
        }
        guard let basis = root[Self.basis] else {
            let says =
                "the book lacks \"\(Self.basis)\"; name a book, such as \(RuleBook.default.name), or another file"
            throw BookError(file: file, problems: [StepError(root.position, says)])
        }
        var book = try base(basis, of: file)
        var problems: [StepError] = []
        var isNamed = false
        for member in members {
            do throws(StepError) {
                switch member.key {
                case Self.basis: break
                case "book":
                    isNamed = true
                    book = book.named(try Self.name(member.value))
                case "note": break
                default: try put(member, into: &book, &problems)
                }
            } catch {
                problems.append(error)
            }
        }
        if !isNamed {
            problems.insert(StepError(root.position, "the book lacks \"book\", its name, such as {book: mine}"), at: 0)
        }
        guard problems.isEmpty else { throw BookError(file: file, problems: problems) }
        return book
    }

    /// Rejects the name of a built-in book, which would make replies misleading.
    private static func name(_ value: PositionedValue) throws(StepError) -> String {
        guard let name = value.string, !name.isEmpty else {
            throw StepError(value.position, "\"book\" is a name; found \(value.kind)")
        }
        if let book = RuleBook.named(name) {
            throw StepError(
                value.position, "\(name) names the book \(book.name), which is here already; choose another")
        }
        return name
    }

    private mutating func base(_ value: PositionedValue, of file: String) throws(BookError) -> RuleBook {
        if let book = RuleBook.named(value) { return book }
        let path: String
        do throws(StepError) {
            path = try self.path(ofBase: value, of: file)
        } catch {
            throw BookError(file: file, problems: [error])
        }
        return try book(path)
    }

    /// Returns the path of the file on which a book is based. An error blames the file that names it.
    private func path(ofBase value: PositionedValue, of file: String) throws(StepError) -> String {
        func wrong(_ says: String) -> StepError { StepError(value.position, says) }
        guard let name = value.string else {
            throw wrong("\"\(Self.basis)\" is a book, a version that one covers, or a file; found \(value.kind)")
        }
        guard name.hasSuffix(".yaml") || name.contains("/") else {
            throw wrong(
                "there is no book \(name.shortened); there are \(RuleBook.choices), and files that end in .yaml")
        }
        // Relative to the file that names it.
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        guard !files.contains(where: { Self.isSame($0, path) }) else {
            throw wrong(
                "\(name.shortened) is itself based on this book; let one of them be based on a book that is here")
        }
        guard files.count < Self.fileLimit else {
            throw wrong(
                "this is file \(Self.fileLimit) of \(files[0].shortened) and the books that it is based on, and there "
                    + "may be no more; put the rows of several into one, or let this one be based on a book that is here"
            )
        }
        guard access(path, F_OK) == 0 else {
            throw wrong("there is no file \(path.shortened); name another, or one of the books \(RuleBook.choices)")
        }
        return path
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return one == other }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private func put(
        _ member: PositionedValue.Member, into book: inout RuleBook, _ problems: inout [StepError]
    ) throws(StepError) {
        guard let table = RuleBook.Table(rawValue: member.key) else {
            let tables = RuleBook.Table.allCases.map(\.rawValue).joined(separator: ", ")
            throw StepError(
                member.keyPosition,
                "there is no table \"\(member.key.shortened)\"; the tables are \(tables), beside book and \(Self.basis)"
            )
        }
        let rows = try member.value.items("\"\(member.key)\" is a list of rows")
        var written: [(row: PositionedValue, cells: WrittenRow)] = []
        for row in rows {
            do throws(StepError) {
                written.append((row, try writtenRow(row)))
            } catch {
                problems.append(error)
            }
        }
        problems += book.put(written.map(\.cells), into: table).map { fault in
            StepError(position(of: fault.problem.key, in: written[fault.row].row), fault.problem.says)
        }
    }

    private func position(of key: String?, in row: PositionedValue) -> SourcePosition {
        key.flatMap { row[$0]?.position } ?? row.position
    }

    private func writtenRow(_ row: PositionedValue) throws(StepError) -> WrittenRow {
        var cells: [(key: String, value: WrittenRow.Cell)] = []
        for member in try row.members("a row is an object of its columns") {
            cells.append((member.key, try cell(member.value)))
        }
        return WrittenRow(cells)
    }

    private func cell(_ value: PositionedValue) throws(StepError) -> WrittenRow.Cell {
        switch value.content {
        case .null: return .nothing
        case .bool(let flag): return .flag(flag)
        case .number(let number): return .number(number)
        case .string(let text): return .text(text)
        case .array(let values):
            var texts: [String] = []
            for value in values {
                guard let text = value.string else {
                    throw StepError(value.position, "a list in a row is of names; found \(value.kind)")
                }
                texts.append(text)
            }
            return .list(texts)
        case .object: throw StepError(value.position, "a cell is a word, a number, a flag or a list of names")
        }
    }
}
