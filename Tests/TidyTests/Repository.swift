import Foundation

/// The repository these tests stand in, read from disk: style is checked on the text that was committed.
enum Repository {
    /// The folder that holds `Package.swift`.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every Swift file of the package: its manifests, `Sources` and `Tests`, in order of path. A DocC catalogue's files are
    /// text.
    static let swiftFiles: [SwiftFile] = files { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
        .map { SwiftFile(path: $0, text: text(of: $0)) }

    /// Every Markdown document, in order of path.
    static let documents: [String] = files { $0.hasSuffix(".md") }

    /// The rooms under `Sources`, each with the folder that holds it, in alphabetical order of the rooms.
    static let rooms: [(folder: String, room: String)] = {
        var folders: [String: String] = [:]
        for path in files(where: { $0.hasPrefix("Sources/") }) {
            if let room = room(of: path) { folders[room] = String(path.split(separator: "/")[1]) }
        }
        return folders.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
    }()

    /// The room that a file is in: `Mixer` for `Sources/Sound/Mixer/Bus.swift`. Rooms are folders of a folder of
    /// `Sources`; those that are there only to be imported share one.
    static func room(of path: String) -> String? {
        let parts = path.split(separator: "/").filter { $0 != "Shims" }
        return parts.count > 3 && parts[0] == "Sources" ? String(parts[2]) : nil
    }

    /// Paths relative to the root for which `matches` holds, sorted. What a build or a demonstration leaves behind is
    /// not part of the repository.
    static func files(where matches: (String) -> Bool) -> [String] {
        let generated: Set<String> = [".build", ".git", ".swiftpm", "out"]
        guard let walk = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var found: [String] = []
        while let path = walk.nextObject() as? String {
            if generated.contains((path as NSString).lastPathComponent) {
                walk.skipDescendants()
            } else if matches(path) {
                found.append(path)
            }
        }
        return found.sorted()
    }

    /// The text of a file, by its path relative to the root; empty where it cannot be read as UTF-8.
    static func text(of path: String) -> String {
        (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    }
}
