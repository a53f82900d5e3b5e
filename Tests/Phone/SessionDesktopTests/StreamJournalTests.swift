import Glibc
import Scratch
import SessionPolicy
import Testing

@testable import SessionDesktop

/// Streams that a host has lowered and cannot give back, because it was killed: the next host does.
@Suite(.timeLimit(.minutes(5))) struct StreamJournalTests {
    private static let full: UInt32 = 65_536
    private let scratch = Scratch()
    private var path: String { scratch.file("host.streams") }

    @Test(
        "What a host had lowered or muted when it was killed comes back to the person's level with the next host",
        arguments: [20, 60, 400, 3_000] as [Int64], [true, false])
    func killed(milliseconds: Int64, keeps: Bool) throws {
        let server = TestServer()
        server.keeps = keeps
        let first = try StreamsBench(server: server, journal: path)
        first.play(1, volumes: [60_000, 30_000])
        first.play(2, "radio", role: "production")
        let end = first.duck()
        first.pass(milliseconds: milliseconds)
        #expect(first.volume(1) != 60_000)
        if milliseconds == 3_000 {
            first.perform(.call(.incoming))
            first.settle()
            #expect(first.isMuted(1) == true)
        }
        first.kill()
        let second = try StreamsBench(server: server, journal: path, clock: first.clock)
        #expect(server.streams[1]?.volumes == [60_000, 30_000] && second.isMuted(1) == false)
        #expect(second.volume(2) == Self.full && second.isMuted(2) == false)
        #expect(try #require(StreamJournal(path)).entries.isEmpty)
        second.close()
        #expect(access(path, F_OK) != 0)
        withExtendedLifetime(end) {}
    }

    @Test("A stream that its person has moved since stays there; the next one of a program that ended is as it was")
    func moved() throws {
        let server = TestServer()
        let first = try StreamsBench(server: server, journal: path)
        first.play(1)
        first.play(2, "radio", role: "production")
        let end = first.duck()
        first.settle()
        first.kill()
        server.change(1) { $0.volumes = [20_000, 20_000] }
        server.end(2)
        let second = try StreamsBench(server: server, journal: path, clock: first.clock)
        #expect(second.volume(1) == 20_000)
        second.play(3, "radio", role: "production")
        second.play(4)
        #expect(second.volume(3) == Self.full && second.volume(4) == 20_000)
        withExtendedLifetime(end) {}
    }

    @Test("The journal has a line for each stream that is lowered, and none for the steps of a ramp")
    func size() throws {
        let server = TestServer()
        let bench = try StreamsBench(server: server, journal: path)
        for index in 1...20 { bench.play(UInt32(index), "p\(index)", role: nil) }
        let end = bench.duck()
        bench.settle()
        var status = stat()
        #expect(stat(path, &status) == 0)
        let entries = try #require(StreamJournal(path)).entries
        #expect(entries.count == 40 && entries.allSatisfy { $0.setting.volumes == [Self.full, Self.full] })
        #expect(entries.count { $0.kind == .lowered } == 20 && entries.count { $0.kind == .next } == 20)
        #expect(status.st_size < 40 * 90)
        end()
        bench.settle()
        #expect(try #require(StreamJournal(path)).entries.isEmpty)
    }

    @Test("Of a file that is not whole what is whole counts; it has 1,024 entries and names of 1 KiB at most")
    func damaged() throws {
        let text = """
            lowered 7 1 1,2 heard a b

            silenced 7 2 - heard gone
            lowered 7 3 x heard c
            louder 7 4 5 muted d
            silenced 7 5 5 muted e
            next 7 9 9 muted e
            lowered 1 6 7
            """
        try text.write(toFile: path)
        var journal = try #require(StreamJournal(path))
        let plain = JournalEntry(
            kind: .lowered, cookie: 7, index: 1, setting: VolumeSetting(volumes: [1, 2], isMuted: false), name: "a b")
        let muted = JournalEntry(
            kind: .silenced, cookie: 7, index: 5, setting: VolumeSetting(volumes: [5], isMuted: true), name: "e")
        let next = JournalEntry(
            kind: .next, cookie: 7, index: 9, setting: VolumeSetting(volumes: [9], isMuted: true), name: "e")
        #expect(journal.entries == [plain, muted, next])
        var entry = plain
        for number in 0..<3_000 as Range<UInt32> {
            (entry.index, entry.name) = (number, "n\(number)")
            journal.add(entry)
        }
        #expect(journal.entries.count == StreamJournal.mostEntries)
        for name in [String(repeating: "x", count: 1_025), "line\nend"] {
            (entry.index, entry.name) = (2, name)
            journal.add(entry)
        }
        journal = try #require(StreamJournal(path))
        #expect(journal.entries.count == StreamJournal.mostEntries)
        #expect(journal.entries.allSatisfy { $0.name.utf8.count < 10 })
        journal.remove(next: "e")
        for entry in journal.entries { journal.remove(entry.index, of: entry.cookie) }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_size == 0)
        #expect(StreamJournal(path + "/file") == nil)
    }

    @Test("A file of 140,000 entries is read and written once")
    func long() throws {
        let lines = (0..<140_000).map { "lowered 1 \($0) 9 heard name-\($0)\n" }
        try lines.joined().write(toFile: path)
        let journal = try #require(StreamJournal(path))
        #expect(journal.entries.count == StreamJournal.mostEntries)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_size < 1 << 17)
    }

    @Test("A program that plays thousands of sounds in one duck does not fill the journal")
    func repeated() throws {
        let server = TestServer()
        let bench = try StreamsBench(server: server, journal: path)
        let end = bench.duck()
        for index in 1...2_000 as ClosedRange<UInt32> {
            bench.play(index, "ding", role: nil)
            server.end(index)
            bench.settle()
        }
        #expect(try #require(StreamJournal(path)).entries.count <= 2)
        end()
        bench.settle()
        bench.play(3_000, "ding", role: nil)
        #expect(bench.volume(3_000) == Self.full)
    }
}

extension String {
    /// Writes a file.
    fileprivate func write(toFile path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(self, file)
        fclose(file)
    }
}
