import Glibc
public import SessionPolicy
import SessionReport
public import SessionScenario
import SessionTable
import SessionWorld
import SoundFiles

/// The page as files that need no server: its policy, compiled to WebAssembly, and its sounds stand beside it.
///
/// A browser lets a page that it reads from a disk load scripts, but neither modules nor data. So the modules are one script
/// here, and policy and sounds are scripts that hold them as text.
public struct PageExport {
    /// Why the page was not written.
    public struct Problem: Error, CustomStringConvertible {
        public let description: String
    }

    private let policy: [UInt8]
    private let book: RuleBook
    private let sounds: PageSounds
    private let story: Story?

    /// A scenario whose steps are on the table when the page is opened.
    public struct Story: Sendable {
        let scenario: Scenario
        let text: String

        /// Takes a scenario with the text that it was read from.
        public init(_ scenario: Scenario, text: String) { (self.scenario, self.text) = (scenario, text) }
    }

    /// Prepares the page.
    ///
    /// - Parameters:
    ///   - policy: What `make page-policy` has compiled.
    ///   - book: The rules at the beginning.
    ///   - sounds: The sounds that apps can play, among them the sound files of the story.
    ///   - story: What is on the table at the beginning; nil for nothing.
    /// - Throws: `Problem` where the policy is none.
    public init(policy: [UInt8], book: RuleBook, sounds: PageSounds, story: Story? = nil) throws(Problem) {
        guard policy.starts(with: Array("\0asm".utf8)) else {
            throw Problem(description: "the policy for browsers is no WebAssembly; make page-policy compiles it")
        }
        (self.policy, self.book, self.sounds, self.story) = (policy, book, sounds, story)
    }

    /// Writes the page into a folder, which is made where there is none; files of the same names are replaced, all or none.
    ///
    /// - Parameter folder: A path.
    /// - Throws: `Problem` with the path that cannot be written.
    public func write(to folder: String) throws(Problem) {
        // As `mkdir -p`: the folders that it is in come first.
        for end in folder.indices where folder[end] == "/" && end > folder.startIndex {
            mkdir(String(folder[..<end]), 0o777)
        }
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw Problem(description: "the folder \(folder) cannot be made: \(String(cString: strerror(errno)))")
        }
        do throws(SoundFileError) {
            try WholeFiles.write(
                files.map { WholeFiles.File(path: "\(folder)/\($0.key)", text: $0.value) }, inputs: [])
        } catch {
            throw Problem(description: "\(error)")
        }
    }

    /// The files by their names.
    var files: [String: String] {
        [
            "index.html": index, "page.js": Self.script, "policy.js": brought("policy", quoted(policy)),
            "sounds.js": brought("sounds", "[" + sounds.all.map { $0.json }.joined(separator: ", ") + "]")
                + brought("files", "{" + waves.joined(separator: ",\n") + "}") + load,
            "colours.css": text("colours.css"), "page.css": text("page.css"),
        ]
    }

    /// The message by which the page puts the story on the table.
    private var load: String {
        guard let story else { return "" }
        let lengths = sounds.files.map { "\($0.key.quoted): \($0.value.seconds)" }.sorted().joined(separator: ", ")
        return brought(
            "load",
            #"{"file": \#(story.scenario.file.quoted), "text": \#(story.text.quoted), "seconds": {\#(lengths)}}"#)
    }

    private var index: String {
        let scripts = ["policy.js", "sounds.js", "page.js"].map { #"<script src="\#($0)" defer></script>"# }
        let begin = #"<script>globalThis.table = {book: \#(book.name.quoted)};</script>"#
        return text("index.html").replacing(Self.moduleTag, with: ([begin] + scripts).joined(separator: "\n"))
    }

    /// How the page that is served loads its modules.
    static let moduleTag = #"<script type="module" src="main.js"></script>"#

    /// The modules in an order in which each comes after those that it imports.
    static let modules = [
        "link.js", "draw.js", "apps.js", "words.js", "phone.js", "sessions.js", "lanes.js", "why.js", "log.js",
        "sound.js", "main.js",
    ]

    /// The modules as one script: what they export they all see, so nothing need be imported.
    static var script: String {
        let lines = modules.flatMap { name in
            text(name).split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("import ") }
                .map { $0.hasPrefix("export ") ? String($0.dropFirst("export ".count)) : String($0) }
        }
        return "'use strict';\n(() => {\n" + lines.joined(separator: "\n") + "\n})();\n"
    }

    private func text(_ name: String) -> String { Self.text(name) }

    private static func text(_ name: String) -> String {
        PageFiles.file(named: name).map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    private func brought(_ name: String, _ value: String) -> String { "table.\(name) = \(value);\n" }

    private func quoted(_ bytes: [UInt8]) -> String { "\"" + Base64.text(of: bytes) + "\"" }

    private var waves: [String] {
        let sounds = sounds.with(story?.scenario.sounds ?? [])
        return sounds.sounds.keys.sorted().compactMap { id in
            sounds.wav(id).map { #"\#(id.quoted): "data:audio/wav;base64,\#(Base64.text(of: $0))""# }
        }
    }
}
