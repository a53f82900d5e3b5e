import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDesktop

/// Streams of screen readers, which are open and silent all day.
@Suite(.timeLimit(.minutes(5))) struct ScreenReaderTests {
    private static let full: UInt32 = 65_536

    @Test("A screen reader's stream lowers others only while it sounds", arguments: ["a11y", "accessibility"])
    func silent(role: String) throws {
        let bench = try StreamsBench()
        bench.play(1)
        bench.play(2, "reader", role: role)
        #expect(bench.volume(1) == Self.full && bench.heard == ["song"] && bench.connection.measured == [2: 1])
        for _ in 0..<3 {
            bench.sound(2, true)
            #expect(bench.volume(1) == 38_326 && bench.heard == ["reader", "song"])
            bench.sound(2, false)
            #expect(bench.volume(1) == Self.full && bench.volume(2) == Self.full && bench.heard == ["song"])
        }
        bench.sound(2, true)
        bench.server.end(2)
        bench.settle()
        #expect(bench.volume(1) == Self.full && bench.connection.measured.isEmpty)
    }

    @Test("Only what a screen reader plays is measured, and only while it is not paused")
    func measured() throws {
        let bench = try StreamsBench()
        for (place, role) in ["music", "assistant", "event", nil].enumerated() {
            bench.play(UInt32(place + 1), "p\(place)", role: role)
        }
        #expect(bench.connection.measured.isEmpty)
        bench.play(9, "reader", role: "a11y")
        bench.server.change(9) { $0.isPaused = true }
        bench.settle()
        #expect(bench.connection.measured.isEmpty)
        bench.server.change(9) { $0.isPaused = false }
        bench.settle()
        #expect(bench.connection.measured == [9: 1])
    }

    @Test("A reader that was muted for a call is heard and measured anew afterwards")
    func muted() throws {
        let bench = try StreamsBench()
        bench.play(1)
        bench.play(2, "reader", role: "a11y")
        bench.sound(2, true)
        bench.perform(.call(.incoming))
        bench.settle()
        #expect(bench.isMuted(2) == true)
        // Behind the host's mute the meter hears nothing.
        bench.sound(2, false)
        #expect(bench.isMuted(2) == true)
        bench.perform(.call(.declined))
        bench.settle()
        #expect(bench.isMuted(2) == false && bench.volume(1) == 38_326 && bench.connection.measured == [2: 2])
        bench.sound(2, false)
        #expect(bench.volume(1) == Self.full && bench.heard == ["song"])
    }

    @Test("A pause between words is no silence, and dither is no sound")
    func detector() {
        var detector = SoundDetector()
        func heard(_ peak: Float, _ count: Int) -> [Bool] { (0..<count).compactMap { _ in detector.accept(peak) } }
        #expect(heard(0, 19) == [] && detector.isSounding == nil)
        #expect(heard(0.000_1, 1) == [true])
        for _ in 0..<5 { #expect(heard(0, 19) == [] && heard(-0.1, 1) == []) }
        #expect(heard(2 / 32_768, 19) == [] && heard(0, 100) == [false] && heard(0.5, 3) == [true])
    }
}
