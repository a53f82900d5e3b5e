/// Writes sounds for people: the lines of a replay, the story of a test's device, and the descriptions of values.
package enum SoundText {
    /// A sound's name: `app/sound`, or the kind of a device's own sound. A name that could be taken for another is in
    /// double quotes: one with a slash, with a character that cannot be printed, with a quote at its beginning, or with
    /// nothing in it.
    package static func name(_ kind: SoundKind, app: String?, sound: String?) -> String {
        guard let app, let sound else { return kind.name }
        return "\(unmistakable(app))/\(unmistakable(sound))"
    }

    private static func unmistakable(_ name: String) -> String {
        let isPlain =
            !name.isEmpty && name.utf8.first != UInt8(ascii: "\"") && !name.utf8.contains(UInt8(ascii: "/"))
            && name.printable.utf8.elementsEqual(name.utf8)
        return isPlain ? name : name.quoted
    }

    /// A sound that is heard: `ipod/song at -20.0 dB, lowered, on builtInSpeaker`.
    package static func heard(_ name: String, decibels: Double, isDucked: Bool, on outputs: PortSet) -> String {
        let lowered = isDucked ? ", lowered," : ""
        return "\(name) at \(decibels) dB\(lowered) on \(outputs.ports.map { $0.name }.joined(separator: ", "))"
    }

    /// A started sound that is not heard: `ipod/song by R-SW-1`.
    package static func unheard(_ name: String, by rule: RuleID) -> String { "\(name) by \(rule.id)" }

    /// One rule that decided something: `R-ACT-2 nav: nav's session becomes active`.
    /// - Parameter subject: The name of an app, or `device`.
    package static func reason(_ rule: RuleID, about subject: String, says: String) -> String {
        "\(rule.id) \(subject): \(says)"
    }
}
