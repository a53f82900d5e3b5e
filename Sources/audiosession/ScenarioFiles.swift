import ArgumentParser
import Glibc
import SessionScenario
import SoundFiles

/// Reads the scenarios that a person has named.
enum ScenarioFiles {
    /// Reads them all before anything plays.
    ///
    /// - Throws: Exit status 2 after all that is wrong with any of them has been said.
    static func read(_ files: [String]) throws -> [Scenario] {
        var scenarios: [Scenario] = []
        var isRefused = false
        var lengths: [String: Double] = [:]
        for file in files {
            do throws(ScenarioError) {
                scenarios.append(
                    try Scenario(file: file) { path in
                        if let known = lengths[path] { return known }
                        let length = try seconds(of: path)
                        lengths[path] = length
                        return length
                    })
            } catch {
                Output.complain(error.description)
                isRefused = true
            }
        }
        if isRefused { throw ExitCode.refused }
        return scenarios
    }

    /// The files that a person means by files and folders; a folder means every .yaml file in it and below, in order.
    ///
    /// - Throws: Exit status 2 after a word about a place that is not there or cannot be looked through, or a folder
    ///   without scenarios.
    static func files(in places: [String]) throws -> [String] {
        var files: [String] = []
        for place in places {
            var status = stat()
            guard stat(place, &status) == 0 else {
                Output.complain(
                    "\(place): \(String(cString: strerror(errno))); give scenario files or a folder of them")
                throw ExitCode.refused
            }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                files.append(place)
                continue
            }
            let found = try scenarios(below: place.hasSuffix("/") ? String(place.dropLast()) : place)
            guard !found.isEmpty else {
                Output.complain("\(place): there is no .yaml file in this folder or below; give one with scenarios")
                throw ExitCode.refused
            }
            files += found
        }
        return files
    }

    private static func scenarios(below folder: String) throws -> [String] {
        guard let entries = opendir(folder) else {
            let remedy = errno == EMFILE ? "allow more with ulimit -n" : "give a folder that can be looked through"
            Output.complain("\(folder): \(String(cString: strerror(errno))); \(remedy)")
            throw ExitCode.refused
        }
        defer { closedir(entries) }
        var files: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            let path = "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                files += try scenarios(below: path)
            } else if name.hasSuffix(".yaml") {
                files.append(path)
            }
        }
        return files.sorted()
    }

    /// How long a sound file is; only a file whose header does not say is decoded for it.
    private static func seconds(of path: String) throws -> Double {
        if let seconds = try probe(path).seconds { return seconds }
        return try DecodedSound(path: path, rate: 48_000).seconds
    }
}
