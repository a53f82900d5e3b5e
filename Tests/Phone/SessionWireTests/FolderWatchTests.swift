import Foundation
import Scratch
import Testing

@testable import SessionWire

/// The wait for a file that is to come.
@Suite(.timeLimit(.minutes(5))) struct FolderWatchTests {
    @Test("The wait for a file ends at each folder on its way and at the file, and at no other file")
    func wait() throws {
        let scratch = Scratch()
        let loop = try EventLoop()
        let watch = try #require(FolderWatch(on: loop))
        var changes = 0
        watch.whenChanged = { changes += 1 }
        let folder = scratch.file("run")
        watch.wait(for: "\(folder)/native")
        try Data().write(to: scratch.url.appendingPathComponent("other"))
        loop.turn(waits: true)
        #expect(changes == 0)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        loop.turn(waits: true)
        #expect(changes == 1)
        watch.wait(for: "\(folder)/native")
        // The end of the first watch is no news.
        loop.turn(waits: true)
        #expect(changes == 1)
        try Data().write(to: URL(filePath: "\(folder)/native"))
        loop.turn(waits: true)
        #expect(changes == 2)
    }

    @Test("The wait for a file tells that its folder is gone")
    func gone() throws {
        let scratch = Scratch()
        let loop = try EventLoop()
        let watch = try #require(FolderWatch(on: loop))
        var changes = 0
        watch.whenChanged = { changes += 1 }
        let folder = scratch.file("run")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        watch.wait(for: "\(folder)/native")
        try FileManager.default.removeItem(atPath: folder)
        loop.turn(waits: true)
        #expect(changes == 1)
    }
}
