import SessionDevice
import SessionScenario
import Testing

/// Values are printed as `replay` prints them.
struct DescriptionTests {
    @Test("What a device and a replay tell of the same story is the same, line by line")
    func likeReplay() throws {
        let device = try PrivateDevice(.virtual)
        let (ipod, nav) = (device.open("ipod"), device.open("a/b"))
        let song = try ipod.sound(samples: [0, 0], channels: 1, rate: 8_000)
        song.loops = -1
        try ipod.setCategory(.playback)
        try song.play()
        try nav.setCategory(.playback, options: .duckOthers)
        let outcome = try nav.perform(.setActive(true, notifyOthers: false), explains: true)
        let run = try replay(
            """
            - {at: 0, do: launch, app: ipod, backgroundAudio: true, resumes: false, pausesAtUnplug: false}
            - {at: 0, do: setCategory, app: ipod, category: playback}
            - {at: 0, do: play, app: ipod, sound: data}
            - {at: 0, do: launch, app: a/b, backgroundAudio: true, resumes: false, pausesAtUnplug: false}
            - {at: 0, do: setCategory, app: a/b, category: playback, options: [duckOthers]}
            - {at: 0, do: setActive, app: a/b, to: true}
            """)
        #expect(run.contains("heard \(device.facts.heard[0]) "), "\(run)")
        #expect("\(device.facts.heard[0])" == "ipod/data at -20.0 dB, lowered, on builtInSpeaker")
        for reason in outcome.because { #expect(run.contains("because \(reason) "), "\(reason): \(run)") }
        #expect(!outcome.because.isEmpty)
        try device.controls.lock()
        try nav.setCategory(.ambient)
        let prompt = try nav.sound(samples: [0, 0], channels: 1, rate: 8_000)
        prompt.loops = -1
        try prompt.play()
        let locked = try replay(
            """
            - {at: 0, do: lock}
            - {at: 0, do: launch, app: a/b, backgroundAudio: true, resumes: false, pausesAtUnplug: false}
            - {at: 0, do: setCategory, app: a/b, category: ambient}
            - {at: 0, do: play, app: a/b, sound: data}
            """)
        #expect(device.facts.unheard.count == 1)
        #expect(locked.contains("not heard \(device.facts.unheard[0]) "), "\(locked)")
    }

    /// The output of a replay of steps under the book of a private device.
    private func replay(_ steps: String) throws -> String {
        let text = "scenario: t\nrules: modern\nsteps:\n\(steps)\n"
        let lines = ScenarioRun(try Scenario(text: text, file: "t.yaml", duration: nil)).timeline()
        // Without the wrapping of its lines.
        return lines.split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
    }

    @Test("What an app reads and is told is printed in words, without numbers that stand for names")
    func words() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("player")
        let notices = app.noticeStream
        try app.setCategory(.playback, options: [.duckOthers, .mixWithOthers])
        try app.setActive(true)
        try device.advance(by: 1.25)
        try device.controls.connect(.headphones, name: "Blue\u{1B}[2J ones")
        #expect("\(app.now)" == "1.25 s")
        #expect("\(try app.facts().route)" == "Blue\\u001b[2J ones (headphones)")
        #expect(
            "\(try app.facts())".hasPrefix("playback, default, [duckOthers, mixWithOthers], active, route Blue"))
        #expect("\(device.facts)".hasPrefix("heard nothing, route Blue"))
        #expect("\(try app.ask(.currentRoute))".hasPrefix("route(Blue"))
        try device.controls.call(.incoming)
        try device.controls.call(.declined)
        var told: [String] = []
        for await notice in notices {
            told.append("\(notice)")
            if case .interruptionEnded = notice.message { break }
        }
        #expect(
            told == [
                "1 at 0 s: becameActive",
                "2 at 1.25 s: routeChanged(newDeviceAvailable, previous: Speaker (builtInSpeaker))",
                "3 at 1.25 s: interruptionBegan(because: default)",
                "4 at 1.25 s: becameInactive(system(because: default))",
                "5 at 1.25 s: interruptionEnded(shouldResume: true)",
            ])
    }
}
