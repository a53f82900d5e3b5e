import CScratch
public import Foundation

/// A folder for what a test writes, removed with everything in it when its last reference goes.
///
/// No test writes files anywhere else. What is tested has a temporary folder of its own (`TMPDIR`); what is still in it when
/// all tests are over makes them fail.
public final class Scratch: Sendable {
    /// The folder, without a slash at its end.
    public let path: String

    /// The folder that all tests of the process share; removed at its end.
    public static let shared = Scratch()

    public init() {
        var template = Array("\(String(cString: scratch_files()))/XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no folder for temporary files")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { scratch_remove(path) }

    /// The folder.
    public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// A path in the folder that no other file has; its name ends with this one.
    public func fresh(_ name: String) -> String { file("\(UUID().uuidString)-\(name)") }

    /// The names of all that is in the folder, sorted.
    public var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }
}
