import ArgumentParser
import CommandSupport
import Glibc
import SessionPolicy
import SessionScenario
import SessionWorld
import SoundFiles

enum ScenarioFiles {
    /// Reads all scenarios before anything plays; names are resolved by `Installation.scenario`.
    /// - Throws: All problems of all files.
    static func read(_ files: [String]) throws -> [Scenario] {
        var scenarios: [Scenario] = []
        var faults: [String] = []
        var refused: [ScenarioError] = []
        var lacksLibrary = false
        for file in files {
            do throws(ScenarioError) {
                let scenario = try Scenario(file: Installation.scenario(file)) { (path) throws(SoundDurationError) in
                    do throws(SoundFileError) { return try probeLength(path).seconds } catch {
                        // A library that is missing for every sound is reported once; the scenarios are then refused.
                        guard case .noLibrary = error.kind, lacksLibrary else {
                            if case .noLibrary = error.kind { lacksLibrary = true }
                            throw SoundDurationError("\(error)")
                        }
                        return 1
                    }
                }
                scenarios.append(scenario)
            } catch {
                faults.append(shown(error))
                refused.append(error)
            }
        }
        VerdictOptions.annotate(refused)
        if !faults.isEmpty { throw CommandFailure(styled: faults) }
        return scenarios
    }

    /// Formats the problems of a scenario: on a terminal the first ones with their lines and a caret, otherwise one per
    /// line.
    private static func shown(_ error: ScenarioError) -> String {
        guard Terminal.canDraw, let text = try? Scenario.text(ofFile: error.file) else {
            return error.description.printableLines
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let most = 5
        var told: Set<Substring> = []
        let shown = error.problems.prefix(most).map { problem in
            let place = problem.position
            let line = lines.indices.contains(place.line - 1) ? String(lines[place.line - 1]) : nil
            // Print a list of words once.
            let end = problem.says.firstRange(of: "; ")
            let remedy = end.map { problem.says[$0.upperBound...] } ?? ""
            let isTold = remedy.count > 60 && !told.insert(remedy).inserted
            let says = isTold ? String(problem.says[..<(end?.lowerBound ?? problem.says.endIndex)]) : problem.says
            return FaultText.text(says, at: place.column, of: line, in: (error.file, place.line), Terminal.complaints)
        }.joined(separator: "\n")
        let rest = error.problems.count + error.others - most
        return shown.trimmingEnd + (rest > 0 ? "\n\n\(rest) more like these; correct them first" : "")
    }

    /// Returns what failed in a run, each with its line of the file and a caret, and the rules that decided.
    static func shown(_ run: ScenarioRun, _ style: TextStyle) -> String {
        let file = run.scenario.file
        guard !run.failures.isEmpty, let text = try? Scenario.text(ofFile: file) else {
            return run.failures.map { $0.text(file: file) + "\n" }.joined()
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return run.failures.map { failure in
            let place = failure.position
            let line = lines.indices.contains(place.line - 1) ? String(lines[place.line - 1]) : nil
            let says = "\(failure.headline): \(failure.actual); expected \(failure.expected)"
            return FaultText.text(says, at: place.column, of: line, in: (file, place.line), style)
                + failure.deciding.flatMap { PlainText.hanging("    ", $0.printable, width: style.width) }
                .map { style.paint($0, .quiet) + "\n" }.joined() + "\n"
        }.joined()
    }

    /// The width of the names in a table of verdicts: that of the longest that leaves room for the counts.
    static func nameWidth(_ scenarios: [Scenario], _ style: TextStyle) -> Int {
        min(style.width - 18, scenarios.map(\.listedName.columns).max() ?? 0)
    }

    /// Replaces each folder by every regular .yaml file in and below it, in order.
    /// - Throws: A message about a folder that cannot be read, or has no scenarios.
    static func expanded(_ places: [String]) throws -> [String] {
        var status = stat()
        return try places.flatMap { place in
            let folder = Installation.scenario(place)
            guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [place] }
            let files = try Self.files(in: folder.hasSuffix("/") ? String(folder.dropLast()) : folder)
            guard !files.isEmpty else {
                throw CommandFailure(lines: [
                    "\(folder): there is no .yaml file in this folder or below; give one with scenarios"
                ])
            }
            return files.sorted()
        }
    }

    /// Returns the scenario files in and below a folder, each once; links to folders are not followed.
    private static func files(in folder: String) throws -> [String] {
        var seen: Set<String?> = [nil]
        // Files precede links, so that a file is found under its own name.
        return try paths(in: folder).sorted { !$0.isLink && $1.isLink }.map(\.path).filter { path in
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
            return seen.insert(FilePath.real(path)).inserted
        }
    }

    private static func paths(in folder: String) throws -> [(path: String, isLink: Bool)] {
        guard let entries = opendir(folder) else {
            let remedy = errno == EMFILE ? "allow more with ulimit -n" : "give a folder that can be looked through"
            throw CommandFailure(lines: ["\(folder): \(String(cString: strerror(errno))); \(remedy)"])
        }
        defer { closedir(entries) }
        var paths: [(path: String, isLink: Bool)] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = "\(folder)/\(name)"
            var status = stat()
            guard !name.hasPrefix("."), lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                paths += try Self.paths(in: path)
            } else if name.hasSuffix(".yaml") {
                paths.append((path, status.st_mode & S_IFMT == S_IFLNK))
            }
        }
        return paths
    }
}

extension String {
    /// The text without its last line break.
    fileprivate var trimmingEnd: Substring { hasSuffix("\n") ? dropLast() : self[...] }
}
