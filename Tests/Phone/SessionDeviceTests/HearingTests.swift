import SessionDevice
import Testing

/// An app's sounds on a virtual device, sample by sample.
struct HearingTests {
    /// Returns the level of the last hundredth of a second, at the loudest, left and right.
    private func ending(_ heard: [Float]) -> SIMD2<Float> {
        var peak = SIMD2<Float>.zero
        for place in stride(from: max(0, heard.count - 960), to: heard.count - 1, by: 2) {
            peak = SIMD2(max(peak.x, abs(heard[place])), max(peak.y, abs(heard[place + 1])))
        }
        return peak
    }

    private func isNear(_ one: SIMD2<Float>, _ left: Float, _ right: Float) -> Bool {
        abs(one.x - left) < 0.002 && abs(one.y - right) < 0.002
    }

    /// A second of a level that does not move.
    private func steady(_ app: AudioApp) throws -> AppSound {
        let sound = try app.sound(samples: [Float](repeating: 0.5, count: 48_000), channels: 1, rate: 48_000)
        sound.loops = -1
        return sound
    }

    @Test("A sound is heard at its level times the volume, ducked by another, and silent for a call")
    func levels() throws {
        let device = try PrivateDevice(.virtual)
        let (player, navigator) = (device.open("player"), device.open("navigator"))
        let song = try steady(player)
        try player.setCategory(.playback)
        try song.play()
        #expect(isNear(ending(try device.listen(for: 1)), 0.25, 0.25))
        try navigator.setCategory(.playback, options: [.duckOthers])
        try navigator.setActive(true)
        #expect(isNear(ending(try device.listen(for: 1)), 0.05, 0.05))
        try navigator.setActive(false)
        #expect(isNear(ending(try device.listen(for: 1)), 0.25, 0.25))
        try song.setGain(0.5, over: 0.1)
        #expect(isNear(ending(try device.listen(for: 1)), 0.125, 0.125))
        try song.pause()
        #expect(isNear(ending(try device.listen(for: 1)), 0, 0))
    }

    @Test("A sound that is panned is heard on one side, and its level is measured behind all gains")
    func pan() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let song = try steady(app)
        try app.setCategory(.playback)
        try song.play()
        song.pan = -1
        _ = song.level
        #expect(isNear(ending(try device.listen(for: 1)), 0.25, 0))
        #expect(abs(song.level.peak.x - 0.25) < 0.01)
        #expect(song.level.peak.y == 0)
        #expect(abs(song.level.mean.x - 0.25) < 0.01)
    }

    @Test("A sound is heard from where it is placed, as often as it is to be, and then tells that it is over")
    func places() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let notices = app.noticeStream
        // Each tenth of a second is louder than the one before.
        let stairs = (0..<48_000).map { Float($0 / 4_800 + 1) / 10 }
        let song = try app.sound(samples: stairs, channels: 1, rate: 48_000)
        try app.setCategory(.playback)
        song.seek(to: 0.8)
        try song.play()
        #expect(isNear(ending(try device.listen(for: 0.09)), 0.45, 0.45))
        song.seek(to: 0.2)
        song.loops = 1
        #expect(isNear(ending(try device.listen(for: 0.08)), 0.15, 0.15))
        try device.advance(by: 0.5)
        #expect(song.isPlaying)
        try device.advance(by: 1.3)
        #expect(!song.isPlaying)
        #expect(isNear(ending(try device.listen(for: 0.5)), 0, 0))
        for await notice in notices {
            if notice.message == .soundFinished(song.name) { break }
        }
    }

    @Test("A sound that is to begin later begins then, and not before")
    func later() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let song = try steady(app)
        try app.setCategory(.playback)
        try song.play(at: app.now.advanced(by: 500_000_000))
        let heard = try device.listen(for: 1)
        let first = try #require(heard.firstIndex { abs($0) > 0.01 }) / 2
        // Within two periods and the limiter's look ahead.
        #expect((24_000...25_000).contains(first))
        #expect(abs(song.position - 0.5) < 0.001)
    }

    @Test("What an app records without a microphone is as long as it was recorded, and silent")
    func recording() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("recorder")
        try app.setCategory(.record)
        let recorder = try app.recorder { samples in #expect(samples.allSatisfy { $0 == 0 }) }
        try recorder.record()
        try device.advance(by: 2)
        #expect(recorder.isRecording)
        recorder.pause()
        try device.advance(by: 1)
        try recorder.record()
        try device.advance(by: 1)
        try recorder.stop()
        #expect(abs(recorder.duration - 3) < 0.001)
        #expect(!recorder.isRecording)
    }

    @Test("A thousand sounds that are made, played and dropped play to their ends, and leave nothing on the device")
    func churn() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("game")
        try app.setCategory(.playback)
        let samples = [Float](repeating: 0.1, count: 480)
        for round in 0..<1_000 {
            try app.sound(samples: samples, channels: 1, rate: 48_000).play()
            #expect(device.facts.heard.count == round % 10 + 1)
            if round % 10 == 9 { try device.advance(by: 0.02) }
        }
        #expect(device.facts.heard.isEmpty)
        #expect(device.facts.unheard.isEmpty)
        #expect(try app.sound(samples: samples, channels: 1, rate: 48_000).name == "data")
    }
}
