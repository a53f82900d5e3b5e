import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDesktop

/// The policy decides when a stream that it has halted or refused is heard again, in every rule book in which apps may resume.
@Suite(.timeLimit(.minutes(5))) struct StreamLeaveTests {
    private static let books: [RuleBook] = [.modern, .iOS14, .iOS4]

    @Test(
        "When the younger of two calls ends, the older is heard again and the music stays muted until that ends, too",
        arguments: books)
    func twoCalls(book: RuleBook) throws {
        let bench = try StreamsBench(book)
        bench.play(1, "song")
        bench.play(2, "older", role: "phone")
        #expect(bench.heard == ["older"] && bench.isMuted(1) == true && bench.isMuted(2) == false)
        bench.play(3, "younger", role: "phone")
        #expect(bench.heard == ["younger"] && bench.isMuted(1) == true && bench.isMuted(2) == true)
        bench.server.end(3)
        bench.settle()
        #expect(bench.heard == ["older"] && bench.isMuted(1) == true && bench.isMuted(2) == false)
        bench.server.end(2)
        bench.settle()
        #expect(bench.heard == ["song"] && bench.isMuted(1) == false)
    }

    @Test("Calls that end in any order leave the last one that rings or talks audible, and the music last of all")
    func manyCalls() throws {
        for order in [[2, 3, 4], [2, 4, 3], [3, 2, 4], [3, 4, 2], [4, 2, 3], [4, 3, 2]] as [[UInt32]] {
            let bench = try StreamsBench()
            bench.play(1, "song")
            for index in 2...4 as ClosedRange<UInt32> { bench.play(index, "call\(index)", role: "phone") }
            var left: Set<UInt32> = [2, 3, 4]
            for index in order {
                bench.server.end(index)
                bench.settle()
                left.remove(index)
                let expected = left.max().map { "call\($0)" } ?? "song"
                #expect(bench.heard == [expected], "\(order), after \(index)")
                #expect(bench.isMuted(1) == !left.isEmpty, "\(order), after \(index)")
            }
        }
    }

    @Test(
        "A stream whose interruption ends without leave stays silent until its program starts it again",
        arguments: books)
    func withoutLeave(book: RuleBook) throws {
        let bench = try StreamsBench(book)
        bench.play(1, "song")
        let news = try DesktopNews()
        let process = bench.arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        let (seat, _) = bench.arbiter.open("talk", in: process, notices: DesktopInbox(news))
        for call in [.changeCategory(.playback, mode: .default, options: []), .setActive(true, notifyOthers: false)]
            as [AppCall]
        {
            #expect(bench.arbiter.perform(call, of: seat).isAccepted)
        }
        bench.settle()
        #expect(bench.isMuted(1) == true)
        #expect(bench.arbiter.perform(.setActive(false, notifyOthers: false), of: seat).isAccepted)
        bench.settle()
        #expect(bench.isMuted(1) == true && bench.heard.isEmpty)
        // Other sounds that come and go start nothing.
        bench.play(2, "bell", role: "event")
        bench.server.end(2)
        bench.settle()
        #expect(bench.isMuted(1) == true && bench.heard.isEmpty)
        bench.server.change(1) { $0.isPaused = true }
        bench.settle()
        bench.server.change(1) { $0.isPaused = false }
        bench.settle()
        #expect(bench.isMuted(1) == false && bench.heard == ["song"])
    }

    @Test(
        "Streams that begin while the phone rings are silent until the policy recommends a start, whatever else begins meanwhile",
        arguments: books)
    func refused(book: RuleBook) throws {
        let bench = try StreamsBench(book)
        #expect(bench.perform(.call(.incoming)))
        bench.play(1, "song")
        bench.play(2, "film", role: "video")
        #expect(bench.heard.isEmpty && bench.isMuted(1) == true && bench.isMuted(2) == true)
        #expect(bench.perform(.alarm(.fires)))
        bench.settle()
        #expect(bench.perform(.call(.declined)))
        bench.settle()
        #expect(bench.heard.isEmpty && bench.isMuted(1) == true && bench.isMuted(2) == true)
        #expect(bench.perform(.alarm(.dismissed)))
        bench.settle()
        // Both begin, and of two that do not mix the later is heard.
        #expect(bench.heard == ["film"] && bench.isMuted(1) == true && bench.isMuted(2) == false)
        bench.server.end(2)
        bench.settle()
        #expect(bench.heard == ["song"] && bench.isMuted(1) == false)
    }

    @Test(
        "More programs than have apps of their own share one, and are lowered as the others are; programs that join find a place"
    )
    func crowd() throws {
        let bench = try StreamsBench()
        let count = UInt32(ServerStreams.mostApps + 60)
        for index in 1...count { bench.play(index, "program\(index)", role: index % 3 == 0 ? "event" : nil) }
        #expect(bench.arbiter.world.state.apps.count == ServerStreams.mostApps + 1)
        let end = bench.duck()
        bench.settle()
        #expect((1...count).allSatisfy { bench.volume($0) == 38_326 })
        // A program that leaves makes room for one that shared.
        for index in 1...UInt32(10) { bench.server.end(index) }
        bench.settle()
        end()
        bench.settle()
        #expect((11...count).allSatisfy { bench.volume($0) == 65_536 && bench.isMuted($0) == false })
    }
}
