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
}
