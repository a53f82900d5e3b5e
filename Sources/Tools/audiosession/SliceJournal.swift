import ArgumentParser
import SessionExploration
import Synchronization

/// The slices that are proved, one a line: appended, so that a run that was stopped loses nothing that was done.
final class SliceJournal: Sendable {
    private let file: KeptFile
    private let done: [String: SliceProof]
    private let trouble = Mutex<String?>(nil)

    /// Takes hold of the journal, which may not exist yet, and reads it. Lines that are damaged are told; nothing that stands
    /// in the file is changed or taken out.
    init(_ path: String) throws {
        file = try KeptFile(path)
        let text = try file.read()
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Compared by bytes: two lines that are not UTF-8 must not become equal by repair.
        let proofs = lines.map { line in String(validating: line, as: UTF8.self).flatMap { SliceProof(line: $0) } }
        done = Dictionary(proofs.compactMap { $0 }.map { ($0.slice, $0) }) { $1 }
        if done.isEmpty, !text.isEmpty {
            throw Self.refusal(lines.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }, path)
        }
        for line in proofs.indices where proofs[line] == nil && !lines[line].isEmpty {
            Output.complain(
                "audiosession: line \(line + 1) of \(path) is damaged and proves nothing: a slice that stands nowhere else is "
                    + "explored again")
        }
        // The last line was cut short; the next must not be glued to it.
        if let last = text.last, last != UInt8(ascii: "\n"), let failure = file.add(line: "") {
            throw KeptFile.refusal("cannot write \(path): \(failure)")
        }
    }

    /// The refusal of a file in which no line proves anything: its owner cannot be told, so it is left alone.
    private static func refusal(_ lines: [String], _ path: String) -> ExitCode {
        guard !lines.isEmpty, lines.allSatisfy({ SliceProof.isUnchecked(line: $0) }) else {
            return KeptFile.refusal("\(path) is no journal of slices; name another file, or remove it")
        }
        return KeptFile.refusal(
            "\(path) is a journal of an earlier version, whose lines cannot be checked; name another file")
    }

    /// Whether the slice was proved before, and what was promised with it where that is asked.
    ///
    /// - Throws: Exit status 2 where the slice was proved under other rules or by another version.
    func hasDone(_ name: String, _ identity: String, withPromises: Bool) throws -> Bool {
        guard let known = done[name] else { return false }
        guard known.identity == identity else {
            throw KeptFile.refusal(
                "\(file.path) is of other rules or of another version, where \(name) was another walk; name another "
                    + "file")
        }
        return known.isPromised || !withPromises
    }

    /// The result of a slice when it was proved, as one JSON object in one line.
    func json(of name: String, withPromises: Bool) -> String? { done[name]?.json(withPromises: withPromises) }

    /// The reason for which a line could not be added, and the remedy; nil while all could.
    var failure: String? { trouble.withLock { $0 } }

    /// Adds what an outcome proves, if it proves anything.
    func add(_ outcome: SliceOutcome, _ identity: String) {
        guard let proof = SliceProof(outcome, identity: identity) else { return }
        guard let failure = file.add(line: proof.line) else { return }
        trouble.withLock { $0 = failure }
    }
}
