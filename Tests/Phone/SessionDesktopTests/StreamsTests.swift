import Glibc
import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDesktop

/// Streams of a sound server, as sounds of a phone.
@Suite(.timeLimit(.minutes(5))) struct StreamsTests {
    private static let full: UInt32 = 65_536

    @Test("A duck lowers a stream in small steps and gives it back as it was")
    func duck() throws {
        let bench = try StreamsBench()
        bench.play(1, volumes: [60_000, 30_000])
        let end = bench.duck()
        bench.settle()
        let low = try #require(bench.server.streams[1]?.volumes)
        // The default duck is 14 dB: the third power of the volume is a fifth of what it was.
        let factor = pow(Double(low[0]) / 60_000, 3)
        #expect(abs(factor - 0.2) < 0.001)
        // But for the host's mark.
        #expect(low.allSatisfy { $0 % 128 == 54 } && abs(Double(low[1]) * 2 - Double(low[0])) <= 128)
        let amplitudes = ([60_000] + bench.server.told).map { pow(Double($0) / 60_000, 3) }
        let steps = zip(amplitudes, amplitudes.dropFirst()).map { $0 - $1 }
        #expect(steps.allSatisfy { $0 >= 0 && $0 < 0.05 }, "\(steps)")
        end()
        bench.settle()
        #expect(bench.server.streams[1]?.volumes == [60_000, 30_000])
        #expect(bench.isMuted(1) == false && bench.heard == ["song"])
    }

    @Test("A call mutes a stream, which is heard again when the call is declined; a person's own mute stays")
    func call() throws {
        let bench = try StreamsBench()
        bench.play(1)
        bench.play(2, "radio", role: "production")
        bench.server.change(2) { $0.isMuted = true }
        bench.settle()
        bench.perform(.call(.incoming))
        bench.settle()
        #expect(bench.isMuted(1) == true && bench.volume(1) == 65_528 && bench.heard.isEmpty)
        bench.perform(.call(.declined))
        bench.settle()
        #expect(bench.isMuted(1) == false && bench.volume(1) == Self.full && bench.heard.contains("song"))
        #expect(bench.isMuted(2) == true && bench.volume(2) == Self.full)
    }

    @Test(
        "A person who moves the slider of a lowered stream keeps what was set, and the next duck lowers it from there")
    func person() throws {
        let bench = try StreamsBench()
        bench.play(1)
        let end = bench.duck()
        bench.pass(milliseconds: 100)
        bench.server.change(1) { $0.volumes = [50_000, 50_000] }
        bench.settle()
        #expect(bench.volume(1) == 50_000)
        end()
        bench.settle()
        #expect(bench.volume(1) == 50_000)
        let again = bench.duck()
        bench.settle()
        #expect(try #require(bench.volume(1)) < 40_000)
        again()
        bench.settle()
        #expect(bench.volume(1) == 50_000)
    }

    @Test("A person who unmutes a stream that the policy has muted hears it, and it stays as the person has set it")
    func unmuted() throws {
        let bench = try StreamsBench()
        bench.play(1)
        bench.perform(.call(.incoming))
        bench.pass(milliseconds: 1_000)
        bench.server.change(1) { ($0.isMuted, $0.volumes) = (false, [40_000, 40_000]) }
        bench.settle()
        #expect(bench.isMuted(1) == false && bench.volume(1) == 40_000)
        bench.perform(.call(.declined))
        bench.settle()
        #expect(bench.isMuted(1) == false && bench.volume(1) == 40_000)
    }

    @Test("A stream that appears during a duck begins lowered, in one step")
    func late() throws {
        let bench = try StreamsBench()
        let end = bench.duck()
        bench.settle()
        bench.play(1)
        #expect(bench.server.told.count == 1 && bench.volume(1) == 38_326)
        end()
        bench.settle()
        #expect(bench.volume(1) == Self.full)
    }

    @Test("A program whose stream ends while it is lowered, or muted, begins its next one as loud as the person had it")
    func restored() throws {
        let bench = try StreamsBench()
        bench.play(1)
        let end = bench.duck()
        bench.settle()
        bench.server.end(1)
        bench.settle()
        // The next title, before the duck is over.
        bench.play(2)
        #expect(bench.volume(2) == 38_326)
        end()
        bench.settle()
        #expect(bench.volume(2) == Self.full)
        bench.perform(.call(.incoming))
        bench.settle()
        bench.server.end(2)
        bench.settle()
        bench.perform(.call(.declined))
        bench.play(3)
        #expect(bench.volume(3) == Self.full && bench.isMuted(3) == false)
    }

    @Test(
        "A second stream of a lowered program, which the server starts as low as the first, comes back to the person's level"
    )
    func second() throws {
        let bench = try StreamsBench()
        bench.play(1, process: 2_000_001)
        let end = bench.duck()
        bench.settle()
        bench.play(2, process: 2_000_001)
        #expect(bench.volume(2) == 38_326)
        end()
        bench.settle()
        #expect(bench.volume(1) == Self.full && bench.volume(2) == Self.full)
    }

    @Test(
        "A server that restarts in the middle of a duck brings streams back that are lowered, and loud when the duck ends"
    )
    func restart() throws {
        let bench = try StreamsBench()
        bench.play(1)
        let end = bench.duck()
        bench.settle()
        bench.server.restart()
        bench.settle()
        #expect(bench.heard.isEmpty)
        bench.play(7)
        #expect(bench.volume(7) == 38_326 && bench.heard == ["song"])
        end()
        bench.settle()
        #expect(bench.volume(7) == Self.full)
    }

    @Test("A stream of a program that is joined to the host, and of what that program has started, is left alone")
    func joined() throws {
        let bench = try StreamsBench()
        // Of a process that is gone the kernel tells no parent.
        bench.play(1, process: 2_000_001)
        bench.programs = [2_000_001]
        bench.streams?.attribute()
        let end = bench.duck()
        bench.settle()
        #expect(bench.volume(1) == Self.full && bench.heard.isEmpty)
        bench.programs = []
        bench.streams?.attribute()
        bench.settle()
        #expect(bench.volume(1) == 38_326 && bench.heard == ["song"])
        bench.programs = [2_000_001]
        bench.streams?.attribute()
        bench.settle()
        #expect(bench.volume(1) == Self.full)
        end()
        // This process has started neither stream, and is a parent of itself.
        bench.play(2, process: getpid())
        #expect(bench.heard.isEmpty)
    }

    @Test("A stream that a part of the server plays is left alone")
    func partOfServer() throws {
        let bench = try StreamsBench()
        bench.server.start(ServerStream(index: 1, volumes: [65_536], role: "music"))
        bench.settle()
        let end = bench.duck()
        bench.settle()
        #expect(bench.heard.isEmpty && bench.volume(1) == Self.full)
        end()
    }

    @Test("A stream of a media player gets the level of the player's app, and is no app by itself")
    func player() throws {
        let bench = try StreamsBench()
        bench.players = [2_000_001: "tune"]
        bench.play(1, "mpv", process: 2_000_001)
        #expect(bench.heard.isEmpty && bench.volume(1) == Self.full)
        bench.players = [:]
        bench.streams?.attribute()
        bench.settle()
        #expect(bench.heard == ["mpv"])
    }

    @Test(
        "Streams have the session of their role; one without a role mixes",
        arguments: [
            ("music", Category.playback, Mode.default, CategoryOptions()),
            ("phone", .playAndRecord, .voiceChat, []),
            ("a11y", .playback, .default, [.mixWithOthers, .duckOthers]),
            ("event", .playback, .default, .mixWithOthers),
            (nil, .playback, .default, .mixWithOthers),
        ] as [(String?, Category, Mode, CategoryOptions)])
    func roles(role: String?, category: Category, mode: Mode, options: CategoryOptions) throws {
        let bench = try StreamsBench()
        bench.play(1, role: role)
        bench.sound(1, true)
        let session = try #require(bench.arbiter.world.state.apps.first).session
        #expect(session.category == category && session.mode == mode && session.options == options)
    }

    @Test("A stream of the role phone is a call: no hold lowers or mutes it, and it is over with its stream")
    func callOfProgram() throws {
        let bench = try StreamsBench()
        bench.play(1)
        bench.play(2, "talk", role: "phone")
        #expect(bench.isMuted(1) == true && bench.heard == ["talk"])
        for options in [[.mixWithOthers, .duckOthers], []] as [CategoryOptions] {
            let end = bench.hold("assistant", options)
            bench.settle()
            #expect(bench.volume(2) == Self.full && bench.isMuted(2) == false && bench.heard == ["talk"])
            end()
        }
        bench.server.end(2)
        bench.settle()
        #expect(bench.isMuted(1) == false && bench.heard == ["song"])
        let end = bench.duck()
        bench.settle()
        #expect(bench.volume(1) == 38_326)
        end()
    }

    @Test("Of two calls the second puts the first on hold, which is heard again, and the music after both")
    func twoCalls() throws {
        let bench = try StreamsBench()
        bench.play(1)
        bench.play(2, "talk", role: "phone")
        bench.play(3, "chat", role: "phone")
        #expect(bench.heard == ["chat"] && bench.isMuted(1) == true && bench.isMuted(2) == true)
        bench.server.end(3)
        bench.settle()
        #expect(bench.heard == ["talk"] && bench.isMuted(1) == true && bench.isMuted(2) == false)
        bench.server.end(2)
        bench.settle()
        #expect(bench.heard == ["song"] && bench.isMuted(1) == false)
    }

    @Test("A program that records lowers others if a row says so, and counts for nothing otherwise")
    func records() throws {
        var terms = AppTerms(options: [.mixWithOthers, .duckOthers])
        terms.records = true
        let row = AppRow(program: "parec", terms, origin: "test")
        let bench = try StreamsBench(rows: [row] + AppRow.builtIn)
        bench.play(1)
        for (index, program) in [(2, "arecord"), (3, "parec")] as [(UInt32, String)] {
            bench.server.start(
                ServerStream(
                    index: index, client: index, isRecording: true, process: Int32(2_000_000 + index), program: program)
            )
            bench.settle()
            #expect(bench.volume(1) == (index == 2 ? Self.full : 38_326))
        }
        #expect(bench.heard == ["parec", "song"])
        bench.server.end(3)
        bench.settle()
        #expect(bench.volume(1) == Self.full && bench.heard == ["song"])
    }

    @Test("A film mutes the music; when the film ends the music is heard again")
    func film() throws {
        let bench = try StreamsBench()
        bench.play(1)
        bench.play(2, "film", role: "video")
        #expect(bench.isMuted(1) == true && bench.heard == ["film"])
        bench.server.end(2)
        bench.settle()
        #expect(bench.isMuted(1) == false && bench.heard == ["song"])
    }

    @Test("A program that may play on when it is interrupted is not muted, but lowered like others")
    func leave() throws {
        let row = AppRow(program: "song", AppTerms(interruption: .leave), origin: "test")
        let bench = try StreamsBench(rows: [row] + AppRow.builtIn)
        bench.play(1)
        bench.perform(.call(.incoming))
        bench.settle()
        #expect(bench.isMuted(1) == false && bench.volume(1) == Self.full)
        bench.perform(.call(.declined))
        let end = bench.duck()
        bench.settle()
        #expect(bench.volume(1) == 38_326)
        end()
    }

    @Test("Fifty streams are lowered together, muted by a call, and given back")
    func manyStreams() throws {
        let bench = try StreamsBench()
        for index in 1...50 {
            bench.play(UInt32(index), "p\(index % 10)", role: nil, process: Int32(3_000_000 + index % 10))
        }
        let end = bench.duck()
        bench.settle()
        #expect(bench.server.streams.values.allSatisfy { $0.volumes == [38_326, 38_326] })
        bench.perform(.call(.incoming))
        bench.settle()
        #expect(bench.server.streams.values.allSatisfy { $0.isMuted && $0.volumes == [65_528, 65_528] })
        bench.perform(.call(.declined))
        end()
        bench.settle()
        #expect(bench.server.streams.values.allSatisfy { !$0.isMuted && $0.volumes == [65_536, 65_536] })
    }

    @Test("The end of the host gives all streams back at once")
    func close() throws {
        let bench = try StreamsBench()
        bench.play(1)
        bench.play(2, "radio", role: "production")
        let end = bench.duck()
        bench.settle()
        bench.perform(.call(.incoming))
        bench.settle()
        bench.close()
        #expect(bench.server.isClosed)
        #expect(bench.volume(1) == Self.full && bench.isMuted(1) == false)
        #expect(bench.volume(2) == Self.full && bench.isMuted(2) == false)
        end()
    }

    @Test("The end of the host gives a stream back also where the server answers an earlier look at it after that")
    func closeDuringLook() throws {
        let bench = try StreamsBench()
        bench.play(1)
        let end = bench.duck()
        bench.pass(milliseconds: 30)
        #expect(bench.volume(1) != Self.full)
        bench.streams?.ring()
        #expect(bench.server.nextMessage != nil)
        bench.close()
        #expect(bench.volume(1) == Self.full)
        end()
    }
}
