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

    /// The files and sounds embedded in the program, by name.
    static let embedded: [String: [UInt8]] = {
        var embedded: [String: [UInt8]] = [:]
        var next = page_files()
        while let file = next?.pointee, let name = file.name {
            embedded[String(cString: name)] = Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.count)))
            next = next?.successor()
        }
        return embedded
    }()

    /// The static files by name, with the colours and the lane drawing shared with reports.
    static let texts: [String: String] = {
        func text(_ name: String) -> String { String(decoding: embedded[name] ?? [], as: UTF8.self) }
        return [
            "index.html": text("index.html"), "page.css": text("page.css"), "colours.css": Style.colours,
            "page.js": "'use strict';\n(() => {\n\(withoutComments(LaneDrawing.script + text("page.js")))})();\n",
        ]
    }()

    /// Returns a script without the lines that are comments, an eighth of it.
    static func withoutComments(_ script: String) -> String {
        script.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.map { $0 + "\n" }.joined()
    }

    /// Returns a file by its path relative to the page, beginning with a slash, or nil.
    func file(_ path: String) -> File? {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        if name.hasPrefix("sounds/") {
            return sounds.file(String(name.dropFirst(7))).map { File(bytes: $0, type: "audio/flac") }
        }
        return Self.texts[name].map { File(bytes: Array($0.utf8), type: Self.type(of: name)) }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        default: "text/javascript; charset=utf-8"
        }
    }
}
