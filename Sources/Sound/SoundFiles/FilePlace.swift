import Glibc

/// The place of a file to be written: its folder, its name, and the file to replace. Paths are bytes: a slash is a
/// slash, even with a combining mark.
struct FilePlace {
    let path: String
    /// The mode, owner and group of the existing file, or nil.
    let replaced: stat?
    let key: Key

    /// Resolves a path through links, including dangling ones.
    init(_ given: String) throws(SoundFileError) {
        guard !given.isEmpty else { throw SoundFileError(path: given, kind: .noName) }
        var status = stat()
        if stat(given, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw SoundFileError(path: given, kind: .notAFile) }
            guard access(given, W_OK) == 0 else { throw .writing(given, errno: errno) }
            replaced = status
        } else {
            guard errno == ENOENT else { throw .writing(given, errno: errno) }
            replaced = nil
        }
        path = Self.goal(of: given)
        let name = Array(path.utf8.suffix(from: path.endOfFolder))
        guard !name.isEmpty, name != [UInt8(ascii: ".")], name != Array("..".utf8) else {
            throw SoundFileError(path: given, kind: .noFolder)
        }
        var folder = stat()
        guard stat(Self.folder(of: path, orHere: true), &folder) == 0 else { throw .writing(given, errno: errno) }
        guard folder.st_mode & S_IFMT == S_IFDIR else { throw SoundFileError(path: given, kind: .noFolder) }
        key = Key(folder: FileIdentity(folder), name: name)
    }

    /// Gives a file the owner of the one that it replaces, if permitted, and its mode.
    func adopt(_ descriptor: CInt) {
        guard let replaced else { return }
        // The mode afterwards, because changing the owner may clear bits of it.
        _ = fchown(descriptor, replaced.st_uid, replaced.st_gid)
        _ = fchmod(descriptor, replaced.st_mode & 0o7777)
    }

    struct Key: Hashable {
        let folder: FileIdentity
        let name: [UInt8]
    }

    /// The folder of a path, with the slash at its end; empty for the current one.
    static func folder(of path: String) -> String { String(path[..<path.endOfFolder]) }

    /// The folder of a path, or a name for the current folder.
    static func folder(of path: String, orHere: Bool) -> String {
        let folder = folder(of: path)
        return folder.isEmpty ? "." : folder
    }

    /// The target of a chain of links, which may not exist yet, or the path itself.
    private static func goal(of path: String) -> String {
        var path = path
        // The kernel's limit.
        for _ in 0..<40 {
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &target, target.count)
            guard count > 0 else { break }
            let text = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            path = text.utf8.first == UInt8(ascii: "/") ? text : folder(of: path) + text
        }
        return path
    }
}

extension String {
    /// The end of everything up to the last slash, itself included.
    fileprivate var endOfFolder: Index {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { utf8.index(after: $0) } ?? startIndex
    }
}
