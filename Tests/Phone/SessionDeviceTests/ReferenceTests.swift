import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Testing

@testable import SessionDevice

/// Sounds that nothing holds: they play on, and leave nothing behind.
@Suite(.timeLimit(.minutes(5))) struct ReferenceTests {
    /// A second of a level that does not move.
    private let second = [Float](repeating: 0.5, count: 48_000)

    private func isLoud(_ heard: [Float]) -> Bool { heard.suffix(96).contains { abs($0) > 0.1 } }

    @Test("A sound that nothing holds is heard to its end, which is told, and its name is then free")
    func toTheEnd() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let notices = app.noticeStream
        try app.setCategory(.playback)
        try app.sound(samples: second, channels: 1, rate: 48_000).play()
        #expect(isLoud(try device.listen(for: 0.9)))
        #expect(try app.sound(samples: second, channels: 1, rate: 48_000).name == "data#2")
        #expect(!isLoud(try device.listen(for: 0.2)))
        #expect(device.facts.heard.isEmpty)
        #expect(try app.sound(samples: second, channels: 1, rate: 48_000).name == "data")
        for await notice in notices where notice.message != .becameActive {
            #expect(notice.message == .soundFinished("data"))
            break
        }
    }

    @Test("The bytes of a file, and a system sound, need no reference", arguments: [false, true])
    func files(isSystemSound: Bool) throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        let file = try LevelFile(seconds: isSystemSound ? 20 : 40)
        if isSystemSound {
            try app.systemSound(file: file.path).play()
        } else {
            try app.sound(data: file.bytes).play()
        }
        #expect(isLoud(try device.listen(for: 0.5)))
    }

    @Test("What the app renders needs no reference")
    func rendered() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        try app.sound(channels: 1, rate: 48_000) { samples, frames in
            samples.update(repeating: 0.5)
            return frames
        }.play()
        // It is asked on a thread of its own, which goes by no time of the test's.
        while !(try device.listen(for: 0.1).contains { abs($0) > 0.1 }) {
            try #require(device.facts.heard.count == 1)
        }
    }

    @Test("One that is paused when its last reference goes is over, and the next of its name begins at its beginning")
    func paused() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        try nextBeginsAnew(on: app, device) {
            let song = try app.sound(samples: second, channels: 1, rate: 48_000)
            song.loops = -1
            try song.play()
            try device.advance(by: 0.5)
            try song.pause()
        }
    }

    @Test("One that an interruption halts does not come back, and the next of its name begins at its beginning")
    func interrupted() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        try nextBeginsAnew(on: app, device) {
            try app.sound(samples: second, channels: 1, rate: 48_000).play()
            try device.advance(by: 0.5)
            try device.controls.call(.incoming)
            try device.controls.call(.declined)
        }
    }

    private func nextBeginsAnew(on app: AudioApp, _ device: PrivateDevice, after work: () throws -> Void) throws {
        try work()
        #expect(!isLoud(try device.listen(for: 0.1)))
        let next = try app.sound(samples: second, channels: 1, rate: 48_000)
        #expect(next.name == "data")
        try next.play()
        try device.advance(by: 0.9)
        #expect(next.isPlaying && next.position == 0.9)
        try device.advance(by: 0.2)
        #expect(!next.isPlaying)
    }

    @Test("One without an end ends with its app, and keeps neither app nor device")
    func appGone() throws {
        weak var gone: PrivateDevice?
        do {
            let device = try PrivateDevice(.virtual)
            gone = device
            let other = device.open("other")
            do {
                let app = device.open("player")
                try app.setCategory(.playback)
                let song = try app.sound(samples: second, channels: 1, rate: 48_000)
                song.loops = -1
                try song.play()
            }
            #expect(device.facts.heard.isEmpty)
            #expect(!isLoud(try device.listen(for: 0.1)))
            try other.setCategory(.playback)
            let song = try other.sound(samples: second, channels: 1, rate: 48_000)
            song.loops = -1
            try song.play()
        }
        #expect(gone == nil)
    }

    @Test("What a closure holds that renders a sound may call the device as it goes")
    func closures() async throws {
        final class Synthesizer: Sendable {
            let app: AudioApp
            let gone: AsyncStream<Bool>.Continuation

            init(_ app: AudioApp, _ gone: AsyncStream<Bool>.Continuation) { (self.app, self.gone) = (app, gone) }

            deinit { gone.yield((try? app.setActive(false)) != nil) }
        }
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        let (ends, gone) = AsyncStream.makeStream(of: Bool.self)
        func play() throws {
            let synthesizer = Synthesizer(app, gone)
            try app.sound(channels: 1, rate: 48_000) { _, frames in withExtendedLifetime(synthesizer) { frames } }
                .play()
        }
        try play()
        try app.perform(.stop(nil))
        try device.advance(by: 1)
        for await isAnswered in ends {
            #expect(isAnswered)
            break
        }
    }

    @Test("Sounds whose names have more bytes than the wire carries are told apart")
    func longNames() {
        let names = SoundNames()
        let long = String(repeating: "é", count: 126) + ".flac"
        let taken = (0..<12).map { _ in names.uniqueName(for: long) }
        #expect(Set(taken).count == 12 && taken.allSatisfy { $0.utf8.count <= 256 })
        #expect(
            names.uniqueName(for: "song.flac") == "song.flac" && names.uniqueName(for: "song.flac") == "song.flac#2")
    }

    @Test("A recording that nothing holds any more ends, and its file has what was recorded until then")
    func recording() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("memo")
        try app.setCategory(.record)
        let (kept, empty) = (Scratch.shared.fresh("kept.wav"), Scratch.shared.fresh("empty.wav"))
        var recorder: AppRecorder? = try app.recorder(file: kept)
        try recorder?.record()
        try device.advance(by: 2)
        recorder = nil
        #expect(try app.sound(file: kept).duration == 2)
        // One that is paused holds the microphone still.
        recorder = try app.recorder { _ in }
        try recorder?.record()
        recorder?.pause()
        #expect(device.arbiter.world.state.apps.first?.recording == .running)
        recorder = nil
        #expect(device.arbiter.world.state.apps.first?.recording == .off)
        recorder = try app.recorder(file: empty)
        recorder = nil
        #expect(access(empty, F_OK) != 0, "where nothing was recorded there is no file")
        unlink(kept)
    }
}
