import CPageFiles
import Report

/// The files of the page: embedded ones, and sounds that are made on demand.
struct PageFiles: Sendable {
    struct File: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    /// The content security policy of the pages, which may load only this server's files.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private let sounds: PageSounds

    init(sounds: PageSounds) { self.sounds = sounds }

    /// The static files by name: those embedded in the program, and the colours and lane drawing shared with reports.
    private static let files: [String: [UInt8]] = {
        var files = ["colours.css": Array(Style.colours.utf8), "drawing.js": Array(LaneDrawing.script.utf8)]
        var next = page_files()
        while let file = next?.pointee, let name = file.name, let text = file.text {
            files[String(cString: name)] = Array(String(cString: text).utf8)
            next = next?.successor()
        }
        return files
    }()

    static var names: [String] { files.keys.sorted() }

    /// Returns a file by its path relative to the page, beginning with a slash, or nil.
    func file(_ path: String) -> File? {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        if name.hasPrefix("sounds/") {
            return sounds.file(String(name.dropFirst(7))).map { File(bytes: $0, type: "audio/flac") }
        }
        return Self.file(named: name)
    }

    static func file(named name: String) -> File? {
        files[name].map { File(bytes: $0, type: type(of: name)) }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        default: "text/javascript; charset=utf-8"
        }
    }
}
