import CPageFiles
import Report

/// The files of the page: they are in the program, and the sounds are made when they are asked for.
struct PageFiles: Sendable {
    /// One file, and what it is.
    struct File: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    /// The content policy of a page of these: it may load this server's files, and nothing else.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private let sounds: PageSounds

    init(sounds: PageSounds) { self.sounds = sounds }

    /// The files that do not change, by their names: those embedded in the program, and the colours and the drawing of
    /// lanes, which reports use, too.
    private static let files: [String: [UInt8]] = {
        var files = ["colours.css": Array(Style.colours.utf8), "drawing.js": Array(LaneDrawing.script.utf8)]
        var next = page_files()
        while let file = next?.pointee, let name = file.name, let text = file.text {
            files[String(cString: name)] = Array(String(cString: text).utf8)
            next = next?.successor()
        }
        return files
    }()

    /// The names of the files that do not change; for tests.
    static var names: [String] { files.keys.sorted() }

    /// A file by its path from the page on, beginning with a slash, or nil if there is none.
    func file(_ path: String) -> File? {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        if name.hasPrefix("sounds/") {
            return sounds.file(String(name.dropFirst(7))).map { File(bytes: $0, type: "audio/flac") }
        }
        return Self.file(named: name)
    }

    /// One of the files that do not change, or nil if there is none of the name.
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
