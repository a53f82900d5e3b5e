import ArgumentParser
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

    /// How long a sound file is; only a file whose header does not say is decoded for it.
    private static func seconds(of path: String) throws -> Double {
        if let seconds = try probe(path).seconds { return seconds }
        return try DecodedSound(path: path, rate: 48_000).seconds
    }
}
