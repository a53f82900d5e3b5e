public import SessionPolicy
import SessionWorld

/// A failed expectation of a test about a device, with the story that led there.
public struct UnmetExpectation: Error, CustomStringConvertible {
    /// The expected and the actual state.
    public let finding: String
    /// The device's story.
    public let story: String
    /// File and line of the expectation.
    public let place: String

    public var description: String { "\(place): \(finding)\n\(story)" }
}

/// One-line expectations that throw with the story if they fail.
extension Device {
    /// Expects exactly these sounds to be heard, in any order.
    public func expect(heard sounds: [String], file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(heard, areExactly: sounds, "heard", file, line)
    }

    /// Expects exactly these audible sounds to be ducked, in any order.
    public func expect(ducked sounds: [String], file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(ducked, areExactly: sounds, "ducked", says: duckers, file, line)
    }

    /// Expects exactly these apps to be recording, in any order.
    public func expect(recording apps: [String], file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(recording, areExactly: apps, "recording", file, line)
    }

    /// Expects the sound to be silenced by this rule.
    public func expect(
        _ sound: String, unheardBy rule: RuleID, file: String = #fileID, line: Int = #line
    ) throws(UnmetExpectation) {
        let standing = self.rule(silencing: sound)?.id ?? (isHeard(sound) ? "heard" : "not started")
        try require(standing, equals: rule.id, "\(sound) unheard by", file, line)
    }

    /// Expects the app's session to be `inactive`, `active` or `interrupted`.
    public func expect(
        phase: String, of app: String, file: String = #fileID, line: Int = #line
    ) throws(UnmetExpectation) {
        try require(self.phase(of: app) ?? "not alive", equals: phase, "phase of \(app)", file, line)
    }

    /// Expects the last act to have sent exactly these notices to the app.
    ///
    /// Notices that replies contain from protocol version 5 on, such as the life cycle of a session, are compared only
    /// if the list contains one of that kind, so that lists written for earlier systems hold under `modern`, too.
    public func expect(
        events: [Told], of app: String, file: String = #fileID, line: Int = #line
    ) throws(UnmetExpectation) {
        let namesNewer = events.contains { $0.isNewer }
        let told = self.events(of: app).filter { namesNewer || !$0.isNewer }
        try require(told, equals: events, "events of \(app)", file, line)
    }

    /// Expects a total gain in decibels, within a tenth.
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

    /// Expects these current outputs, in any order.
    public func expect(outputs: [Port], file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(self.outputs.map(\.name), equals: outputs.map(\.name).sorted(), "outputs", file, line)
    }

    /// Expects the last act to have been refused with this error, or accepted if nil.
    public func expect(refusal: SessionError?, file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(self.refusal?.name ?? "ok", equals: refusal?.name ?? "ok", "result", file, line)
    }

    /// Expects the last act to have made the phone vibrate, or not.
    public func expect(vibrated: Bool, file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        try require(self.vibrated, equals: vibrated, "vibrated", file, line)
    }

    /// Expects this rule among those that decided the last act.
    public func expect(rule: RuleID, file: String = #fileID, line: Int = #line) throws(UnmetExpectation) {
        guard !decidingRules.contains(rule) else { return }
        throw unmet("rules: expected \(rule.id) among \(decidingRules.map(\.id))", file, line)
    }

    /// In any order, compared byte by byte.
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
