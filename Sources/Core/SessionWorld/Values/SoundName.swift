package import SessionPolicy

/// A sound as scenarios name it: `app/sound`, or the kind of a device sound. `SoundText.name` quotes ambiguous names,
/// so that `"a/b"/c` differs from `a/"b/c"` and every printed name can be read back.
package enum SoundName: Hashable, Sendable {
    case own(SoundKind)
    case app(ByteText, ByteText)

    package init(app: String, sound: String) { self = .app(ByteText(app), ByteText(sound)) }

    /// Reads a name, or nil if it is none.
    package init?(_ text: String) {
        if let kind = SoundKind.allCases.first(where: { $0.name.hasBytes(of: text) }) {
            self = .own(kind)
            return
        }
        var rest = Array(text.utf8)[...]
        guard let app = Self.part(&rest), rest.popFirst() == UInt8(ascii: "/"), let sound = Self.part(&rest),
            rest.isEmpty
        else { return nil }
        self.init(app: app, sound: sound)
    }

    /// The app, or nil if it is a device's own sound.
    package var app: ByteText? { if case .app(let app, _) = self { app } else { nil } }

    package var text: String {
        switch self {
        case .own(let kind): SoundText.name(kind, app: nil, sound: nil)
        case .app(let app, let sound): SoundText.name(.sound, app: app.text, sound: sound.text)
        }
    }

    /// Takes one half off the beginning: a string of JSON, or whatever stands before the next slash.
    private static func part(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            let bytes = rest.prefix { $0 != UInt8(ascii: "/") }
            rest = rest[bytes.endIndex...]
            return bytes.isValidUTF8 ? String(decoding: bytes, as: UTF8.self) : nil
        }
        var end = rest.startIndex + 1
        while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < rest.endIndex else { return nil }
        defer { rest = rest[(end + 1)...] }
        return (try? PositionedValue(json: rest[...end], line: 1))?.string
    }
}

extension NameTable {
    /// A sound by the texts behind its names.
    package func name(of sound: SoundReference) -> SoundName {
        guard let app = sound.app, let id = sound.sound else { return .own(sound.kind) }
        return SoundName(app: self[app.name], sound: self[id.name])
    }
}
