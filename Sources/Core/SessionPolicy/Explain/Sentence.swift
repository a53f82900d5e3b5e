/// A sentence for people with places for names.
///
/// `{app}` stands for the app that the sentence is about, `{other}` for a second one or for a sound. The policy knows them by
/// number; a caller that knows their names asks for the text.
public struct Sentence: Hashable, Sendable {
    /// The sentence with its places, for a caller that writes so many of them that `text` would be slow.
    public let template: String
    /// The name that `{other}` stands for.
    public let other: Name?
    /// The name of the sound that `{sound}` stands for.
    public let sound: Name?

    init(_ template: String, other: Name? = nil, sound: Name? = nil) {
        (self.template, self.other, self.sound) = (template, other, sound)
    }

    /// The sentence with its names.
    ///
    /// - Parameters:
    ///   - subject: The app, the sound or the device that the sentence is about.
    ///   - name: The text behind a name.
    public func text(about subject: Subject, name: (Name) -> String) -> String {
        guard template.utf8.contains(UInt8(ascii: "{")) else { return template }
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            switch rest[rest.index(after: open)..<close] {
            case "app": if case .app(let app) = subject { text += name(app.name) }
            case "sound": if let sound { text += name(sound) }
            default: if let other { text += name(other) }
            }
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
