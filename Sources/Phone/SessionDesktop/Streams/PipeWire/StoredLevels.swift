/// The levels that PipeWire's session manager stores for the next streams of programs.
///
/// When any property of a stream changes, the session manager stores that stream's slider for its program's next
/// stream, even if the change is a step of a ramp. So after such steps, the slider that a person moved last is written
/// back through metadata. The entries stay there until the host ends; the successor of a killed host reads them.
struct StoredLevels {
    private struct StoredLevel {
        var level: String
        /// The stream whose slider it is, or nil if the stream has ended.
        var node: UInt32?
        /// How often it is still to be written.
        var passes = 0
        /// The level that was written and is not reported yet, or nil.
        var underWay: String?
    }

    private var levels: [String: StoredLevel] = [:]
    /// The object that the host's entries are about: the metadata itself. Those about the server are the session manager's.
    var subject: UInt32 = 0

    /// The key of a name in the metadata begins with it.
    private static let prefix = "restore.stream.Output/Audio."
    private static let type = "Spa:String:JSON"
    /// The session manager handles a message before its report of it, and the reports of streams that came before. But
    /// it queries a changed stream's slider first, so only the second level is surely written later.
    private static let passes = 2
    /// More names than any person's programs have.
    private static let mostNames = 4_096

    var isAtRest: Bool { levels.values.allSatisfy { $0.passes == 0 && $0.underWay == nil } }

    var names: [String] { levels.keys.sorted() }

    /// Accepts a level that a stream reports.
    /// - Parameter isMoved: Whether a person has moved the slider.
    /// - Returns: The stream whose slider the session manager should have stored instead, or nil.
    mutating func show(_ level: String, of name: String, node: UInt32, isMoved: Bool) -> UInt32? {
        guard let known = levels[name], !isMoved else {
            guard levels[name] != nil || levels.count < Self.mostNames else { return nil }
            levels[name] = StoredLevel(
                level: level, node: node, passes: isMoved ? Self.passes : 0, underWay: levels[name]?.underWay)
            return nil
        }
        guard known.level != level else { return nil }
        levels[name]?.passes = Self.passes
        return known.node
    }

    mutating func remove(node: UInt32) {
        for (name, level) in levels where level.node == node { levels[name]?.node = nil }
    }

    mutating func lose() {
        for (name, level) in levels where level.underWay != nil {
            levels[name] = StoredLevel(level: level.level, node: level.node, passes: Self.passes)
        }
    }

    /// Returns the arguments of the messages that write the level of a name now.
    mutating func write(_ name: String) -> [[PipeWireValue]] {
        guard let known = levels[name], known.passes > 0, known.underWay == nil else { return [] }
        levels[name]?.passes -= 1
        levels[name]?.underWay = known.level
        // An unchanged entry would not be reported.
        return [message(name, nil), message(name, known.level)]
    }

    /// Accepts an entry of the metadata.
    /// - Parameter isOld: Whether it was there before the host. What the session manager has written itself is then out of
    ///   date.
    /// - Returns: The name, if its level is to be written again.
    mutating func handle(_ arguments: [PipeWireValue], isOld: Bool) -> String? {
        guard arguments.count == 4, let key = arguments[1].text, key.hasPrefix(Self.prefix),
            let level = arguments[3].text
        else { return nil }
        let name = String(key.dropFirst(Self.prefix.count))
        if level == levels[name]?.underWay {
            levels[name]?.underWay = nil
            return name
        }
        // From a host that was killed, or from a slider of system sounds.
        guard !isOld || arguments[0].number == Int64(subject) else { return nil }
        levels[name] = StoredLevel(level: level, passes: Self.passes, underWay: levels[name]?.underWay)
        return name
    }

    /// Returns the arguments of the messages that remove all entries.
    var removal: [[PipeWireValue]] { names.map { message($0, nil) } }

    private func message(_ name: String, _ level: String?) -> [PipeWireValue] {
        [.int(Int32(bitPattern: subject)), .text(Self.prefix + name)]
            + (level.map { [.text(Self.type), .text($0)] } ?? [.none, .none])
    }
}
