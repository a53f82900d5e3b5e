import Glibc
import SessionPolicy
import Synchronization
import Testing

@testable import SessionDevice

/// Sounds that cannot be read on, and sounds that have to wait.
struct FaultTests {
    @Test("What cannot be read on is told as a failure, after what had been read of it, and not as an end")
    func brokenOff() async throws {
        let file = try LevelFile(seconds: 31)
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let notices = app.noticeStream
        try app.setCategory(.playback)
        let song = try app.sound(file: file.path)
        try song.play()
        #expect(try device.listen(for: 1).contains { $0 > 0.1 })
        truncate(file.path, off_t(LevelFile.headerBytes + 2 * 8_000 * 5))
        #expect(try device.listen(for: 2).suffix(2).allSatisfy { $0 > 0.1 }, "what is left of it is heard")
        try device.advance(by: 5)
        #expect(!song.isPlaying && device.facts.heard.isEmpty)
        for await notice in notices {
            guard case .soundFailed(song.name, let reason) = notice.message else {
                #expect(notice.message != .soundFinished(song.name))
                continue
            }
            #expect(reason.contains(file.path))
            break
        }
    }

    @Test("What is left of a sound is told for the next host, whether the sound runs or is halted")
    func left() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        let song = try app.sound(samples: [Float](repeating: 0, count: 80_000), channels: 1, rate: 8_000)
        let hum = try app.sound(channels: 1, rate: 8_000) { _, frames in frames }
        try song.play()
        try hum.play()
        try device.advance(by: 2)
        func left(_ sound: AppSound) -> Length? {
            app.stage.remaining(of: SceneName(.sound, app: app.name, sound: sound.name), at: app.now)
        }
        #expect(left(song) == Length(seconds: 8) && left(hum) == nil)
        try device.controls.call(.incoming)
        try device.advance(by: 3)
        #expect(left(song) == Length(seconds: 8))
    }
}
