import CScratch
import Foundation
import Scratch
import Testing

/// Tests leave no files behind, neither their own nor those of the programs they test.
struct ScratchTests {
    @Test("A folder goes with its last reference, with everything in it")
    func folder() throws {
        var scratch: Scratch? = Scratch()
        let path = try #require(scratch?.path)
        let deep = path + "/one/two"
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: deep + "/file"))
        try FileManager.default.createSymbolicLink(atPath: path + "/link", withDestinationPath: "/")
        #expect(scratch?.names == ["link", "one"])
        scratch = nil
        #expect(!FileManager.default.fileExists(atPath: path) && FileManager.default.fileExists(atPath: "/"))
    }

    @Test("What is tested writes temporary files where they are looked for")
    func temporaryFolder() {
        let files = String(cString: scratch_files())
        let house = URL(filePath: files).deletingLastPathComponent().path
        #expect(FileManager.default.temporaryDirectory.path == house + "/tmp")
        #expect(Scratch().path.hasPrefix(files + "/") && Scratch.shared.path.hasPrefix(files + "/"))
    }

    @Test("A process that leaves a temporary file fails, and says which; nothing of its house stays")
    func litter() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            setenv("TMPDIR", Scratch.shared.path, 1)
            scratch_enter()
            try Data([1]).write(to: FileManager.default.temporaryDirectory.appending(path: "forgotten"))
            exit(EXIT_SUCCESS)
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("\n    forgotten\n"))
    }

    @Test("A process that removes what it wrote ends as it would, and what its tests wrote is gone")
    func tidiness() async throws {
        let folder = Scratch()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            setenv("TMPDIR", path, 1)
            scratch_enter()
            try Data([1]).write(to: URL(filePath: String(cString: scratch_files()) + "/kept to the end"))
            let file = FileManager.default.temporaryDirectory.appending(path: "removed")
            try Data([1]).write(to: file)
            try FileManager.default.removeItem(at: file)
        }
        #expect(folder.names == [])
    }
}
