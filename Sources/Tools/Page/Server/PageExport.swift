import CommandSupport
import FoundationEssentials
import Glibc
import Report
import SessionPolicy
import SessionScenario
import SoundFiles

/// The page as static files: the policy compiled to WebAssembly, and its sounds. On a web server, the policy is
/// streamed and each sound is loaded when it is first played. A browser that opens the page from disk loads scripts,
/// but no data; so policy and sounds exist a second time as scripts with encoded text.
struct PageExport {
    private let policy: [UInt8]
    private let book: RuleBook
    private let sounds: PageSounds
    private let story: Story?

    struct Story: Sendable {
        let scenario: Scenario
        let text: String

        init(_ scenario: Scenario, text: String) { (self.scenario, self.text) = (scenario, text) }
    }

    /// Prepares the page.
    /// - Parameters:
    ///   - policy: The WebAssembly module that `make page-policy` has compiled.
    ///   - sounds: The sounds that apps can play, including the sound files of the story.
    init(policy: [UInt8], book: RuleBook, sounds: PageSounds, story: Story? = nil) throws(CommandFailure) {
        guard policy.starts(with: Array("\0asm".utf8)) else {
            throw CommandFailure("the policy for browsers is no WebAssembly; make page-policy compiles it")
        }
        (self.policy, self.book, self.sounds, self.story) = (policy, book, sounds, story)
    }

    /// Writes the page into a folder, which is created if necessary. Existing files are replaced, all or none.
    func write(to folder: String) throws(CommandFailure) {
        // Create the parent folders first, as `mkdir -p` does.
        for end in folder.indices where folder[end] == "/" && end > folder.startIndex {
            mkdir(String(folder[..<end]), 0o777)
        }
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw CommandFailure("the folder \(folder) cannot be made: \(String(cString: strerror(errno)))")
        }
        do throws(SoundFileError) {
            try WholeFiles.write(
                files.map { WholeFiles.File(path: "\(folder)/\($0.key)", bytes: $0.value) }, inputs: [])
        } catch {
            throw CommandFailure("\(error)")
        }
    }

    var files: [String: [UInt8]] {
        let opus = recordings
        var files = Dictionary(uniqueKeysWithValues: opus.map { ($0.name, $0.bytes) })
        files["policy.wasm"] = policy
        let table = [
            #"globalThis.table = {"book": \#(book.name.quoted)"#,
            #""sounds": [\#(sounds.all.map(\.json).joined(separator: ", "))]"#,
            #""files": {\#(opus.map { "\($0.id.quoted): \($0.name.quoted)" }.joined(separator: ", "))}};"#,
        ]
        let texts = [
            "index.html": Self.text("index.html").replacing(
                Self.scriptTag, with: #"<script src="table.js" defer></script>\#n"# + Self.scriptTag),
            "page.js": Self.text("page.js"), "colours.css": Self.text("colours.css"), "page.css": Self.text("page.css"),
            "table.js": table.joined(separator: ", ") + "\n" + load, "policy.js": brought("policy", quoted(policy)),
            "sounds.js": brought(
                "data", "{" + opus.map { "\($0.id.quoted): \(quoted($0.bytes))" }.joined(separator: ",\n") + "}"),
        ]
        for (name, text) in texts { files[name] = Array(text.utf8) }
        return files
    }

    /// The sounds as Opus, in numbered files because an id may contain any character.
    private var recordings: [(id: String, name: String, bytes: [UInt8])] {
        let sounds = sounds.with(story?.scenario.sounds ?? [])
        return sounds.sounds.keys.sorted().enumerated().compactMap { number, id in
            sounds.opus(id).map { (id, "sound-\(number).opus", $0) }
        }
    }

    private var load: String {
        guard let story else { return "" }
        let lengths = sounds.files.map { "\($0.key.quoted): \($0.value.seconds)" }.sorted().joined(separator: ", ")
        return brought(
            "load",
            #"{"file": \#(story.scenario.file.quoted), "text": \#(story.text.quoted), "seconds": {\#(lengths)}}"#)
    }

    /// The line of the served page that loads its script.
    static let scriptTag = #"<script src="page.js" defer></script>"#

    private static func text(_ name: String) -> String { PageFiles.texts[name] ?? "" }

    private func brought(_ name: String, _ value: String) -> String { "table.\(name) = \(value);\n" }

    private func quoted(_ bytes: [UInt8]) -> String { "\"" + Data(bytes).base64EncodedString() + "\"" }
}
