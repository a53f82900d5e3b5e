import SessionDevice
import Testing

/// A real program acts for itself.
struct ProgramTests {
    @Test("A program's sounds go on where its output is pulled out, until it pauses them itself")
    func unplugged() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let notices = app.noticeStream
        try app.setCategory(.playback)
        try device.controls.connect(.headphones)
        let song = try app.sound(samples: [0, 0], channels: 1, rate: 8_000)
        song.loops = -1
        try song.play()
        try device.controls.disconnect(.headphones)
        #expect(song.isPlaying)
        #expect(device.facts.heard.map(\.outputs) == [PortSet(.builtInSpeaker)])
        for await notice in notices {
            if case .routeChanged(.oldDeviceUnavailable, _) = notice.message { break }
        }
        try song.pause()
        #expect(device.facts.heard.isEmpty)
    }

    @Test("An interrupted program does not go on by itself, though it is told that it should")
    func interrupted() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        try app.setCategory(.playback)
        let song = try app.sound(samples: [0, 0], channels: 1, rate: 8_000)
        song.loops = -1
        try song.play()
        try device.controls.call(.incoming)
        try device.controls.call(.missed)
        #expect(try app.facts().phase == .inactive)
        #expect(!song.isPlaying)
        try song.play()
        #expect(song.isPlaying)
    }

    @Test("Who may not hear the microphone records silence without an error, and learns of the person's answer")
    func permission() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("recorder")
        let notices = app.noticeStream
        #expect(try app.perform(.requestRecordPermission).answer == .flag(true))
        try device.controls.setRecordPermission(of: "recorder", to: .undetermined)
        #expect(try app.facts().recordPermission == .undetermined)
        #expect(try app.perform(.requestRecordPermission).answer == nil)
        try app.setCategory(.record)
        try app.perform(.record(true))
        try device.controls.setRecordPermission(of: "recorder", to: .denied)
        #expect(try app.perform(.requestRecordPermission).answer == .flag(false))
        var told: [RecordPermission] = []
        for await notice in notices {
            guard case .recordPermissionChanged(let permission) = notice.message else { continue }
            told.append(permission)
            if permission == .denied { break }
        }
        #expect(told == [.undetermined, .denied])
    }

    @Test("A system sound that is none of the interface is heard with sound effects off, another is not")
    func interfaceSounds() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("app")
        try device.controls.set(.soundEffects, to: false)
        try app.perform(.systemSound("tick", lasts: .milliseconds(500), isInterface: true))
        #expect(device.facts.heard.isEmpty)
        try app.perform(.systemSound("tock", lasts: .milliseconds(500), isInterface: false))
        #expect(device.facts.heard.map(\.name.sound) == ["tock"])
    }

    @Test("An app that the old book ends is launched again by its next call")
    func launchedAgain() throws {
        let device = try PrivateDevice(DeviceConfiguration(.virtual, book: .iPhoneOS3))
        let app = device.open("game")
        try app.setCategory(.playback)
        _ = try device.open("other").setActive(true)
        #expect(try !app.facts().isLaunched)
        #expect(try app.facts().category == .soloAmbient)
        try app.setActive(true)
        #expect(try app.facts().isLaunched)
        #expect(try app.facts().category == .soloAmbient)
    }
}
