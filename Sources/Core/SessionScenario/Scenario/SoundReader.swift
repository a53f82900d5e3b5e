import SessionPolicy
import SessionWorld

/// Reads an entry under `sounds`.
struct SoundReader {
    let scenarioFile: String
    let duration: SoundDuration?

    private static let forms =
        "{file: PATH}, {tone: HERTZ, seconds: S, dB: LEVEL}, {noise: pink, seconds: S, dB: LEVEL} or {silence: S}"

    /// The default level of a tone or noise, in dBFS.
    private static let usualLevel = -12.0
    /// The longest synthesized sound, in seconds.
    private static let longest = 86_400.0

    /// Reads an entry.
    /// - Returns: The sound and its length, or nil for an endless sound.
    func read(_ entry: PositionedValue.Member) throws(StepError) -> (source: SoundSource, seconds: Double?) {
        let members = try entry.value.members("a sound is one of \(Self.forms)")
        let kinds = members.filter { ["file", "tone", "noise", "silence"].contains($0.key) }
        guard kinds.count == 1, let kind = kinds.first else {
            throw StepError(
                kinds.dropFirst().first?.keyPosition ?? entry.value.position,
                "the sound \"\(entry.key.shortened)\" must be one of \(Self.forms)")
        }
        let allowed = kind.key == "file" ? ["loops"] : kind.key == "silence" ? [] : ["seconds", "dB"]
        if let error = members.unknownKeys(but: [kind.key] + allowed, of: "a \(kind.key)").first { throw error }
        switch kind.key {
        case "file": return try file(kind.value, entry.value)
        case "silence":
            let seconds = try number(kind.value, "silence", 0...Self.longest)
            return (.silence(seconds: seconds), seconds)
        default: return try made(kind, entry.value)
        }
    }

    private func made(
        _ kind: PositionedValue.Member, _ entry: PositionedValue
    ) throws(StepError) -> (source: SoundSource, seconds: Double?) {
        var seconds: Double?
        var decibels = Self.usualLevel
        if let value = entry["seconds"] { seconds = try number(value, "seconds", 0...Self.longest) }
        if let value = entry["dB"] { decibels = try number(value, "dB", -144...0) }
        if kind.key == "tone" {
            let hertz = try number(kind.value, "tone", 1...20_000)
            return (.tone(hertz: hertz, seconds: seconds, decibels: decibels), seconds)
        }
        guard let colour = kind.value.string.flatMap({ NoiseColour(rawValue: $0) }) else {
            let colours = NoiseColour.allCases.map { $0.rawValue }.joined(separator: ", ")
            throw StepError(kind.value.position, "\"noise\" must be one of \(colours); found \(kind.value.kind)")
        }
        return (.noise(colour, seconds: seconds, decibels: decibels), seconds)
    }

    private func file(
        _ value: PositionedValue, _ entry: PositionedValue
    ) throws(StepError) -> (source: SoundSource, seconds: Double?) {
        guard case .string(let name) = value.content, !name.isEmpty else {
            throw StepError(value.position, "\"file\" must be the path of a sound file; found \(value.kind)")
        }
        var loops = false
        if let value = entry["loops"] {
            guard case .bool(let flag) = value.content else {
                throw StepError(value.position, "\"loops\" must be true or false; found \(value.kind)")
            }
            loops = flag
        }
        let (path, seconds) = try soundFile(name, at: value.position)
        return (.file(path: path, loops: loops), loops ? nil : seconds)
    }

    /// Returns the path of a sound file that the scenario names, and its length; nil where nothing measures it.
    func soundFile(
        _ name: String, at position: SourcePosition
    ) throws(StepError) -> (path: String, seconds: Double?) {
        let path = name.hasPrefix("/") ? name : folder + name
        guard let duration else { return (path, nil) }
        do throws(SoundDurationError) { return (path, try duration(path)) } catch {
            throw StepError(position, error.description)
        }
    }

    /// The folder of the scenario with a trailing slash; empty for the current one.
    private var folder: String {
        guard let slash = scenarioFile.lastIndex(of: "/") else { return "" }
        return String(scenarioFile[...slash])
    }

    private func number(
        _ value: PositionedValue, _ key: String, _ range: ClosedRange<Double>
    ) throws(StepError) -> Double {
        if case .number(let number) = value.content, range.contains(number) { return number }
        throw StepError(
            value.position,
            "\"\(key)\" must be a number from \(plainText(range.lowerBound)) to \(plainText(range.upperBound)); "
                + "found \(value.kind)")
    }
}
