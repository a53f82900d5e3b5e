import Glibc
import Scratch
import SessionCalls
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
        arguments: [7, 60, 400, 3_000] as [Int64])
    func killed(milliseconds: Int64) throws {
        let server = TestServer()
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
        // No word of the first host comes from here on.
        let second = try StreamsBench(server: server, journal: path)
        second.settle()
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
        server.change(1) { $0.volumes = [20_000, 20_000] }
        server.end(2)
        let second = try StreamsBench(server: server, journal: path)
        second.settle()
        #expect(second.volume(1) == 20_000)
        second.play(3, "radio", role: "production")
        second.play(4)
        #expect(second.volume(3) == Self.full && second.volume(4) == 20_000)
        withExtendedLifetime(end) {}
    }

    @Test("Of a file that is not whole what is whole counts, and a longer one is written anew")
    func damaged() throws {
        let text = "1,2 1,1 heard a b\n\n- - - gone\nx 1 heard c\n1 1,2 heard d\n5 4 muted e\n7 6 heard"
        try text.write(toFile: path)
        var journal = try #require(StreamJournal(path))
        let plain = StreamJournal.Entry(personal: [1, 2], sent: [1, 1], isMuted: false)
        #expect(journal.entries == ["a b": plain, "e": .init(personal: [5], sent: [4], isMuted: true)])
        for number in 0..<100_000 as Range<UInt32> {
            journal.note(.init(personal: [9], sent: [number], isMuted: false), of: "e")
        }
        journal.note(.init(personal: [9], sent: [8], isMuted: false), of: "line\nend")
        journal = try #require(StreamJournal(path))
        #expect(journal.entries["e"]?.sent == [99_999] && journal.entries.count == 2)
        journal.note(nil, of: "e")
        journal.note(nil, of: "a b")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_size == 0)
        #expect(StreamJournal(path + "/file") == nil)
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
