public import SessionPolicy
import SessionWorld

/// An expectation of a test that a device did not meet, with the story that led there.
public struct UnmetExpectation: Error, CustomStringConvertible {
    /// A sentence with the expectation and the fact.
    public let finding: String
    /// The device's story.
    public let story: String
    /// File and line of the expectation.
    public let place: String

    public var description: String { "\(place): \(finding)\n\(story)" }
}

/// Expectations, one line each; one that is not met is thrown with the story.
extension Device {
    /// Exactly these are heard, no others, in any order.
    public func expect(heard sounds: [String], file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(heard, areExactly: sounds, "heard", file, line)
    }

    /// Exactly these of the heard sounds are ducked, in any order.
    public func expect(ducked sounds: [String], file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(ducked, areExactly: sounds, "ducked", says: duckers, file, line)
    }

    /// Exactly these apps record, no others, in any order.
    public func expect(recording apps: [String], file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(recording, areExactly: apps, "recording", file, line)
    }

    /// The sound stands unheard by this rule.
    public func expect(
        _ sound: String, unheardBy rule: RuleID, file: String = #fileID, line: Int = #line
    ) throws(UnmetExpectation) {
        let standing = self.rule(silencing: sound)?.id ?? (isHeard(sound) ? "heard" : "not started")
        try require(standing, equals: rule.id, "\(sound) unheard by", file, line)
    }

    /// The app's session stands so: `inactive`, `active` or `interrupted`.
    public func expect(
        phase: String, of app: String, file: String = #fileID, line: Int = #line
    ) throws(UnmetExpectation) {
        try require(self.phase(of: app) ?? "not alive", equals: phase, "phase of \(app)", file, line)
    }

    /// The app was told exactly this by the last act.
    ///
    /// What replies tell from version 5 of the protocol on, such as the life cycle of a session, counts only where the list
    /// names an event of that kind: a list written for an earlier system holds under `modern`, too.
    public func expect(
        events: [Told], of app: String, file: String = #fileID, line: Int = #line
    ) throws(UnmetExpectation) {
        let namesNewer = events.contains { $0.isNewer }
        let told = self.events(of: app).filter { namesNewer || !$0.isNewer }
        try require(told, equals: events, "events of \(app)", file, line)
    }

    /// The total gain of a sound is this many decibels, within a tenth.
    public func expect(
        gainDB: Double, of sound: String, file: String = #fileID, line: Int = #line
    ) throws(UnmetExpectation) {
        guard let gain = self.gainDB(of: sound) else {
            throw unmet("gain of \(sound): expected \(gainDB) dB, but it is not heard", file, line)
        }
        guard (gain - gainDB).magnitude < 0.1001 else {
            throw unmet("gain of \(sound): expected \(gainDB) dB, was \(gain) dB", file, line)
        }
    }

    /// The outputs in force are these, in any order.
    public func expect(outputs: [Port], file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(self.outputs.map(\.name), equals: outputs.map(\.name).sorted(), "outputs", file, line)
    }

    /// The last act went so: nil is accepted.
    public func expect(refusal: SessionError?, file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(self.refusal?.name ?? "ok", equals: refusal?.name ?? "ok", "result", file, line)
    }

    /// The last act made the phone vibrate, or did not.
    public func expect(vibrated: Bool, file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(self.vibrated, equals: vibrated, "vibrated", file, line)
    }

    /// The last act was decided by this rule among others.
    public func expect(rule: RuleID, file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        guard !decidingRules.contains(rule) else { return }
        throw unmet("rules: expected \(rule.id) among \(decidingRules.map(\.id))", file, line)
    }

    /// In any order, byte by byte.
    private func require(
        _ sounds: [String], areExactly expected: [String], _ what: String, says more: String = "", _ file: String,
        _ line: Int
    ) throws(UnmetExpectation) {
        let (sounds, expected) = (sounds.map { ByteText($0) }.sorted(), expected.map { ByteText($0) }.sorted())
        guard sounds != expected else { return }
        throw unmet("\(what): expected \(expected.map(\.text)), was \(sounds.map(\.text))\(more)", file, line)
    }

    private func require<Value: Equatable>(
        _ value: Value, equals expected: Value, _ what: String, _ file: String, _ line: Int
    ) throws(UnmetExpectation) {
        guard value != expected else { return }
        throw unmet("\(what): expected \(expected), was \(value)", file, line)
    }

    private func unmet(_ finding: String, _ file: String, _ line: Int) -> UnmetExpectation {
        UnmetExpectation(finding: finding, story: story, place: "\(file):\(line)")
    }
}
