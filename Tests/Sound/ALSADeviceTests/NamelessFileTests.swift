import Glibc
import SystemSupport
import Testing

/// Files that have no name.
@Suite struct NamelessFileTests {
    private func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    private func contents(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    @Test("A nameless file is read and written by its path, and stands in no folder")
    func unnamedFile() throws {
        let file = try NamelessFile([1, 2, 3])
        let more: [UInt8] = [4, 5]
        try more.withUnsafeBytes { bytes in try file.append(bytes) }
        #expect(contents(file.path) == [1, 2, 3, 4, 5])
        #expect(contents(file.path) == [1, 2, 3, 4, 5])
        let found = try #require(status(file.path))
        #expect(found.st_nlink == 0)
        #expect(found.st_mode & 0o777 == 0o600)
        // Opened as a program opens a sound file that it makes.
        let writer = open(file.path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        #expect(write(writer, [UInt8(9)], 1) == 1)
        close(writer)
        #expect(contents(file.path) == [9])
    }

    @Test("A nameless file goes with the last descriptor of it")
    func itGoesWithTheLastWhoHoldsIt() throws {
        var file: NamelessFile? = try NamelessFile([1])
        let path = try #require(file?.path)
        let before = try #require(status(path))
        let reader = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        file = nil
        if let after = status(path) { #expect((after.st_dev, after.st_ino) != (before.st_dev, before.st_ino)) }
        // A reader that has it open reads on.
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) == 1 && byte == 1)
    }
}
