import Randomness
import SessionDevice
import Testing

/// Sessions of apps on a virtual device: every call has its outcome, and the policy decides as everywhere.
struct SessionTests {
    @Test("A navigator ducks the player's music, and the end of its session lets it rise again")
    func ducking() throws {
        let device = try PrivateDevice(.virtual)
        let player = device.open("player")
        let navigator = device.open("navigator")
        let song = try player.sound(samples: [Float](repeating: 0.5, count: 96_000), channels: 2, rate: 48_000)
        song.loops = -1
        try player.setCategory(.playback)
        try song.play()
        #expect(device.facts.heard.map(\.isDucked) == [false])
        try navigator.setCategory(.playback, options: [.duckOthers])
        try navigator.setActive(true)
        #expect(device.facts.heard.map(\.isDucked) == [true])
        #expect(song.isPlaying)
        try navigator.setActive(false)
        #expect(device.facts.heard.map(\.isDucked) == [false])
        #expect(try navigator.facts().otherAudioIsPlaying)
    }

    @Test("A refused call throws Apple's code, the rule and the sentence, and changes nothing")
    func refusal() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("recorder")
        try app.setCategory(.record)
        let sound = try app.sound(samples: [0, 0], channels: 2, rate: 48_000)
        let error = #expect(throws: DeviceError.self) { try sound.play() }
        #expect(error?.code == SessionError.incompatibleCategory.code)
        #expect(try app.facts().phase == .inactive)
        #expect(!sound.isPlaying)
    }

    @Test("A mode that a call leaves out is kept, and so are category and options by setMode")
    func whatIsLeftOut() throws {
        let app = try PrivateDevice(.virtual).open("app")
        try app.setCategory(.playAndRecord, mode: .voiceChat, options: [.defaultToSpeaker])
        try app.setCategory(.playAndRecord)
        #expect(try app.facts().mode == .voiceChat)
        try app.setCategory(.playAndRecord, options: [.allowBluetooth])
        try app.setMode(.measurement)
        let facts = try app.facts()
        #expect(facts.category == .playAndRecord)
        #expect(facts.mode == .measurement)
        #expect(facts.options == [.allowBluetooth])
    }

    @Test("A sound that was made before the media server died plays no more; pausing and stopping it does nothing")
    func deadSound() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        func sound() throws -> AppSound {
            let sound = try app.sound(samples: [Float](repeating: 0.5, count: 96_000), channels: 2, rate: 48_000)
            sound.loops = -1
            return sound
        }
        try app.setCategory(.playback)
        let (song, unused) = (try sound(), try sound())
        try song.play()
        try device.controls.mediaServices(.lost)
        #expect(!song.isPlaying)
        #expect(throws: DeviceError.self) { try song.play() }
        try device.controls.mediaServices(.reset)
        try app.setCategory(.playback)
        for old in [song, unused] {
            try old.pause()
            try old.setGain(0.5)
            try old.stop()
            let error = #expect(throws: DeviceError.self) { try old.play() }
            guard case .refused(let refusal)? = error else {
                Issue.record("not refused: \(old.name)")
                return
            }
            #expect(refusal.error == .mediaServicesFailed && refusal.rule == .ms1)
            #expect(device.facts.heard.isEmpty)
        }
        let again = try sound()
        try again.play()
        #expect(device.facts.heard.map(\.name.sound) == [again.name])
        try song.stop()
        #expect(again.isPlaying)
    }

    @Test("A program of a desktop is not suspended, however long it is paused in the background")
    func pausedProgram() throws {
        let device = try PrivateDevice(.virtual)
        let player = device.open("player")
        let song = try player.sound(samples: [Float](repeating: 0.5, count: 96_000), channels: 2, rate: 48_000)
        try player.setCategory(.playback)
        try song.play()
        try device.controls.sendToBackground("player")
        try device.controls.lock()
        try song.pause()
        try device.advance(by: 600)
        #expect(try player.facts().phase == .active)
        try song.play()
        #expect(device.facts.heard.count == 1)
    }

    @Test("Two apps of a name are two apps, and so are two sounds of a name")
    func names() throws {
        let device = try PrivateDevice(.virtual)
        let (one, other) = (device.open("app"), device.open("app"))
        #expect([one.name, other.name] == ["app", "app#2"])
        let sounds = try (0..<3).map { _ in try one.sound(samples: [0], channels: 1, rate: 8_000) }
        #expect(sounds.map(\.name) == ["data", "data#2", "data#3"])
        #expect(try other.sound(samples: [0], channels: 1, rate: 8_000).name == "data")
        #expect(try one.sound(samples: [0], channels: 1, rate: 8_000).name == "data#4")
        #expect(try one.sound(samples: [0], channels: 1, rate: 8_000).name == "data#4")
    }

    @Test("A sound stands where time has brought it, and halts where an interruption finds it")
    func position() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        let song = try app.sound(samples: [Float](repeating: 0, count: 80_000), channels: 1, rate: 8_000)
        #expect(song.duration == 10)
        try song.play()
        try device.advance(by: 2)
        #expect(song.position == 2)
        try device.controls.call(.incoming)
        try device.advance(by: 3)
        #expect(!song.isPlaying)
        #expect(song.position == 2)
        try device.controls.call(.declined)
        try song.play()
        try device.advance(by: 1)
        #expect(song.position == 3)
        song.seek(to: 9)
        try device.advance(by: 0.5)
        #expect(song.isPlaying)
        #expect(song.position == 9.5)
        try device.advance(by: 1)
        #expect(!song.isPlaying)
        #expect(song.position == 0)
    }

    @Test("Played again, a sound that plays or waits for its start continues unchanged, and begins anew after its end")
    func playedAgain() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        // Each tenth of a second is louder than the one before.
        let stairs = (0..<48_000).map { Float($0 / 4_800 + 1) / 10 }
        let song = try app.sound(samples: stairs, channels: 1, rate: 48_000)
        try song.play(at: app.now.advanced(by: 500_000_000))
        try song.play()
        try song.play(at: app.now)
        let waiting = try device.listen(for: 0.4)
        #expect(waiting.allSatisfy { $0 == 0 } && song.position == 0)
        try device.advance(by: 0.35)
        #expect(abs(song.position - 0.25) < 0.001)
        try song.play()
        try song.play(at: app.now.advanced(by: 500_000_000))
        #expect(abs(song.position - 0.25) < 0.001)
        let step = try device.listen(for: 0.04).suffix(960).map { abs($0) }
        #expect(step.allSatisfy { abs($0 - 0.15) < 0.002 }, "half of 0.3, without a gap")
        try device.advance(by: 0.7)
        #expect(song.isPlaying)
        try device.advance(by: 0.02)
        #expect(!song.isPlaying && song.position == 0)
        try song.play()
        try device.advance(by: 0.9)
        #expect(song.isPlaying && abs(song.position - 0.9) < 0.001)
    }

    @Test("What an app renders continues when it is played again, and so does a sound that repeats")
    func endlessPlayedAgain() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        let loop = try app.sound(samples: [Float](repeating: 0, count: 8_000), channels: 1, rate: 8_000)
        loop.loops = -1
        let voices = try app.sound(channels: 1, rate: 8_000) { samples, frames in
            samples.update(repeating: 0)
            return frames
        }
        for sound in [loop, voices] {
            try sound.play()
            // What an app renders may be late, and is so much behind.
            while sound.position < 0.5 { try device.advance(by: 0.125) }
            let position = sound.position
            try sound.play()
            #expect(sound.position == position && sound.isPlaying)
        }
    }

    @Test("A sound is where its calls and the time have brought it", arguments: 0..<20)
    func positionOfAnyCalls(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        let song = try app.sound(samples: [Float](repeating: 0, count: 80_000), channels: 1, rate: 8_000)
        var (place, wait, runs, isStarted) = (0.0, 0.0, false, false)
        for _ in 0..<200 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                try song.play()
                (runs, isStarted) = (true, true)
            case 2:
                try song.play(at: app.now.advanced(by: 250_000_000))
                if !runs { (runs, isStarted, wait) = (true, true, 0.25) }
            case 3 where isStarted:
                try song.pause()
                (runs, wait) = (false, 0)
            case 4 where isStarted:
                try song.stop()
                (place, wait, runs, isStarted) = (0, 0, false, false)
            case 5:
                place = Double(Int.random(in: 0..<80, using: &random)) / 8
                song.seek(to: place)
            default:
                let seconds = Double(Int.random(in: 1...16, using: &random)) / 8
                try device.advance(by: seconds)
                guard runs else { break }
                place += max(0, seconds - wait)
                wait = max(0, wait - seconds)
                if place >= 10 { (place, wait, runs, isStarted) = (0, 0, false, false) }
            }
            #expect(song.isPlaying == runs)
            try #require(abs(song.position - place) < 0.000_001)
        }
    }
}
