import SessionReport

/// The files of the page: they stand in the program, and the sounds are made when they are asked for.
public struct PageFiles: Sendable {
    /// One file, and what it is.
    public struct File: Sendable {
        public let bytes: [UInt8]
        public let type: String
    }

    /// What a page of these may load: what this server has, and nothing else.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private let sounds: PageSounds

    /// Knows the files.
    public init(sounds: PageSounds) { self.sounds = sounds }

    /// The names of the files that do not change, for whoever writes them elsewhere.
    public static let names = [
        "index.html", "parts.html", "colours.css", "page.css", "main.js", "link.js", "draw.js", "apps.js", "log.js",
        "sound.js", "parts.js",
    ]

    /// A file by its path from the page on, beginning with a slash; nil where there is none.
    public func file(_ path: String) -> File? {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        if name.hasPrefix("sounds/"), name.hasSuffix(".wav") {
            return sounds.wav(String(name.dropFirst(7).dropLast(4))).map { File(bytes: $0, type: "audio/wav") }
        }
        return Self.file(named: name)
    }

    /// One of the files that do not change; nil where there is none of the name.
    static func file(named name: String) -> File? {
        let bytes: [UInt8]
        switch name {
        case "index.html": bytes = PackageResources.index_html
        case "parts.html": bytes = PackageResources.parts_html
        // The colours of reports and pictures, too.
        case "colours.css": bytes = Array(Style.colours.utf8)
        case "page.css": bytes = PackageResources.page_css
        case "main.js": bytes = PackageResources.main_js
        case "link.js": bytes = PackageResources.link_js
        case "draw.js": bytes = PackageResources.draw_js
        case "apps.js": bytes = PackageResources.apps_js
        case "log.js": bytes = PackageResources.log_js
        case "sound.js": bytes = PackageResources.sound_js
        case "parts.js": bytes = PackageResources.parts_js
        default: return nil
        }
        return File(bytes: bytes, type: type(of: name))
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        default: "text/javascript; charset=utf-8"
        }
    }
}
