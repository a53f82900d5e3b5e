import Glibc
import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDesktop

/// Rows that lower a program while it is interrupted, or let a player seek back when it is played again.
@Suite(.timeLimit(.minutes(5))) struct LowerAndBackTests {
    private static func rows(_ row: String) throws -> [AppRow] {
        try AppRow.read(yaml: "apps: [\(row)]", file: "apps.yaml") + AppRow.builtIn
    }

    @Test(
        "A stream that is lowered while it is interrupted is as loud as its person has it afterwards, with leave and without"
    )
    func stream() throws {
        let bench = try StreamsBench(rows: Self.rows("{program: song, interrupted: lower}"))
        bench.play(1, "song", volumes: [60_000, 60_000])
        func expectLowered(_ place: SourceLocation = #_sourceLocation) {
            // The default duck is 14 dB: the third power of the volume is a fifth of what it was.
            let part = pow(Double(bench.volume(1) ?? 0) / 60_000, 3)
            #expect(abs(part - 0.2) < 0.001 && bench.isMuted(1) == false, sourceLocation: place)
        }
        bench.perform(.call(.incoming))
        bench.settle()
        expectLowered()
        bench.perform(.call(.declined))
        bench.settle()
        #expect(bench.volume(1) == 60_000 && bench.heard == ["song"])
        // One that begins while the phone rings is lowered, too.
        bench.server.end(1)
        bench.settle()
        bench.perform(.call(.incoming))
        bench.play(1, "song", volumes: [60_000, 60_000])
        expectLowered()
        bench.perform(.call(.declined))
        bench.settle()
        #expect(bench.volume(1) == 60_000 && bench.isMuted(1) == false)
        let news = try DesktopNews()
        let process = bench.arbiter.attach(scenes: DesktopLevels(news), isHome: false)
        let (seat, _) = bench.arbiter.open("talk", in: process, notices: DesktopInbox(news))
        _ = bench.arbiter.perform(.changeCategory(.playback, mode: .default, options: []), of: seat)
        _ = bench.arbiter.perform(.setActive(true, notifyOthers: false), of: seat)
        bench.settle()
        expectLowered()
        _ = bench.arbiter.perform(.setActive(false, notifyOthers: false), of: seat)
        bench.settle()
        #expect(bench.volume(1) == 60_000 && bench.isMuted(1) == false)
    }

    @Test("A player that is lowered while it is interrupted is not paused: its streams get the level of a duck")
    func player() throws {
        let bench = try DesktopBench(follows: false)
        try bench.follow(rows: Self.rows("{player: tune, interrupted: lower}"))
        let player = try TestPlayer("tune", bench)
        player.press("Playing")
        try bench.until { bench.heard == ["tune"] }
        let bus = try #require(bench.desktop?.bus)
        #expect(bus.levels([:])["tune"] == nil)
        try bench.perform(.call(.incoming))
        try bench.until { bench.heard.isEmpty && bus.levels([:])["tune"] != nil }
        let level = try #require(bus.levels([:])["tune"])
        #expect(level.activity == .runs && level.duck == RuleBook.modern.numbers.duckGain)
        try bench.settle(player.bus)
        #expect(player.calls.isEmpty && player.status == "Playing")
        try bench.perform(.call(.declined))
        try bench.until { bench.heard == ["tune"] }
        #expect(bus.levels([:])["tune"] == nil && player.calls.isEmpty)
    }

    @Test("A player seeks back before it is played again, and not when a person plays it")
    func back() throws {
        let bench = try DesktopBench(follows: false)
        try bench.follow(rows: Self.rows("{player: pod, back: 2.5}"))
        let (pod, other) = (try TestPlayer("pod", bench), try TestPlayer("other", bench))
        pod.press("Playing")
        try bench.until { bench.heard == ["pod"] }
        try bench.perform(.call(.incoming))
        try bench.until { pod.status == "Paused" }
        try bench.perform(.call(.declined))
        try bench.until { pod.status == "Playing" && bench.heard == ["pod"] }
        #expect(pod.calls == ["Pause", "Seek", "Play"] && pod.seeks == [-2_500_000])
        pod.press("Paused")
        try bench.settle(pod.bus)
        pod.press("Playing")
        try bench.until { bench.heard == ["pod"] }
        #expect(pod.seeks.count == 1)
        pod.press("Stopped")
        other.press("Playing")
        try bench.until { bench.heard == ["other"] }
        try bench.perform(.call(.incoming))
        try bench.until { other.status == "Paused" }
        try bench.perform(.call(.declined))
        try bench.until { other.status == "Playing" }
        #expect(other.calls == ["Pause", "Play"])
    }

    @Test("A player that cannot seek is played again all the same")
    func unwilling() throws {
        let bench = try DesktopBench(follows: false)
        try bench.follow(rows: Self.rows("{player: pod, back: 2}"))
        let pod = try TestPlayer("pod", bench)
        pod.seeksAreRefused = true
        pod.press("Playing")
        try bench.until { bench.heard == ["pod"] }
        try bench.perform(.call(.incoming))
        try bench.until { pod.status == "Paused" }
        try bench.perform(.call(.declined))
        try bench.until { pod.status == "Playing" && bench.heard == ["pod"] }
        #expect(pod.calls == ["Pause", "Seek", "Play"])
    }
}
